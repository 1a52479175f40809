import { type Centavos, parsePartnerPesos } from "#common/money.ts";
import { allAt, type Element, needAt, readXml, textAt } from "./xml.ts";

/** What a rail says of one transfer, and what it says the transfer is. */
export type SaidOfOne = {
  refNo: string;
  status: "ACTC" | "ACSP" | "ACSC" | "ACCC" | "PDNG" | "RJCT";
  reasonCode: string | undefined;
  amount: Centavos | undefined;
  accountNumber: string | undefined;
};

/** One transfer whose money comes back. */
export type ReturnedOne = {
  refNo: string;
  /** What comes back, which is all of it, or it does not fit. */
  amount: Centavos;
  originalAmount: Centavos;
  reasonCode: string;
  accountNumber: string;
};

/** A message of a rail to us. `originalId` is the MsgId of ours that it is about. */
export type RailMessage =
  | {
      kind: "status";
      messageId: string;
      originalId: string;
      group:
        | {
            status: "ACTC" | "ACSC" | "RJCT";
            reasonCode: string | undefined;
            count: number | undefined;
            total: Centavos | undefined;
          }
        | undefined;
      transfers: SaidOfOne[];
    }
  | { kind: "return"; messageId: string; originalId: string; transfers: ReturnedOne[] };

export type Unreadable = { kind: "unreadable"; reason: string };

/** Reads what a rail sent about transfers of ours: a pacs.002 or a pacs.004 that fits its schema. */
export function readRailMessage(bytes: Uint8Array, mostBytes: number): RailMessage | Unreadable {
  const read = readXml(bytes, mostBytes);
  if (read.kind === "unreadable") return read;
  const [report] = read.root.children;
  if (report === undefined) return { kind: "unreadable", reason: "it is empty" };
  if (read.type === "pacs.002.001.10") return statusOf(report);
  if (read.type === "pacs.004.001.09") return returnOf(report);
  return { kind: "unreadable", reason: `${read.type} is not for us` };
}

function statusOf(report: Element): RailMessage {
  const status = textAt(report, "OrgnlGrpInfAndSts/GrpSts");
  const count = textAt(report, "OrgnlGrpInfAndSts/OrgnlNbOfTxs");
  const total = textAt(report, "OrgnlGrpInfAndSts/OrgnlCtrlSum");
  return {
    kind: "status",
    messageId: needAt(report, "GrpHdr/MsgId"),
    originalId: needAt(report, "OrgnlGrpInfAndSts/OrgnlMsgId"),
    group:
      status === undefined
        ? undefined
        : {
            // The schema allows exactly these.
            status: status as "ACTC" | "ACSC" | "RJCT",
            reasonCode: textAt(report, "OrgnlGrpInfAndSts/StsRsnInf/Rsn/Cd"),
            count: count === undefined ? undefined : Number(count),
            total: total === undefined ? undefined : parsePartnerPesos(total),
          },
    transfers: allAt(report, "TxInfAndSts").map((one) => ({
      refNo: sameReference(one),
      // The schema allows exactly these.
      status: needAt(one, "TxSts") as SaidOfOne["status"],
      reasonCode: textAt(one, "StsRsnInf/Rsn/Cd"),
      amount: parsePartnerPesos(textAt(one, "OrgnlTxRef/IntrBkSttlmAmt") ?? ""),
      accountNumber: textAt(one, "OrgnlTxRef/CdtrAcct/Id/Othr/Id"),
    })),
  };
}

function returnOf(report: Element): RailMessage {
  return {
    kind: "return",
    messageId: needAt(report, "GrpHdr/MsgId"),
    originalId: needAt(report, "OrgnlGrpInf/OrgnlMsgId"),
    transfers: allAt(report, "TxInf").map((one) => ({
      refNo: sameReference(one),
      amount: pesosAt(one, "RtrdIntrBkSttlmAmt"),
      originalAmount: pesosAt(one, "OrgnlIntrBkSttlmAmt"),
      reasonCode: needAt(one, "RtrRsnInf/Rsn/Cd"),
      accountNumber: needAt(one, "OrgnlTxRef/CdtrAcct/Id/Othr/Id"),
    })),
  };
}

/** Ours is in both places. Two that differ are the name of no transfer. */
function sameReference(one: Element): string {
  const endToEnd = needAt(one, "OrgnlEndToEndId");
  const transaction = needAt(one, "OrgnlTxId");
  return endToEnd === transaction ? endToEnd : `${endToEnd}/${transaction}`;
}

/** The amount of an element that the schema asks for. */
export function pesosAt(element: Element, path: string): Centavos {
  const amount = parsePartnerPesos(needAt(element, path));
  if (amount === undefined) throw new Error(`${path} is no amount`);
  return amount;
}
