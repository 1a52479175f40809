import { toDecimal } from "#common/money.ts";
import { railText } from "#common/railText.ts";
import { type QrPh, type QrRefusal, readQrPh } from "#common/readQrPh.ts";
import { payeeName } from "#contract/payees.ts";
import { isBatched, RAIL_NAMES } from "#contract/transferKinds.ts";
import type { TransferSetup } from "#contract/transferSetup.ts";

/** Whom a code says to pay, as the form has it. */
export type CodePayee = {
  /** Null for a card account of ours. */
  bankName: string | null;
  accountNumber: string;
  name: string;
  amount: bigint | undefined;
  /** What the payee calls this payment, as the code has it; "" for nothing. */
  label: string;
  /** Of a shop: where it is, and its code, which the order is paid by. */
  shop: { city: string; qr: string } | undefined;
};

/** Why nothing is filled in: what is wrong with the code, or there is none, its bank is not ours to reach, it is one's own. */
export type CodeRefusal = QrRefusal | "nothing" | "bank" | "own";

const CARD_ACCOUNT = /^\d{12}$/;
/** Codes of QR Ph are paid at once. */
const [RAIL] = RAIL_NAMES.filter((rail) => !isBatched(rail));

/** What the text of a code asks for, or why it is refused. */
export function payeeOfCode(
  text: string | undefined,
  setup: TransferSetup,
): CodePayee | { refused: CodeRefusal } {
  if (text === undefined) return { refused: "nothing" };
  const read = readQrPh(text);
  if ("refused" in read) return read;
  if (read.shop !== undefined) return shopPayee(read, text.trim(), setup);
  if (!payeeName.safeParse(read.name).success) return { refused: "malformed" };
  return read.bic === setup.participant ? ourPayee(read, setup) : bankPayee(read, setup);
}

function ourPayee(
  { accountNumber, name, amount, reference: label }: QrPh,
  { eonAccount }: TransferSetup,
): CodePayee | { refused: CodeRefusal } {
  if (!CARD_ACCOUNT.test(accountNumber)) return { refused: "account" };
  if (accountNumber === eonAccount?.accountNo) return { refused: "own" };
  return { bankName: null, accountNumber, name, amount, label, shop: undefined };
}

function bankPayee(
  { bic, accountNumber, name, amount, reference: label }: QrPh,
  setup: TransferSetup,
): CodePayee | { refused: CodeRefusal } {
  const banks = RAIL === undefined ? [] : setup[`${RAIL}BankList`];
  const bank = banks.find((each) => each.bic === bic);
  if (bank === undefined) return { refused: "bank" };
  return { bankName: bank.bankName, accountNumber, name, amount, label, shop: undefined };
}

/** Of a shop's name what a transfer cannot carry is left out: people read it, and nothing is found by it. */
function shopPayee(
  read: QrPh,
  qr: string,
  setup: TransferSetup,
): CodePayee | { refused: CodeRefusal } {
  const isCarried = payeeName.safeParse(read.name).success;
  const name = isCarried ? read.name : railText(read.name);
  if (name === undefined || !payeeName.safeParse(name).success) return { refused: "malformed" };
  const payee = bankPayee({ ...read, name }, setup);
  if ("refused" in payee) return payee;
  return { ...payee, shop: { city: read.shop?.city ?? "", qr } };
}

/** What the form is handed, as by 'Send again' (draftFrom). */
export const formState = ({ bankName, accountNumber, name, amount, shop }: CodePayee) => ({
  again: {
    kind: bankName === null ? "card" : RAIL,
    bankName: bankName ?? "",
    accountNumber,
    accountName: name,
    amount: amount === undefined ? "" : toDecimal(amount),
    qr: shop?.qr ?? "",
  },
});
