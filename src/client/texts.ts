import type { Language } from "#contract/refusals.ts";
import { writeCookie } from "#ui/preferences.ts";
import { makeStore, useStore } from "#ui/store.ts";

/** Anything that names Filipino is Filipino; the rest is English. */
export function toLanguage(text: string | undefined): Language {
  return text === "fil" || text === "tl" ? "fil" : "en";
}

type Texts<Catalogue extends { common: object }> = {
  (): Catalogue["common"];
  <Area extends keyof Catalogue>(area: Area): Catalogue[Area];
};

/**
 * The texts of one program and the language that it speaks. `loaders` fetch what belongs together, by language;
 * `first` is what every page needs.
 */
export function makeTexts<Catalogue extends { common: object }, Extent extends string>(
  loaders: Record<Language, Record<Extent, () => Promise<Partial<Catalogue>>>>,
  first: Extent,
) {
  type State = { language: Language; catalogue: Partial<Catalogue> };
  const state = makeStore<State>({ language: "en", catalogue: {} });
  const extents = new Set<Extent>([first]);
  let latest: Promise<void> = Promise.resolve();
  let wanted: Language = "en";
  let chosen: Language | undefined;

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

  /**
   * Loads what a page needs to speak, with what was loaded before. Await it before the first render
   * of a page that uses more than the first texts.
   */
  function loadTexts(language: Language, extent: Extent = first): Promise<void> {
    extents.add(extent);
    wanted = language;
    latest = load(language);
    return latest;
  }

  /** Speaks with texts that are there already: prerendering and tests. */
  function showTexts(language: Language, catalogue: Partial<Catalogue>): void {
    state.set({ language, catalogue });
  }

  /** Changes the language at once, on this page and the next visits. What was typed stays. */
  async function changeLanguage(language: Language): Promise<void> {
    chosen = language;
    writeCookie("lang", language);
    await loadTexts(language);
  }

  /** Calls `onChange` whenever another language shows. Answers how to stop. */
  function onLanguageChange(onChange: () => void): () => void {
    let shown = state.get().language;
    return state.subscribe(() => {
      const { language } = state.get();
      if (language === shown) return;
      shown = language;
      onChange();
    });
  }

  /** The texts of one area: `const texts = useTexts("dashboard")`. */
  function useTexts<Area extends keyof Catalogue>(area: Area): Catalogue[Area] {
    return pick(useStore(state).catalogue, area);
  }

  function pick<Area extends keyof Catalogue>(catalogue: Partial<Catalogue>, area: Area) {
    const found = catalogue[area];
    if (found === undefined) throw new Error(`The texts of "${String(area)}" are not loaded.`);
    // Partial<T>[K] without undefined is T[K]; the compiler does not see it for a generic K.
    return found as Catalogue[Area];
  }

  return {
    loadTexts,
    showTexts,
    changeLanguage,
    onLanguageChange,
    useTexts,
    /** The same outside components, e.g. for a toast that a failed call shows; `common` by default. */
    texts: ((area: keyof Catalogue = "common") =>
      pick(state.get().catalogue, area)) as Texts<Catalogue>,
    /** The language as React state. */
    useLanguage: (): Language => useStore(state).language,
    currentLanguage: (): Language => state.get().language,
    /** What whoever sits here chose on this page; the cookie may be of another visit, or another's. */
    chosenHere: (): Language | undefined => chosen,
    /** The choice is told, or whoever made it has gone. */
    forgetChoice: (): void => {
      chosen = undefined;
    },
  };
}
