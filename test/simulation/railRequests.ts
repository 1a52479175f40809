import { parsePesos } from "#common/money.ts";
import { allAt, type Element, needAt, readXml } from "#server/platform/gateways/rails/xml.ts";
import type { RailItem } from "./railReports.ts";

/** What we sent to a rail: transfers, or a question about one. */
export type RailRequest =
  | { kind: "transfers"; messageId: string; settlesOn: string; items: RailItem[] }
  | { kind: "question"; reference: string };

/** Reads a pacs.008 or a pacs.028. Throws for anything else: nothing like it may have left us. */
export function readRequest(message: string): RailRequest {
  const read = readXml(Buffer.from(message), 8 * 1024 * 1024);
  if (read.kind === "unreadable") throw new Error(`we sent what is no message: ${read.reason}`);
  const [body] = read.root.children;
  if (body === undefined) throw new Error("we sent an empty message");
  if (read.type === "pacs.028.001.03") {
    return { kind: "question", reference: needAt(body, "TxInf/OrgnlTxId") };
  }
  const messageId = needAt(body, "GrpHdr/MsgId");
  const items = allAt(body, "CdtTrfTxInf").map((one) => itemOf(one, messageId));
  return { kind: "transfers", messageId, settlesOn: needAt(body, "GrpHdr/IntrBkSttlmDt"), items };
}

function itemOf(one: Element, messageId: string): RailItem {
  return {
    reference: needAt(one, "PmtId/TxId"),
    messageId,
    amount: parsePesos(needAt(one, "IntrBkSttlmAmt")) ?? 0n,
    bank: needAt(one, "CdtrAgt/FinInstnId/BICFI"),
    accountNo: needAt(one, "CdtrAcct/Id/Othr/Id"),
    state: "waiting",
    code: "",
    isSettled: false,
    isBack: false,
    said: new Set(),
  };
}

/** Whether two are the same transfer, word by word. */
export function isSameItem(one: RailItem, other: RailItem): boolean {
  return (["reference", "messageId", "amount", "bank", "accountNo"] as const).every(
    (name) => one[name] === other[name],
  );
}
