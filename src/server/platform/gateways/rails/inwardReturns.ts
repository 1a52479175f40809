import { type Centavos, toDecimal } from "#common/money.ts";
import { allAt, needAt, readXml, textAt, writeXml } from "./xml.ts";

/** Money that another bank sent to us and that goes back to it. */
export type InwardReturn = {
  refNo: string;
  messageId: string;
  txId: string;
  endToEndId: string;
  senderBank: string;
  accountNumber: string;
  amount: Centavos;
  reasonCode: string;
  /** The day of Manila on which it was decided. */
  day: string;
  decidedAt: Date;
};

const idOf = (refNo: string) => `R-${refNo}`;

/** Its pacs.004: one return however often it is sent. */
export function inwardReturn(one: InwardReturn, participant: string): string {
  const pesos = toDecimal(one.amount);
  const agent = (bic: string) => ["FinInstnId", [["BICFI", bic]]] as const;
  return writeXml("pacs.004.001.09", [
    "PmtRtr",
    [
      [
        "GrpHdr",
        [
          ["MsgId", idOf(one.refNo)],
          ["CreDtTm", one.decidedAt.toISOString()],
          ["NbOfTxs", "1"],
          ["TtlRtrdIntrBkSttlmAmt", pesos, "PHP"],
          ["IntrBkSttlmDt", one.day],
          [
            "SttlmInf",
            [
              ["SttlmMtd", "CLRG"],
              ["ClrSys", [["Prtry", "INSTAPAY"]]],
            ],
          ],
          ["InstgAgt", [agent(participant)]],
          ["InstdAgt", [agent(one.senderBank)]],
        ],
      ],
      [
        "OrgnlGrpInf",
        [
          ["OrgnlMsgId", one.messageId],
          ["OrgnlMsgNmId", "pacs.008.001.08"],
        ],
      ],
      [
        "TxInf",
        [
          ["RtrId", idOf(one.refNo)],
          ["OrgnlEndToEndId", one.endToEndId],
          ["OrgnlTxId", one.txId],
          ["OrgnlIntrBkSttlmAmt", pesos, "PHP"],
          ["RtrdIntrBkSttlmAmt", pesos, "PHP"],
          ["ChrgBr", "SLEV"],
          ["RtrRsnInf", [["Rsn", [["Cd", one.reasonCode]]]]],
          [
            "OrgnlTxRef",
            [
              ["IntrBkSttlmAmt", pesos, "PHP"],
              ["CdtrAgt", [agent(participant)]],
              ["CdtrAcct", [["Id", [["Othr", [["Id", one.accountNumber]]]]]]],
            ],
          ],
        ],
      ],
    ],
  ]);
}

/** What the switch says of a return of ours: that it is taken, that it is not, or nothing that is about it. */
export function returnAnswer(
  bytes: Uint8Array,
  mostBytes: number,
  { refNo, txId }: { refNo: string; txId: string },
): "taken" | "refused" | "unclear" {
  const read = readXml(bytes, mostBytes);
  const [body] = read.kind === "message" ? read.root.children : [];
  if (read.kind === "unreadable" || read.type !== "pacs.002.001.10" || body === undefined) {
    return "unclear";
  }
  const [group, otherGroup] = allAt(body, "OrgnlGrpInfAndSts");
  const [one, another] = allAt(body, "TxInfAndSts");
  if (
    group === undefined ||
    one === undefined ||
    otherGroup !== undefined ||
    another !== undefined
  ) {
    return "unclear";
  }
  const isOurs =
    needAt(group, "OrgnlMsgId") === idOf(refNo) &&
    needAt(group, "OrgnlMsgNmId").startsWith("pacs.004") &&
    textAt(one, "OrgnlTxId") === txId;
  if (!isOurs) return "unclear";
  const status = textAt(one, "TxSts");
  if (status === "ACSC" || status === "ACCC") return "taken";
  return status === "RJCT" ? "refused" : "unclear";
}
