import { makeStore } from "./store.ts";

export type Theme = "auto" | "light" | "dark";
export type TextSize = "normal" | "large" | "xlarge";
export type Preferences = { theme: Theme; textSize: TextSize };

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const HIDDEN_KEY = "amounts-hidden";

/** Theme and text size, kept in the cookie `prefs` as 'theme.textSize' and shown by attributes of html. */
export const preferences = makeStore<Preferences>({ theme: "auto", textSize: "normal" });

/** Whether amounts are covered; kept on this device only. */
export const amountsHidden = makeStore(false);

/** Reads what this browser remembers. Call once, before the first render in a browser. */
export function restorePreferences(): void {
  preferences.set(readPreferences(readCookie("prefs") ?? ""));
  try {
    amountsHidden.set(localStorage.getItem(HIDDEN_KEY) === "1");
  } catch {
    // A browser may forbid storage; amounts then show, as on a first visit.
  }
}

export function changePreferences(change: Partial<Preferences>): void {
  const next = { ...preferences.get(), ...change };
  preferences.set(next);
  writeCookie("prefs", `${next.theme}.${next.textSize}`);
  const { dataset } = document.documentElement;
  if (next.theme === "auto") delete dataset["theme"];
  else dataset["theme"] = next.theme;
  if (next.textSize === "normal") delete dataset["text"];
  else dataset["text"] = next.textSize;
}

export function hideAmounts(isHidden: boolean): void {
  amountsHidden.set(isHidden);
  try {
    localStorage.setItem(HIDDEN_KEY, isHidden ? "1" : "0");
  } catch {
    // Without storage the choice holds for this page only.
  }
}

/** A cookie that scripts may read, or undefined. */
export function readCookie(name: string): string | undefined {
  const start = `${name}=`;
  return document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/** Sets a first-party cookie for a year, or for `seconds`. */
export function writeCookie(name: string, value: string, seconds = YEAR_SECONDS): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

function readPreferences(cookie: string): Preferences {
  const [theme, textSize] = cookie.split(".");
  return {
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    textSize: textSize === "large" || textSize === "xlarge" ? textSize : "normal",
  };
}
