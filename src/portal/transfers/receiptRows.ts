import { carriedOtherwise } from "#common/railText.ts";
import { formatPesos } from "#common/money.ts";
import { type KindWhere, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { shownSource, type TransferDetails } from "#contract/transferDetails.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { ReceiptRow } from "#portal/shared/drawReceipt.ts";
import { formatDate } from "#ui/DateText.tsx";
import { formOf } from "./forms.ts";
import { groupedDigits } from "./payee.tsx";

/** What a receipt lists, on the page and, with who sent it, in its picture; rows with nothing in them are left out. */
export function receiptRows(
  details: TransferDetails,
  texts: { receipt: ReceiptTexts; transfer: TransferTexts },
  language: string,
): ReceiptRow[] {
  const { receipt, transfer } = texts;
  const { review, shop: words } = transfer;
  const { shop } = details;
  const way = formOf(details.kind).receiptWay(details, transfer);
  const rows: ReceiptRow[] = [
    {
      key: "time",
      name: receipt.dateTime,
      text: formatDate(new Date(details.tranDate), "receipt", language),
    },
    { key: "from", name: review.from, text: details.transferFrom },
    { key: "to", name: review.to, text: way.to },
    { key: "bank", name: shop ? words.acquirer : review.bank, text: details.destinationBank ?? "" },
    {
      key: "number",
      name: shop ? words.number : review.accountNumber,
      text: groupedDigits(details.accountNumber),
      isCode: true,
    },
    { key: "name", name: shop ? words.name : review.accountName, text: details.accountName },
    { key: "city", name: words.city, text: shop?.city ?? "" },
    { key: "reference", name: words.reference, text: shop?.reference ?? "" },
    { key: "sentAs", name: review.sentAs, text: sentAs(details) },
    { key: "via", name: review.via, text: way.via },
    { key: "amount", name: review.amount, text: formatPesos(details.amount) },
    { key: "fee", name: transfer.fee, text: formatPesos(details.transactionFee) },
    { key: "total", name: transfer.total, text: formatPesos(details.total), isTotal: true },
  ];
  return rows.filter(({ text }) => text !== "");
}

/** What others read of it: who sent it by a given name, and the account by its last digits alone. */
export function sharedRows(
  details: TransferDetails,
  texts: { receipt: ReceiptTexts; transfer: TransferTexts },
  language: string,
): ReceiptRow[] {
  const { senderName } = details;
  const rows = receiptRows({ ...details, transferFrom: shownSource(details) }, texts, language);
  if (senderName === "") return rows;
  const sender = { key: "sender", name: texts.receipt.sender, text: senderName };
  return rows.flatMap((row) => (row.key === "from" ? [sender, row] : [row]));
}

/** The name in the rails' letters, where it is not the one that was typed; "" for a card of ours. */
function sentAs({ kind, accountName }: TransferDetails): string {
  const isOverRail = TRANSFER_KINDS[kind].rail !== null;
  return (isOverRail ? carriedOtherwise(accountName) : undefined) ?? "";
}

/** Who it went to, for the line under the amount: a name and where, or one of the two. */
export const payeeOf = (details: TransferDetails): { name: string; bank: string } =>
  formOf(details.kind).receiptPayee(details);

/** In the place of a payee's name, where the member sent to themselves; "" where there is one. */
export function toOneselfText({ kind }: TransferDetails, { receipt }: TransferTexts): string {
  const words: Partial<Record<TransferKind, string>> = receipt.toOneself satisfies Record<
    KindWhere<{ hasPayee: false }>,
    string
  >;
  return words[kind] ?? "";
}
