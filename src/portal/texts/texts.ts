import { writeCookie } from "#ui/preferences.ts";
import { makeStore, useStore } from "#ui/store.ts";
import type { signedOutTexts } from "./en/signedOut.ts";
import type { memberTexts } from "./en/member.ts";
import type { Language } from "./language.ts";

type SignedOut = typeof signedOutTexts;
type Member = typeof memberTexts;

/** Every text of the portal by area. The English catalogues give the shape, Filipino must match it. */
export type Catalogue = SignedOut & Member;

type State = { language: Language; catalogue: Partial<Catalogue> };

const state = makeStore<State>({ language: "en", catalogue: {} });

let hasMemberTexts = false;

/** Each in a chunk of its own: the login page fetches one language's few texts. */
const signedOutLoaders = {
  en: () => import("./en/signedOut.ts"),
  fil: () => import("./fil/signedOut.ts"),
};
const memberLoaders = {
  en: () => import("./en/member.ts"),
  fil: () => import("./fil/member.ts"),
};

/** Loads what a page needs to speak. Call before the first render, and again for the signed-in part. */
export async function loadTexts(language: Language, extent: "signedOut" | "all"): Promise<void> {
  const wantsMember = extent === "all" || hasMemberTexts;
  const [signedOut, member] = await Promise.all([
    signedOutLoaders[language](),
    wantsMember ? memberLoaders[language]() : undefined,
  ]);
  hasMemberTexts = wantsMember;
  showTexts(language, { ...signedOut.signedOutTexts, ...member?.memberTexts });
}

/** Speaks with texts that are there already: prerendering and tests. */
export function showTexts(language: Language, catalogue: Partial<Catalogue>): void {
  state.set({ language, catalogue });
}

/** Changes the language at once, on this page and the next visits. What was typed stays. */
export async function changeLanguage(language: Language): Promise<void> {
  writeCookie("lang", language);
  await loadTexts(language, hasMemberTexts ? "all" : "signedOut");
  document.documentElement.lang = language;
}

export function currentLanguage(): Language {
  return state.get().language;
}

/** The language as React state. */
export function useLanguage(): Language {
  return useStore(state).language;
}

/** The texts of one area: `const texts = useTexts("dashboard")`. */
export function useTexts<Area extends keyof Catalogue>(area: Area): Catalogue[Area] {
  return pick(useStore(state).catalogue, area);
}

/** The same outside components, e.g. for a toast that a failed call shows; `common` by default. */
export function texts(): Catalogue["common"];
export function texts<Area extends keyof Catalogue>(area: Area): Catalogue[Area];
export function texts(area: keyof Catalogue = "common"): Catalogue[keyof Catalogue] {
  return pick(state.get().catalogue, area);
}

function pick<Area extends keyof Catalogue>(catalogue: Partial<Catalogue>, area: Area) {
  const found = catalogue[area];
  if (found === undefined) throw new Error(`The texts of "${area}" are not loaded.`);
  // Partial<T>[K] without undefined is T[K]; the compiler does not see it for a generic K.
  return found as Catalogue[Area];
}
