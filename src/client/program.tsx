import type { Language } from "#contract/refusals.ts";
import type { Theme, TextSize } from "#ui/preferences.ts";
import { createContext, useContext } from "react";

/** The texts that the shared parts of a screen take, by area: the catalogue of every program has them. */
export type SharedTexts = {
  common: { language: string };
  shell: {
    /** What the browser's tab is called on a page. */
    pageTitle: (page: string) => string;
    textSize: string;
    textSizes: Record<TextSize, string>;
    darkScreen: string;
    themes: Record<Theme, string>;
  };
};

/** How a program speaks. */
export type Program = {
  useTexts: <Area extends keyof SharedTexts>(area: Area) => SharedTexts[Area];
  useLanguage: () => Language;
  changeLanguage: (language: Language) => Promise<void>;
};

const ProgramContext = createContext<Program | undefined>(undefined);

export const ProgramProvider = ProgramContext.Provider;

/** The program that a shared part stands in; throws when no provider stands above, which is a programming error. */
export function useProgram(): Program {
  const program = useContext(ProgramContext);
  if (!program) throw new Error("No ProgramProvider above this component.");
  return program;
}
