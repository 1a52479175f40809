import type { Language } from "./refusals.ts";

type Named = Readonly<Record<Language, string>>;

/**
 * What an entry of the books means on an account of the member's own, by the recipe that booked it
 * (data/live/journal-templates.json) and its step. A recipe with one step that reaches such an account has one name.
 */
const KINDS = {
  OPENING_BALANCE: { en: "Opening balance", fil: "Panimulang balanse" },
  "OWN_TOPUP accept": { en: "To your card", fil: "Papunta sa inyong card" },
  "OWN_TOPUP fail": { en: "Back from your card", fil: "Ibinalik mula sa card" },
  "CARD_TO_CARD account_accept": { en: "To another card", fil: "Papunta sa card ng iba" },
  "CARD_TO_CARD account_fail": {
    en: "Back from another card",
    fil: "Ibinalik mula sa card ng iba",
  },
  "INSTAPAY_OUT account_hold": { en: "To another bank", fil: "Papunta sa ibang bangko" },
  "INSTAPAY_OUT account_reject": {
    en: "Back from another bank",
    fil: "Ibinalik mula sa ibang bangko",
  },
  INSTAPAY_RETURN: { en: "Back from another bank", fil: "Ibinalik mula sa ibang bangko" },
  "PESONET_OUT account_hold": { en: "To another bank", fil: "Papunta sa ibang bangko" },
  "PESONET_OUT account_abolished": {
    en: "Back from another bank",
    fil: "Ibinalik mula sa ibang bangko",
  },
  "PESONET_OUT account_return": {
    en: "Back from another bank",
    fil: "Ibinalik mula sa ibang bangko",
  },
  CARD_TO_OWN_SAVINGS: { en: "From your card", fil: "Galing sa inyong card" },
  CARD_FEE: { en: "Card fee", fil: "Bayad sa card" },
  UPGRADE_FEE: { en: "Card upgrade fee", fil: "Bayad sa upgrade ng card" },
  LOAN_RELEASE: { en: "Loan proceeds", fil: "Nakuha sa loan" },
  LOAN_PAYMENT: { en: "Loan payment", fil: "Bayad sa loan" },
  LOAN_ADVANCE: { en: "Loan payment given back", fil: "Ibinalik na bayad sa loan" },
  INWARD_CREDIT: { en: "From another bank", fil: "Galing sa ibang bangko" },
  CAPITAL_DEPOSIT: { en: "Capital contribution", fil: "Capital contribution" },
  PAYROLL_DEPOSIT: { en: "From your pay", fil: "Mula sa sahod mo" },
  COUNTER_WITHDRAWAL: { en: "Cash withdrawal", fil: "Pag-withdraw ng cash" },
  COUNTER_DEPOSIT: { en: "Deposit", fil: "Deposito" },
  SAVINGS_INTEREST: { en: "Interest", fil: "Interes" },
  "SAVINGS_INTEREST tax": { en: "Tax on interest", fil: "Buwis sa interes" },
  DIVIDEND: { en: "Dividend", fil: "Dibidendo" },
  "DIVIDEND tax": { en: "Tax on dividend", fil: "Buwis sa dibidendo" },
  REVERSAL: { en: "Correction", fil: "Pagtatama" },
  MANUAL: { en: "Entry of the association", fil: "Entry ng association" },
} as const satisfies Readonly<Record<string, Named>>;

const OTHER: Named = KINDS.MANUAL;
const BY_NAME = new Map<string, Named>(Object.entries(KINDS));

/** The recipes and steps that have a name here. */
export const movementKindNames: readonly string[] = [...BY_NAME.keys()];

/** What happened, as a member reads it. `kind` is the recipe and the step, for example 'OWN_TOPUP accept'. */
export function movementText(kind: string, language: Language): string {
  const [recipe = ""] = kind.split(" ");
  return (BY_NAME.get(kind) ?? BY_NAME.get(recipe) ?? OTHER)[language];
}

/** The recipes, or recipes with a step, whose name in this language has these words in it, whatever their case. */
export function movementKindsNamed(words: string, language: Language): string[] {
  const sought = words.toLowerCase();
  return [...BY_NAME].flatMap(([kind, name]) =>
    name[language].toLowerCase().includes(sought) ? [kind] : [],
  );
}
