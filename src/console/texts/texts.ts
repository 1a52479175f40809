import { writeCookie } from "#ui/preferences.ts";
import { makeStore, useStore } from "#ui/store.ts";
import type { all } from "./en/all.ts";

export type Language = "en" | "fil";

/** Every text of the console by area. The English catalogues give the shape, Filipino must match it. */
export type Catalogue = typeof all;

type State = { language: Language; catalogue: Catalogue | undefined };

const state = makeStore<State>({ language: "en", catalogue: undefined });

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import("./en/all.ts")).all,
  fil: async () => (await import("./fil/all.ts")).all,
};

let wanted: Language = "en";

/** Loads the texts of a language and speaks it. Await it before the first render. */
export async function loadTexts(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await loaders[language]();
  // Another language was chosen meanwhile.
  if (wanted !== language) return;
  // The calls ask for answers in the language of the page, so it is named before anybody reads anew.
  document.documentElement.lang = language;
  state.set({ language, catalogue });
}

/** Changes the language at once, on this page and the next visits. What was typed stays. */
export async function changeLanguage(language: Language): Promise<void> {
  writeCookie("lang", language);
  await loadTexts(language);
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

/** The language as React state. */
export function useLanguage(): Language {
  return useStore(state).language;
}

/** The texts of one area: `const texts = useTexts("table")`. */
export function useTexts<Area extends keyof Catalogue>(area: Area): Catalogue[Area] {
  return pick(useStore(state).catalogue, area);
}

/** The same outside components, e.g. for a toast. */
export function texts<Area extends keyof Catalogue>(area: Area): Catalogue[Area] {
  return pick(state.get().catalogue, area);
}

function pick<Area extends keyof Catalogue>(catalogue: Catalogue | undefined, area: Area) {
  if (catalogue === undefined) throw new Error("The texts are not loaded.");
  return catalogue[area];
}
