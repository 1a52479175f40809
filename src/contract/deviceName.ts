import type { Language } from "./refusals.ts";

/** What a browser said of itself at its last sign-in, in our words; empty where it said nothing that we know. */
export type DeviceWords = { browser: string; system: string };

/** What a device is called until the member names it: 'Chrome on Android'. */
export function guessedName({ browser, system }: DeviceWords, language: Language): string {
  if (browser === "" && system === "")
    return language === "fil" ? "Hindi kilalang browser" : "Unknown browser";
  if (browser === "") return language === "fil" ? `Browser sa ${system}` : `Browser on ${system}`;
  if (system === "") return browser;
  return language === "fil" ? `${browser} sa ${system}` : `${browser} on ${system}`;
}
