import { type Centavos, toDecimal } from "#common/money.ts";
import { RAILS, type Rail } from "#contract/transferKinds.ts";
import { allAt, needAt, readXml, textAt, type ToWrite, writeXml } from "./xml.ts";

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
};

/** The message in which it goes back: from us, of a day of Manila. */
type Sent = { participant: string; day: string; at: Date };

const idOf = (refNo: string) => `R-${refNo}`;
const agent = (bic: string) => ["FinInstnId", [["BICFI", bic]]] as const;
const PACS_008 = "pacs.008.001.08";

/** The pacs.004 of one: one return however often it is sent. */
export function inwardReturn(one: InwardReturn, sent: Sent): string {
  const original: ToWrite[] = [
    [
      "OrgnlGrpInf",
      [
        ["OrgnlMsgId", one.messageId],
        ["OrgnlMsgNmId", PACS_008],
      ],
    ],
  ];
  return writeXml("pacs.004.001.09", [
    "PmtRtr",
    [
      header("instapay", [one], {
        ...sent,
        messageId: idOf(one.refNo),
        to: [["InstdAgt", [agent(one.senderBank)]]],
      }),
      ...original,
      ["TxInf", returned(one, sent)],
    ],
  ]);
}

/** The pacs.004 of many, each with the file that brought it. */
export function inwardReturnFile(
  rail: Rail,
  items: readonly InwardReturn[],
  sent: Sent & { messageId: string },
): string {
  return writeXml("pacs.004.001.09", [
    "PmtRtr",
    [
      header(rail, items, { ...sent, to: [] }),
      ...items.map((one): ToWrite => ["TxInf", returned(one, sent, one.messageId)]),
    ],
  ]);
}

function header(
  rail: Rail,
  items: readonly InwardReturn[],
  { messageId, participant, day, at, to }: Sent & { messageId: string; to: ToWrite[] },
): ToWrite {
  const total = items.reduce((sum, { amount }) => sum + amount, 0n);
  return [
    "GrpHdr",
    [
      ["MsgId", messageId],
      ["CreDtTm", at.toISOString()],
      ["NbOfTxs", String(items.length)],
      ["TtlRtrdIntrBkSttlmAmt", toDecimal(total), "PHP"],
      ["IntrBkSttlmDt", day],
      [
        "SttlmInf",
        [
          ["SttlmMtd", "CLRG"],
          ["ClrSys", [["Prtry", RAILS[rail].system]]],
        ],
      ],
      ["InstgAgt", [agent(participant)]],
      ...to,
    ],
  ];
}

function returned(one: InwardReturn, { participant }: Sent, inMessage?: string): ToWrite[] {
  const pesos = toDecimal(one.amount);
  const original: ToWrite[] =
    inMessage === undefined
      ? []
      : [
          [
            "OrgnlGrpInf",
            [
              ["OrgnlMsgId", inMessage],
              ["OrgnlMsgNmId", PACS_008],
            ],
          ],
        ];
  return [
    ["RtrId", idOf(one.refNo)],
    ...original,
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
  ];
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
