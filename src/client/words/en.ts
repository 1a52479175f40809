import type { Words } from "#ui/words.tsx";

/** What the components of the design system say, in English. */
export const words: Words = {
  show: "Show",
  hide: "Hide",
  showField: (label) => `Show ${label}`,
  hideField: (label) => `Hide ${label}`,
  optional: "optional",
  inPesos: "in pesos",
  amountWrong: "Write pesos with two decimals at most and no zeros in front, for example 1,250.50.",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  copyOf: (what) => `Copy ${what}`,
  loading: "Loading",
  amountHidden: "Amount hidden",
  sixDigits: "6 digits",
  checkingCode: "Checking the code",
  error: "Error",
  partMissing: "This part could not be loaded",
  partMissingWhy: "The connection may be gone for a moment. Everything else stays as it is.",
  tryAgain: "Try again",
};
