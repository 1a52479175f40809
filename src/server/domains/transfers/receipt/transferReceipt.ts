import { referenceText } from "#common/reference.ts";
import { carriedOtherwise } from "#common/railText.ts";
import { hotline } from "#contract/hotline.ts";
import { printedPaperCode } from "#common/paperCode.ts";
import { formatPesos } from "#common/money.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { shownSource, type TransferDetails } from "#contract/transferDetails.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { once } from "#server/platform/pdf/once.ts";
import type { Language } from "#server/platform/pdf/sheet.ts";
import { receiptCode } from "./receiptCode.ts";
import { transferDetails } from "./transferDetails.ts";
import type { drawReceipt, ReceiptPage } from "./drawReceipt.ts";
import { receiptTexts, type Texts } from "./receiptTexts.ts";

/**
 * The PDF receipt of one of the caller's transfers as it stands now. Another member's reference is refused as
 * if it did not exist (not_found). The file name holds nothing but our reference.
 */
export async function transferReceipt(
  app: App,
  caller: Caller,
  { refNo, origin }: { refNo: string; origin: string },
): Promise<FileAnswer> {
  const details = await transferDetails(app, caller, refNo);
  const code = await receiptCode(app, caller, refNo);
  const page = receiptPage(details, caller.language, {
    at: app.now(),
    code: printedPaperCode(code),
    checkedAt: `${origin}/verify`,
  });
  const bytes = await app.pdf.inTurn(caller.memberGuid, (draw) =>
    draw<typeof drawReceipt>("receipt", page),
  );
  return {
    name: `receipt-${details.refNo}.pdf`,
    mediaType: "application/pdf",
    parts: once(bytes),
  };
}

function receiptPage(
  details: TransferDetails,
  language: Language,
  { at, code, checkedAt }: { at: Date; code: string; checkedAt: string },
): ReceiptPage {
  const texts = receiptTexts[language];
  return {
    language,
    title: texts.title,
    state: details.isReceived ? texts.received : texts.states[details.state],
    amount: formatPesos(details.amount),
    // In a row of its own: in a sentence the end of a line would part it.
    rows: [...rowsOf(details, language), { name: texts.code, text: code }],
    notes: [
      ...(details.reason === null ? [] : [details.reason]),
      texts.madeAt(moment(at)),
      texts.check(checkedAt),
      texts.help(hotline),
    ],
    at,
  };
}

function rowsOf(details: TransferDetails, language: Language) {
  const texts = receiptTexts[language];
  const { shop } = details;
  const rows = [
    { name: texts.reference, text: referenceText(details.refNo) },
    { name: texts.dateTime, text: moment(new Date(details.tranDate)) },
    { name: texts.sender, text: details.senderName },
    { name: texts.from, text: shownSource(details) },
    { name: texts.to, text: whereTo(details, texts) },
    { name: shop ? texts.acquirer : texts.bank, text: details.destinationBank ?? "" },
    {
      name: shop ? texts.shopNumber : texts.accountNumber,
      text: details.accountNumber.replaceAll(/(\d{4})(?=\d)/g, "$1 "),
    },
    { name: shop ? texts.shop : texts.accountName, text: details.accountName },
    { name: texts.city, text: shop?.city ?? "" },
    { name: texts.shopReference, text: shop?.reference ?? "" },
    { name: texts.sentAs, text: sentAs(details) },
    {
      name: texts.via,
      text: TRANSFER_KINDS[details.kind].hasPayee ? details.transferVia : texts.viaOwn,
    },
    { name: texts.amount, text: formatPesos(details.amount) },
    { name: texts.fee, text: formatPesos(details.transactionFee) },
    { name: texts.total, text: formatPesos(details.total), isTotal: true },
  ];
  return rows.filter(({ text }) => text !== "");
}

function whereTo({ shop, destinationBank, transferTo }: TransferDetails, texts: Texts): string {
  if (shop !== null) return texts.toShop;
  return destinationBank === null ? transferTo : texts.toBank;
}

/** The name in the rails' letters, where it is not the one that was typed; "" for a card of ours. */
function sentAs({ kind, accountName }: TransferDetails): string {
  const isOverRail = TRANSFER_KINDS[kind].rail !== null;
  return (isOverRail ? carriedOtherwise(accountName) : undefined) ?? "";
}

/** Receipts have 'MM/dd/yyyy hh:mm a' in both languages (row V01). */
const moment = (at: Date) => receiptMoment.format(at).replace(",", "").replaceAll("\u202f", " ");
const receiptMoment = new Intl.DateTimeFormat("en-US", {
  month: "2-digit",
  day: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Asia/Manila",
});
