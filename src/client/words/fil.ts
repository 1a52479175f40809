import type { words as english } from "./en.ts";

/** What the components of the design system say, in Filipino. */
export const words: typeof english = {
  show: "Ipakita",
  hide: "Itago",
  showField: (label) => `Ipakita ang ${label}`,
  hideField: (label) => `Itago ang ${label}`,
  optional: "hindi kailangan",
  inPesos: "sa piso",
  amountWrong:
    "Isulat ang piso nang hanggang dalawang decimal at walang zero sa unahan, halimbawa 1,250.50.",
  close: "Isara",
  copy: "Kopyahin",
  copied: "Nakopya na",
  copyOf: (what) => `Kopyahin ang ${what}`,
  loading: "Kinukuha",
  amountHidden: "Nakatago ang halaga",
  sixDigits: "6 na digit",
  checkingCode: "Sinusuri ang code",
  error: "Mali",
  partMissing: "Hindi ma-load ang bahaging ito",
  partMissingWhy: "Baka nawala sandali ang koneksyon. Hindi nagbabago ang ibang bahagi ng pahina.",
  needsConnection: "Kailangan nito ng koneksyon",
  comesWithIt: "Kusa itong lalabas kapag konektado na kayo ulit.",
  tryAgain: "Subukan ulit",
};
