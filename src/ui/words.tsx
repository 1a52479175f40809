import { createContext, useContext } from "react";

/** The few words that the components themselves say. The application gives them in its language. */
export type Words = {
  show: string;
  hide: string;
  /** Accessible name of a Show button: 'Show Password'. */
  showField: (label: string) => string;
  hideField: (label: string) => string;
  optional: string;
  inPesos: string;
  /** What is no amount, and how one is written. */
  amountWrong: string;
  close: string;
  copy: string;
  copied: string;
  copyOf: (what: string) => string;
  loading: string;
  amountHidden: string;
  sixDigits: string;
  checkingCode: string;
  error: string;
  /** Of a part of the page whose code did not arrive. */
  partMissing: string;
  partMissingWhy: string;
  /** Of what was not read before the connection went. */
  needsConnection: string;
  comesWithIt: string;
  tryAgain: string;
};

const WordsContext = createContext<Words | undefined>(undefined);

export const WordsProvider = WordsContext.Provider;

/** The words of the components; throws when no provider stands above, which is a programming error. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("No WordsProvider above this component.");
  return words;
}
