import { makeTexts } from "#client/texts.ts";
import type { cardScreensTexts } from "./en/cardScreens.ts";
import type { signedOutTexts } from "./en/signedOut.ts";
import type { accessTexts } from "./en/access.ts";
import type { loanScreensTexts } from "./en/loanScreens.ts";
import type { safetyScreensTexts } from "./en/safetyScreens.ts";
import type { memberTexts } from "./en/member.ts";

type SignedOut = typeof signedOutTexts;
type Access = typeof accessTexts;
type Member = typeof memberTexts;
type CardScreens = typeof cardScreensTexts;
type LoanScreens = typeof loanScreensTexts;
type SafetyScreens = typeof safetyScreensTexts;

/** Every text of the portal by area. The English catalogues give the shape, Filipino must match it. */
export type Catalogue = SignedOut & Access & Member & CardScreens & LoanScreens & SafetyScreens;

/** What is fetched together: the login's few texts, those of sign-up and recovery, the member's, the card's, the loans', safety's. */
type Extent = "signedOut" | "access" | "member" | "cardScreens" | "loanScreens" | "safetyScreens";

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
      access: async () => (await import("./en/access.ts")).accessTexts,
      member: async () => (await import("./en/member.ts")).memberTexts,
      cardScreens: async () => (await import("./en/cardScreens.ts")).cardScreensTexts,
      loanScreens: async () => (await import("./en/loanScreens.ts")).loanScreensTexts,
      safetyScreens: async () => (await import("./en/safetyScreens.ts")).safetyScreensTexts,
    },
    fil: {
      signedOut: async () => (await import("./fil/signedOut.ts")).signedOutTexts,
      access: async () => (await import("./fil/access.ts")).accessTexts,
      member: async () => (await import("./fil/member.ts")).memberTexts,
      cardScreens: async () => (await import("./fil/cardScreens.ts")).cardScreensTexts,
      loanScreens: async () => (await import("./fil/loanScreens.ts")).loanScreensTexts,
      safetyScreens: async () => (await import("./fil/safetyScreens.ts")).safetyScreensTexts,
    },
  },
  "signedOut",
);
