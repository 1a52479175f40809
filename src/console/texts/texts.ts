import { makeTexts } from "#client/texts.ts";
import type { all } from "./en/all.ts";

/** Every text of the console by area. The English catalogues give the shape, Filipino must match it. */
export type Catalogue = typeof all;

export const {
  loadTexts,
  changeLanguage,
  onLanguageChange,
  currentLanguage,
  useLanguage,
  useTexts,
  texts,
} = makeTexts<Catalogue, "all">(
  {
    en: { all: async () => (await import("./en/all.ts")).all },
    fil: { all: async () => (await import("./fil/all.ts")).all },
  },
  "all",
);
