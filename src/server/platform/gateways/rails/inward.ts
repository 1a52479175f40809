import type { Centavos } from "#common/money.ts";
import { isBatched, RAILS, type Rail } from "#contract/transferKinds.ts";
import { centavosOf, pesosOf } from "./amounts.ts";
import { allAt, type Element, needAt, readXml, textAt } from "./xml.ts";

/** What a transfer says of itself for which it cannot be credited, whatever account it is for. */
export type Objection = "another_currency" | "another_amount" | "receiver_pays" | "another_bank";

/** A transfer that another bank sends to an account of ours. */
export type InwardTransfer = {
  messageId: string;
  /** What the bank that sends calls it; with the bank's BIC it is one transfer. */
  senderBank: string;
  txId: string;
  endToEndId: string;
  amount: Centavos;
  senderName: string;
  senderAccount: string;
  /** Who is to receive it: the bank, by its BIC, and the account's digits. */
  receiverBank: string;
  accountNumber: string;
  objection: Objection | undefined;
};

/** What a rail sends of transfers to us: one of them, or the question how one stands. */
export type InwardMessage =
  | { kind: "transfer"; transfer: InwardTransfer }
  | { kind: "inquiry"; senderBank: string; txId: string }
  /** It is one of these and cannot be acted on. */
  | { kind: "unfit"; reason: string }
  /** It is about a transfer of ours, or cannot be read at all. */
  | { kind: "other" };

/**
 * Reads a pacs.008 of one transfer, or a pacs.028. The elements that decide are read, all others of the
 * standard are passed over (data/live/iso20022/read).
 */
export function readInward(rail: Rail, bytes: Uint8Array, mostBytes: number): InwardMessage {
  const read = readXml(bytes, mostBytes);
  const { type } = read;
  if (type !== "pacs.008.001.08" && type !== "pacs.028.001.03") return { kind: "other" };
  if (read.kind === "unreadable") return unfit(read.reason);
  const [body] = read.root.children;
  if (body === undefined) return unfit("it is empty");
  return type === "pacs.028.001.03" ? inquiryIn(body) : transferIn(rail, body);
}

/** A file of transfers to us; its lines in their order, with those that cannot be acted on. */
export type InwardFile =
  | { kind: "file"; messageId: string; lines: (InwardTransfer | { reason: string })[] }
  /** It is none, and why. */
  | { kind: "unfit"; reason: string };

/** Reads a pacs.008 of many transfers, as readInward does one of a single transfer. */
export function readInwardFile(rail: Rail, bytes: Uint8Array, mostBytes: number): InwardFile {
  const read = readXml(bytes, mostBytes);
  if (read.kind === "unreadable") return { kind: "unfit", reason: read.reason };
  const [body] = read.root.children;
  if (body === undefined || read.type !== "pacs.008.001.08") {
    return { kind: "unfit", reason: "it is no file of transfers" };
  }
  const found = transfersIn(rail, body);
  return "reason" in found ? { kind: "unfit", ...found } : { kind: "file", ...found };
}

const BIC = "FinInstnId/BICFI";

function inquiryIn(body: Element): InwardMessage {
  const [one, another] = allAt(body, "TxInf");
  if (one === undefined || another !== undefined) return unfit("it is not about one transfer");
  const [senderBank, otherBank] = bicsIn([
    ...allAt(body, `GrpHdr/InstgAgt/${BIC}`),
    ...allAt(one, `InstgAgt/${BIC}`),
  ]);
  const txId = needAt(one, "OrgnlTxId");
  if (senderBank === undefined || otherBank !== undefined || txId === "") {
    return unfit("it does not name one transfer");
  }
  return { kind: "inquiry", senderBank, txId };
}

function transferIn(rail: Rail, body: Element): InwardMessage {
  const read = transfersIn(rail, body);
  if ("reason" in read) return { kind: "unfit", ...read };
  const [one, another] = read.lines;
  if (one === undefined || another !== undefined) return unfit("it is not about one transfer");
  return "reason" in one ? { kind: "unfit", ...one } : { kind: "transfer", transfer: one };
}

/** Why something cannot be acted on. */
type Unfit = { reason: string };

function transfersIn(
  rail: Rail,
  body: Element,
): Unfit | { messageId: string; lines: (InwardTransfer | Unfit)[] } {
  const system = textAt(body, "GrpHdr/SttlmInf/ClrSys/Prtry");
  if ((system ?? textAt(body, "GrpHdr/SttlmInf/ClrSys/Cd")) !== RAILS[rail].system) {
    return { reason: "it is another rail's" };
  }
  const parts = allAt(body, "CdtTrfTxInf");
  if (Number(needAt(body, "GrpHdr/NbOfTxs")) !== parts.length) {
    return { reason: "its count is not that of its transfers" };
  }
  const total = parts.reduce((sum, one) => sum + (amountAt(one, "IntrBkSttlmAmt") ?? 0n), 0n);
  const sums = [
    ...allAt(body, "GrpHdr/TtlIntrBkSttlmAmt").map(pesosOf),
    ...allAt(body, "GrpHdr/CtrlSum").map(({ text }) => centavosOf(text)),
  ];
  if (sums.some((sum) => sum !== total)) {
    return { reason: "its sum is not that of its transfers" };
  }
  const messageId = needAt(body, "GrpHdr/MsgId");
  return { messageId, lines: parts.map((one) => lineIn(rail, body, one)) };
}

function lineIn(rail: Rail, body: Element, one: Element): InwardTransfer | Unfit {
  const amount = amountAt(one, "IntrBkSttlmAmt");
  if (amount === undefined || amount <= 0n || amount > MOST) {
    return { reason: "its amount is not in pesos and centavos" };
  }
  const senderBank = bicOf(textAt(one, `DbtrAgt/${BIC}`) ?? "");
  const receiverBank = bicOf(textAt(one, `CdtrAgt/${BIC}`) ?? "");
  const senders = bicsIn([
    ...allAt(one, `InstgAgt/${BIC}`),
    // A file of many banks' transfers comes from the clearing house.
    ...(isBatched(rail) ? [] : allAt(body, `GrpHdr/InstgAgt/${BIC}`)),
  ]);
  if (senders.some((bank) => bank !== senderBank)) {
    return { reason: "another bank sends it than the one it is from" };
  }
  const transfer = {
    messageId: needAt(body, "GrpHdr/MsgId"),
    senderBank,
    txId: needAt(one, "PmtId/TxId"),
    endToEndId: needAt(one, "PmtId/EndToEndId"),
    amount,
    senderName: needAt(one, "Dbtr/Nm").replaceAll(/\s+/g, " "),
    senderAccount: accountAt(one, "DbtrAcct"),
    receiverBank,
    accountNumber: accountAt(one, "CdtrAcct"),
    objection: objectionIn(body, one, { amount, receiverBank }),
  };
  // Blanks alone are as good as nothing.
  const isWhole = Object.values(transfer).every((value) => value !== "");
  return isWhole ? transfer : { reason: "an element that decides is empty" };
}

/** No rail carries more pesos than have twelve digits. */
const MOST = 999_999_999_999_99n;

/** What speaks against it among what need not be there. */
function objectionIn(
  body: Element,
  one: Element,
  { amount, receiverBank }: { amount: Centavos; receiverBank: string },
): Objection | undefined {
  const instructed = bicsIn([
    ...allAt(body, `GrpHdr/InstdAgt/${BIC}`),
    ...allAt(one, `InstdAgt/${BIC}`),
  ]);
  if (instructed.some((bank) => bank !== receiverBank)) return "another_bank";
  const [said] = allAt(one, "InstdAmt");
  const currencies = [said?.currency, textAt(one, "CdtrAcct/Ccy")];
  if (currencies.some((currency) => (currency ?? "PHP") !== "PHP")) return "another_currency";
  // Who sends pays (BSP Circular 980): nothing may be taken off what was ordered.
  if (said !== undefined && pesosOf(said) !== amount) return "another_amount";
  return ["CRED", "SHAR"].includes(needAt(one, "ChrgBr")) ? "receiver_pays" : undefined;
}

function amountAt(one: Element, name: string): Centavos | undefined {
  const [found] = allAt(one, name);
  return found && pesosOf(found);
}

/** An account as its bank writes it; of ours the digits. */
function accountAt(one: Element, name: string): string {
  return textAt(one, `${name}/Id/Othr/Id`) ?? needAt(one, `${name}/Id/IBAN`);
}

/** The banks that these are, each once. */
function bicsIn(elements: readonly Element[]): string[] {
  return [...new Set(elements.map(({ text }) => bicOf(text)))];
}

/** A BIC of eight is that of the head office. */
const bicOf = (bic: string) => (bic.length === 8 ? bic.padEnd(11, "X") : bic);

function unfit(reason: string): InwardMessage {
  return { kind: "unfit", reason };
}
