import type { Language } from "./refusals.ts";
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS } from "./transferKinds.ts";

/** What the issuer calls the kinds of movements, in Filipino; in English they stay. */
const FILIPINO: Readonly<Record<string, string>> = {
  "POS Purchase": "Pagbili sa tindahan",
  "POS Purchase Reversal": "Kinanselang pagbili sa tindahan",
  "E Commerce": "Pagbili online",
  "E Commerce Reversal": "Kinanselang pagbili online",
  "ATM Withdrawal": "Withdrawal sa ATM",
  "ATM Withdrawal Fee": "Bayad sa withdrawal sa ATM",
  "Balance Inquiry": "Pagtingin ng balanse sa ATM",
  ...Object.fromEntries(
    TRANSFER_KIND_NAMES.flatMap((kind) => {
      const { history } = TRANSFER_KINDS[kind];
      return history === null ? [] : [[history.en, history.fil]];
    }),
  ),
  "Instapay Send": "Padala sa InstaPay",
  "Instapay Fee": "Bayad sa InstaPay",
  "Instapay Send Returned": "Ibinalik na padala sa InstaPay",
  "Instapay Fee Returned": "Ibinalik na bayad sa InstaPay",
  "Instapay Receive": "Natanggap sa InstaPay",
  "Pesonet Receive": "Natanggap sa PESONet",
  "Pesonet Send": "Padala sa PESONet",
  "Pesonet Fee": "Bayad sa PESONet",
  "Pesonet Send Returned": "Ibinalik na padala sa PESONet",
  "Pesonet Fee Returned": "Ibinalik na bayad sa PESONet",
};

/** A kind of movement as a member reads it, the rails spelled as they are; one that nobody knows is shown as it came. */
export function kindText(description: string, language: Language): string {
  const named = language === "fil" ? (FILIPINO[description] ?? description) : description;
  return named.replaceAll(/\binstapay\b/gi, "InstaPay").replaceAll(/\bpesonet\b/gi, "PESONet");
}

/** The kinds whose name in this language has these words in it, whatever their case. */
export function kindsNamed(words: string, language: Language): string[] {
  if (language !== "fil") return [];
  const sought = words.toLowerCase();
  return Object.keys(FILIPINO).filter((kind) =>
    kindText(kind, language).toLowerCase().includes(sought),
  );
}

/** What the kinds end with that are what a movement cost, as a pattern that PostgreSQL reads too. */
export const FEE_KIND = " Fee( Returned)?$";
const feeKind = new RegExp(FEE_KIND);

/** Whether a line of the history is what a movement cost, and not the movement itself. */
export function isFeeKind(description: string): boolean {
  return feeKind.test(description);
}
