import { writeCookie } from "#ui/preferences.ts";
import { makeStore, useStore } from "#ui/store.ts";
import type { cardScreensTexts } from "./en/cardScreens.ts";
import type { signedOutTexts } from "./en/signedOut.ts";
import type { joiningTexts } from "./en/joining.ts";
import type { loanScreensTexts } from "./en/loanScreens.ts";
import type { memberTexts } from "./en/member.ts";
import type { Language } from "./language.ts";

type SignedOut = typeof signedOutTexts;
type Joining = typeof joiningTexts;
type Member = typeof memberTexts;
type CardScreens = typeof cardScreensTexts;
type LoanScreens = typeof loanScreensTexts;

/** Every text of the portal by area. The English catalogues give the shape, Filipino must match it. */
export type Catalogue = SignedOut & Joining & Member & CardScreens & LoanScreens;

type State = { language: Language; catalogue: Partial<Catalogue> };

const state = makeStore<State>({ language: "en", catalogue: {} });

/** What is fetched together: the login's few texts, those of joining and recovery, the member's, the card's, the loans'. */
type Extent = "signedOut" | "joining" | "member" | "cardScreens" | "loanScreens";

const loaders: Record<Language, Record<Extent, () => Promise<Partial<Catalogue>>>> = {
  en: {
    signedOut: async () => (await import("./en/signedOut.ts")).signedOutTexts,
    joining: async () => (await import("./en/joining.ts")).joiningTexts,
    member: async () => (await import("./en/member.ts")).memberTexts,
    cardScreens: async () => (await import("./en/cardScreens.ts")).cardScreensTexts,
    loanScreens: async () => (await import("./en/loanScreens.ts")).loanScreensTexts,
  },
  fil: {
    signedOut: async () => (await import("./fil/signedOut.ts")).signedOutTexts,
    joining: async () => (await import("./fil/joining.ts")).joiningTexts,
    member: async () => (await import("./fil/member.ts")).memberTexts,
    cardScreens: async () => (await import("./fil/cardScreens.ts")).cardScreensTexts,
    loanScreens: async () => (await import("./fil/loanScreens.ts")).loanScreensTexts,
  },
};

const extents = new Set<Extent>(["signedOut"]);
let latest: Promise<void> = Promise.resolve();
let wanted: Language = "en";

/**
 * Loads what a page needs to speak, with what was loaded before. Await it before the first render
 * of a page that uses more than the login's texts.
 */
export function loadTexts(language: Language, extent: Extent): Promise<void> {
  extents.add(extent);
  wanted = language;
  latest = load(language);
  return latest;
}

async function load(language: Language): Promise<void> {
  const parts = await Promise.all([...extents].map((extent) => loaders[language][extent]()));
  // Another language was chosen meanwhile: what the caller needs comes in that one.
  if (wanted !== language) return latest;
  const known = state.get();
  const before = known.language === language ? known.catalogue : {};
  // The calls ask for answers in the language of the page, so it is named before anybody reads anew.
  document.documentElement.lang = language;
  showTexts(language, Object.assign({}, before, ...parts));
}

/** Speaks with texts that are there already: prerendering and tests. */
export function showTexts(language: Language, catalogue: Partial<Catalogue>): void {
  state.set({ language, catalogue });
}

let chosen: Language | undefined;

/** What whoever sits here chose on this page; the cookie may be of another visit, or another's. */
export const chosenHere = (): Language | undefined => chosen;

/** The choice is told, or whoever made it has gone. */
export function forgetChoice(): void {
  chosen = undefined;
}

/** Changes the language at once, on this page and the next visits. What was typed stays. */
export async function changeLanguage(language: Language): Promise<void> {
  chosen = language;
  writeCookie("lang", language);
  await loadTexts(language, "signedOut");
}

/** Calls `onChange` whenever another language shows. Answers how to stop. */
export function onLanguageChange(onChange: () => void): () => void {
  let shown = state.get().language;
  return state.subscribe(() => {
    const { language } = state.get();
    if (language === shown) return;
    shown = language;
    onChange();
  });
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
