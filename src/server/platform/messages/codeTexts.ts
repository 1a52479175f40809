import { brand } from "#brand";
import { toGsm } from "#common/gsm.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";
import { fillTemplate } from "#common/templateText.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { payeeTexts, sourceTexts } from "./notices/transferTexts.ts";
import { LONGEST_LIMIT_NAME } from "./notices/limitTexts.ts";
import { LONGEST_SUM } from "./sumText.ts";
import { writtenText } from "./writtenText.ts";

/** What a code is for, as the text message says it. */
export type OtpPurposeText =
  | {
      purpose:
        | "login"
        | "signup"
        | "recover_username"
        | "recover_password"
        | "freeze"
        | "lift_freeze"
        | "reveal_cvv"
        | "reset_pin"
        | "add_passkey"
        | "remove_passkey";
    }
  | { purpose: "raise_limit" | "accept_loan" | "replace_card"; amount: string }
  | { purpose: "release_lock"; amount: string; account: string }
  | { purpose: "pay_loan"; amount: string; loan: string; account: string }
  | { purpose: "automatic_debit"; loan: string; account: string }
  | { purpose: "cash_withdrawal"; amount: string; account: string; branch: string }
  /** Which limit, and what it becomes, in words where it is none. */
  | { purpose: "raise_own_limit"; way: Record<Language, string>; amount: Record<Language, string> }
  /** `amount` is what the payee gets and the fee, in words (sumTextAscii). */
  | { purpose: "transfer"; amount: Record<Language, string>; payee: Record<Language, string> };

const { product } = brand;

/** What stands around every code, whatever staff word: the code first, the warning last. */
export const CODE_BEGINS = "{code} ";
const NEVER_SHARED: Record<Language, string> = {
  en: " Never share it.",
  fil: " Huwag itong ibigay kaninuman.",
};
/** One code is read out to somebody, and to nobody else. */
const TO_THE_TELLER: Record<Language, string> = {
  en: " Tell it only to the teller there.",
  fil: " Sabihin lang sa teller doon.",
};
export const codeEnds = (purpose: string): Record<Language, string> =>
  purpose === "cash_withdrawal" ? TO_THE_TELLER : NEVER_SHARED;

const reasons: Record<OtpPurposeText["purpose"], Record<Language, string>> = {
  login: { en: "to sign in", fil: "para mag-sign in" },
  signup: { en: "to create your online account", fil: "para gumawa ng online account" },
  recover_username: { en: "to set a new username", fil: "para palitan ang username" },
  recover_password: { en: "to set a new password", fil: "para palitan ang password" },
  freeze: { en: "to freeze your account", fil: "para i-freeze ang inyong account" },
  lift_freeze: {
    en: "to open your frozen account",
    fil: "para buksan ang na-freeze ninyong account",
  },
  transfer: {
    en: "to send {amount} to {payee}",
    fil: "para magpadala ng {amount} sa {payee}",
  },
  raise_limit: {
    en: "to raise your daily withdrawal limit to {amount}",
    fil: "para itaas sa {amount} ang inyong daily withdrawal limit",
  },
  reveal_cvv: {
    en: "to see your card's new CVV",
    fil: "para makita ang bagong CVV ng inyong card",
  },
  reset_pin: {
    en: "to set a new ATM PIN for your card",
    fil: "para gumawa ng bagong ATM PIN ng inyong card",
  },
  replace_card: {
    en: "to order a new card for {amount}",
    fil: "para mag-order ng bagong card na {amount}",
  },
  accept_loan: {
    en: "to accept our loan offer of {amount}",
    fil: "para tanggapin ang alok naming loan na {amount}",
  },
  add_passkey: {
    en: "to add a passkey to your account",
    fil: "para magdagdag ng passkey sa inyong account",
  },
  remove_passkey: {
    en: "to remove a passkey from your account",
    fil: "para alisin ang isang passkey sa inyong account",
  },
  raise_own_limit: {
    en: "to set your own limit ({way}) to {amount}",
    fil: "para gawing {amount} ang limit ninyo ({way})",
  },
  release_lock: {
    en: "to release {amount} that is locked on account ...{account}",
    fil: "para alisin ang lock sa {amount} sa account ...{account}",
  },
  pay_loan: {
    en: "to pay {amount} on your loan {loan} from account ...{account}",
    fil: "para magbayad ng {amount} sa loan {loan} mula sa account ...{account}",
  },
  automatic_debit: {
    en: "to pay your loan {loan} by itself from account ...{account}",
    fil: "para kusang bayaran ang loan {loan} mula sa account ...{account}",
  },
  cash_withdrawal: {
    en: "for {amount} in cash from account ...{account} at {branch}",
    fil: "para sa {amount} cash mula sa account ...{account} sa {branch}",
  },
};

/**
 * The texts with codes as they are shipped, by purpose. Each names what the code approves, so that it
 * cannot approve anything else.
 */
export const codeTexts = {
  login: codeText("login"),
  signup: codeText("signup"),
  recover_username: codeText("recover_username"),
  recover_password: codeText("recover_password"),
  freeze: codeText("freeze"),
  lift_freeze: codeText("lift_freeze"),
  transfer: codeText("transfer"),
  raise_limit: codeText("raise_limit"),
  reveal_cvv: codeText("reveal_cvv"),
  reset_pin: codeText("reset_pin"),
  replace_card: codeText("replace_card"),
  accept_loan: codeText("accept_loan"),
  add_passkey: codeText("add_passkey"),
  remove_passkey: codeText("remove_passkey"),
  raise_own_limit: codeText("raise_own_limit"),
  release_lock: codeText("release_lock"),
  pay_loan: codeText("pay_loan"),
  automatic_debit: codeText("automatic_debit"),
  cash_withdrawal: codeText("cash_withdrawal"),
};

const LONGEST_BRANCH = 30;
/** A branch as a text message names it. */
export const branchText = (name: string): string => toGsm(name).slice(0, LONGEST_BRANCH);

/** The longest values that a code's text can have: the greatest amount that a field takes. */
export const LONGEST_CODE_VALUES: Record<string, string> = {
  code: "999999",
  amount: formatPesosAscii(999_999_999_99n),
  way: LONGEST_LIMIT_NAME,
  account: "9999",
  loan: "LPRO-2026-9999999999",
  branch: "x".repeat(LONGEST_BRANCH),
};

/** The most that a schedule sends each time, as the text with its code says it. */
export const atMost = (pesos: string): Record<Language, string> => ({
  en: `at most ${pesos}`,
  fil: `hanggang ${pesos}`,
});

/** Who is paid on days to come, and on which. */
export const scheduledPayee = (
  payee: Record<Language, string>,
  when: Record<Language, string>,
): Record<Language, string> => ({
  en: `${payee.en}, ${when.en}`,
  fil: `${payee.fil}, ${when.fil}`,
});

/** Of a transfer's: to another bank with its fee, from an account that is not the card. */
export const LONGEST_TRANSFER_VALUES: Record<Language, Record<string, string>> = {
  en: { code: "999999", amount: LONGEST_SUM.en, payee: longestPayee("en") },
  fil: { code: "999999", amount: LONGEST_SUM.fil, payee: longestPayee("fil") },
};

/** The text message with a code, as staff word it now. */
export async function otpText(
  db: Db | Tx,
  code: string,
  what: OtpPurposeText,
  language: Language,
): Promise<string> {
  const { purpose } = what;
  const text = await writtenText(db, { channel: "code", name: purpose }, codeTexts[purpose]);
  return fillTemplate(text[language], { code, ...detailsOf(what, language) });
}

/** Its fields are named as the placeholders that they fill. */
function detailsOf(
  { purpose: _purpose, ...details }: OtpPurposeText,
  language: Language,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string | Record<Language, string>>(details).map(([name, value]) => [
      name,
      typeof value === "string" ? value : value[language],
    ]),
  );
}

function codeText(purpose: OtpPurposeText["purpose"]): Record<Language, string> {
  return {
    en: `${CODE_BEGINS}is your ${product} code ${reasons[purpose].en}.${codeEnds(purpose).en}`,
    fil: `${CODE_BEGINS}ang inyong ${product} code ${reasons[purpose].fil}.${codeEnds(purpose).fil}`,
  };
}

function longestPayee(language: Language): string {
  return `${payeeTexts.bank("9999")[language]} ${sourceTexts("9999")[language]}`;
}
