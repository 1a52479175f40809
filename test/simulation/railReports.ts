import { toDecimal } from "#common/money.ts";
import { type ToWrite, writeXml } from "#server/platform/gateways/rails/xml.ts";

/** A transfer as a model rail knows it. What it says of it is kept apart from what is true of its money. */
export type RailItem = {
  reference: string;
  messageId: string;
  amount: bigint;
  bank: string;
  accountNo: string;
  state: "waiting" | "held" | "credited" | "rejected" | "returned";
  code: string;
  /** Its amount has left our position, and has come back to it. */
  isSettled: boolean;
  isBack: boolean;
  /** What the rail has said of it so far, to whomever it came through. */
  said: Set<"credit" | "reject" | "return" | "settle">;
};

/** Something said that was never so: about this reference, of this kind of exception. */
export type Lie = {
  id: string;
  reference: string;
  kind: "wrong_amount" | "wrong_account" | "unknown_reference" | "unreadable";
};

type Status = "ACTC" | "ACSP" | "ACSC" | "PDNG" | "RJCT";
export type ItemReport = { item: RailItem; status: Status; code: string };
type Head = { id: string; at: number; participant: string };

/** pacs.002 about single transfers. */
export function statusReport(head: Head, messageId: string, said: readonly ItemReport[]): string {
  return report(head, [["OrgnlMsgId", messageId], PACS_008], said);
}

/** pacs.002 about a file. */
export function groupReport(
  head: Head,
  { messageId, items }: { messageId: string; items: readonly RailItem[] },
  status: "ACTC" | "ACSC" | "RJCT",
): string {
  const total = items.reduce((sum, { amount }) => sum + amount, 0n);
  return report(
    head,
    [
      ["OrgnlMsgId", messageId],
      PACS_008,
      ["OrgnlNbOfTxs", String(items.length)],
      ["OrgnlCtrlSum", toDecimal(total)],
      ["GrpSts", status],
    ],
    [],
  );
}

/** pacs.004: the money of transfers of one message comes back. */
export function returnReport(
  { id, at, participant }: Head,
  system: "INSTAPAY" | "PESONET",
  [first, ...rest]: [RailItem, ...RailItem[]],
): string {
  const items = [first, ...rest];
  const total = items.reduce((sum, { amount }) => sum + amount, 0n);
  return writeXml("pacs.004.001.09", [
    "PmtRtr",
    [
      [
        "GrpHdr",
        [
          ["MsgId", id],
          ["CreDtTm", new Date(at).toISOString()],
          ["NbOfTxs", String(items.length)],
          ["TtlRtrdIntrBkSttlmAmt", toDecimal(total), "PHP"],
          ["IntrBkSttlmDt", "2026-11-23"],
          [
            "SttlmInf",
            [
              ["SttlmMtd", "CLRG"],
              ["ClrSys", [["Prtry", system]]],
            ],
          ],
          agent("InstdAgt", participant),
        ],
      ],
      ["OrgnlGrpInf", [["OrgnlMsgId", first.messageId], PACS_008]],
      ...items.map((item): ToWrite => [
        "TxInf",
        [
          ["RtrId", `RT-${item.reference}`],
          ...referenceOf(item),
          ["OrgnlIntrBkSttlmAmt", toDecimal(item.amount), "PHP"],
          ["RtrdIntrBkSttlmAmt", toDecimal(item.amount), "PHP"],
          ["ChrgBr", "SLEV"],
          ["RtrRsnInf", [["Rsn", [["Cd", item.code]]]]],
          originalOf(item),
        ],
      ]),
    ],
  ]);
}

const PACS_008: ToWrite = ["OrgnlMsgNmId", "pacs.008.001.08"];

function report(
  { id, at, participant }: Head,
  original: ToWrite[],
  said: readonly ItemReport[],
): string {
  return writeXml("pacs.002.001.10", [
    "FIToFIPmtStsRpt",
    [
      [
        "GrpHdr",
        [["MsgId", id], ["CreDtTm", new Date(at).toISOString()], agent("InstdAgt", participant)],
      ],
      ["OrgnlGrpInfAndSts", original],
      ...said.map(({ item, status, code }): ToWrite => [
        "TxInfAndSts",
        [
          ...referenceOf(item),
          ["TxSts", status],
          ...(code === "" ? [] : [["StsRsnInf", [["Rsn", [["Cd", code]]]]] satisfies ToWrite]),
          ["ClrSysRef", `RX-${item.reference}`],
          originalOf(item),
        ],
      ]),
    ],
  ]);
}

function referenceOf({ reference }: RailItem): ToWrite[] {
  return [
    ["OrgnlEndToEndId", reference],
    ["OrgnlTxId", reference],
  ];
}

function originalOf({ amount, bank, accountNo }: RailItem): ToWrite {
  return [
    "OrgnlTxRef",
    [
      ["IntrBkSttlmAmt", toDecimal(amount), "PHP"],
      agent("CdtrAgt", bank),
      ["CdtrAcct", [["Id", [["Othr", [["Id", accountNo]]]]]]],
    ],
  ];
}

function agent(name: string, bic: string): ToWrite {
  return [name, [["FinInstnId", [["BICFI", bic]]]]];
}
