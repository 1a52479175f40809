import { carriedOtherwise } from "#common/railText.ts";
import { formatPesos } from "#common/money.ts";
import { brand } from "#brand";
import { cardAccountText } from "#contract/cardNames.ts";
import type { TransferDetails } from "#contract/transfers.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { formatDate } from "#ui/DateText.tsx";
import { groupedDigits } from "./payee.ts";

export type ReceiptRow = {
  key: string;
  name: string;
  text: string;
  /** Digits to be read one by one. */
  isCode?: true;
  isTotal?: true;
};

/** What a receipt lists, on the page and in its picture alike; rows with nothing in them are left out. */
export function receiptRows(
  details: TransferDetails,
  texts: { receipt: ReceiptTexts; transfer: TransferTexts },
  language: string,
): ReceiptRow[] {
  const { receipt, transfer } = texts;
  const { review } = transfer;
  const rows: ReceiptRow[] = [
    {
      key: "time",
      name: receipt.dateTime,
      text: formatDate(new Date(details.tranDate), "receipt", language),
    },
    { key: "from", name: review.from, text: details.transferFrom },
    { key: "to", name: review.to, text: wayOf(details, transfer).to },
    { key: "bank", name: review.bank, text: details.destinationBank ?? "" },
    {
      key: "number",
      name: review.accountNumber,
      text: groupedDigits(details.accountNumber),
      isCode: true,
    },
    { key: "name", name: review.accountName, text: details.accountName },
    { key: "sentAs", name: review.sentAs, text: sentAs(details) },
    { key: "via", name: review.via, text: wayOf(details, transfer).via },
    { key: "amount", name: review.amount, text: formatPesos(details.amount) },
    { key: "fee", name: transfer.fee, text: formatPesos(details.transactionFee) },
    { key: "total", name: transfer.total, text: formatPesos(details.total), isTotal: true },
  ];
  return rows.filter(({ text }) => text !== "");
}

/** The name in the rails' letters, where it is not the one that was typed; "" for a card of ours. */
function sentAs({ kind, accountName }: TransferDetails): string {
  const isToBank = kind === "instapay" || kind === "pesonet";
  return (isToBank ? carriedOtherwise(accountName) : undefined) ?? "";
}

/** Where to and by which way, in the page's language. */
function wayOf(
  { kind, transferTo }: TransferDetails,
  transfer: TransferTexts,
): { to: string; via: string } {
  switch (kind) {
    case "own":
      return { to: transferTo, via: transfer.review.viaOwn };
    case "card":
      return { to: transfer.toCard, via: brand.cardAccount };
    case "instapay":
    case "pesonet":
      return { to: transfer.toBank, via: transfer.rails[kind] };
  }
}

/** Who it went to, for the line under the amount: a name and where, or one of the two. */
export function payeeOf({ kind, accountName, accountNumber, destinationBank }: TransferDetails): {
  name: string;
  bank: string;
} {
  switch (kind) {
    case "own":
      return { name: "", bank: "" };
    case "card":
      return { name: cardAccountText(accountNumber), bank: "" };
    case "instapay":
    case "pesonet":
      return { name: accountName, bank: destinationBank ?? "" };
  }
}
