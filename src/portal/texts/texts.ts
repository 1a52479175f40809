import { makeTexts } from "#client/texts.ts";
import type { cardScreensTexts } from "./en/cardScreens.ts";
import type { signedOutTexts } from "./en/signedOut.ts";
import type { joiningTexts } from "./en/joining.ts";
import type { loanScreensTexts } from "./en/loanScreens.ts";
import type { memberTexts } from "./en/member.ts";

type SignedOut = typeof signedOutTexts;
type Joining = typeof joiningTexts;
type Member = typeof memberTexts;
type CardScreens = typeof cardScreensTexts;
type LoanScreens = typeof loanScreensTexts;

/** Every text of the portal by area. The English catalogues give the shape, Filipino must match it. */
export type Catalogue = SignedOut & Joining & Member & CardScreens & LoanScreens;

/** What is fetched together: the login's few texts, those of joining and recovery, the member's, the card's, the loans'. */
type Extent = "signedOut" | "joining" | "member" | "cardScreens" | "loanScreens";

export const {
  loadTexts,
  showTexts,
  changeLanguage,
  onLanguageChange,
  currentLanguage,
  useLanguage,
  useTexts,
  texts,
  chosenHere,
  forgetChoice,
} = makeTexts<Catalogue, Extent>(
  {
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
  },
  "signedOut",
);
