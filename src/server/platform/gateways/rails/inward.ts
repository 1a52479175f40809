import type { Centavos } from "#common/money.ts";
import { RAILS, type Rail } from "#contract/transferKinds.ts";
import { pesosOf } from "./amounts.ts";
import { allAt, type Element, needAt, readXml } from "./xml.ts";

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
};

/** What a rail sends of transfers to us: one of them, or the question how one stands. */
export type InwardMessage =
  | { kind: "transfer"; transfer: InwardTransfer }
  | { kind: "inquiry"; senderBank: string; txId: string }
  /** It is one of these and cannot be acted on. */
  | { kind: "unfit"; reason: string }
  /** It is about a transfer of ours, or cannot be read at all. */
  | { kind: "other" };

/** Reads a pacs.008 of one transfer, or a pacs.028. */
export function readInward(rail: Rail, bytes: Uint8Array, mostBytes: number): InwardMessage {
  const read = readXml(bytes, mostBytes);
  const { type } = read;
  if (type !== "pacs.008.001.08" && type !== "pacs.028.001.03") return { kind: "other" };
  if (read.kind === "unreadable") return unfit(read.reason);
  const [body] = read.root.children;
  if (body === undefined) return unfit("it is empty");
  return type === "pacs.028.001.03" ? inquiryIn(body) : transferIn(rail, body);
}

function inquiryIn(body: Element): InwardMessage {
  return {
    kind: "inquiry",
    senderBank: needAt(body, `GrpHdr/InstgAgt/${BIC}`),
    txId: needAt(body, "TxInf/OrgnlTxId"),
  };
}

const BIC = "FinInstnId/BICFI";

function transferIn(rail: Rail, body: Element): InwardMessage {
  if (needAt(body, "GrpHdr/SttlmInf/ClrSys/Prtry") !== RAILS[rail].system) {
    return unfit("it is another rail's");
  }
  const [one, another] = allAt(body, "CdtTrfTxInf");
  if (one === undefined || another !== undefined || Number(needAt(body, "GrpHdr/NbOfTxs")) !== 1) {
    return unfit("it is not about one transfer");
  }
  const [amountElement] = allAt(one, "IntrBkSttlmAmt");
  const [totalElement] = allAt(body, "GrpHdr/TtlIntrBkSttlmAmt");
  const amount = amountElement && pesosOf(amountElement);
  if (amount === undefined || amount <= 0n) {
    return unfit("its amount is not in pesos and centavos");
  }
  if (totalElement !== undefined && pesosOf(totalElement) !== amount) {
    return unfit("its sum is not that of its transfer");
  }
  const senderBank = needAt(one, `DbtrAgt/${BIC}`);
  if (needAt(body, `GrpHdr/InstgAgt/${BIC}`) !== senderBank) {
    return unfit("another bank sends it than the one it is from");
  }
  return {
    kind: "transfer",
    transfer: {
      messageId: needAt(body, "GrpHdr/MsgId"),
      senderBank,
      txId: needAt(one, "PmtId/TxId"),
      endToEndId: needAt(one, "PmtId/EndToEndId"),
      amount,
      senderName: needAt(one, "Dbtr/Nm"),
      senderAccount: needAt(one, "DbtrAcct/Id/Othr/Id"),
      receiverBank: needAt(one, `CdtrAgt/${BIC}`),
      accountNumber: needAt(one, "CdtrAcct/Id/Othr/Id"),
    },
  };
}

function unfit(reason: string): InwardMessage {
  return { kind: "unfit", reason };
}
