import { type Centavos, toDecimal } from "#common/money.ts";
import { writeXml } from "./xml.ts";

/** How a transfer to us stands, and as what its bank knows it. */
export type InwardReport = {
  /** Our reference of it. */
  refNo: string;
  messageId: string;
  txId: string;
  endToEndId: string;
  status: "ACSC" | "RJCT";
  reasonCode: string | null;
  amount: Centavos;
  accountNumber: string;
  answeredAt: Date;
};

/** The pacs.002 about a transfer to us. The same outcome makes the same bytes, however often it is asked for. */
export function inwardReport(report: InwardReport, participant: string): string {
  const { refNo, messageId, txId, endToEndId, status, reasonCode } = report;
  const at = report.answeredAt.toISOString();
  const us = ["FinInstnId", [["BICFI", participant]]] as const;
  return writeXml("pacs.002.001.10", [
    "FIToFIPmtStsRpt",
    [
      [
        "GrpHdr",
        [
          ["MsgId", `S-${refNo}`],
          ["CreDtTm", at],
          ["InstgAgt", [us]],
        ],
      ],
      [
        "OrgnlGrpInfAndSts",
        [
          ["OrgnlMsgId", messageId],
          ["OrgnlMsgNmId", "pacs.008.001.08"],
        ],
      ],
      [
        "TxInfAndSts",
        [
          ["OrgnlEndToEndId", endToEndId],
          ["OrgnlTxId", txId],
          ["TxSts", status],
          ...(reasonCode === null
            ? []
            : ([["StsRsnInf", [["Rsn", [["Cd", reasonCode]]]]]] as const)),
          ["AccptncDtTm", at],
          ["AcctSvcrRef", refNo],
          [
            "OrgnlTxRef",
            [
              ["IntrBkSttlmAmt", toDecimal(report.amount), "PHP"],
              ["CdtrAgt", [us]],
              ["CdtrAcct", [["Id", [["Othr", [["Id", report.accountNumber]]]]]]],
            ],
          ],
        ],
      ],
    ],
  ]);
}
