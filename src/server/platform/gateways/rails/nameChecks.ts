import { railText } from "#common/railText.ts";
import type { ToldOfName } from "#common/payeeName/judgePayee.ts";
import { INSTAPAY_BYTES } from "./instapay.ts";
import { type Element, readXml, textAt, type ToWrite, writeXml } from "./xml.ts";

/** Whose account it is asked about, and as whose. */
export type NameQuestion = {
  /** Names the question; at most 35 of A-Z a-z 0-9 and '-'. */
  id: string;
  bankBic: string;
  accountNumber: string;
  accountName: string;
};

/** An acmt.023: is this the name on this account? Throws for a name that the rails do not carry. */
export function nameQuestion(
  question: NameQuestion,
  { participant, at }: { participant: string; at: Date },
): string {
  const name = railText(question.accountName);
  if (name === undefined) throw new Error("the name cannot be asked about");
  return writeXml("acmt.023.001.03", [
    "IdVrfctnReq",
    [
      [
        "Assgnmt",
        [
          ["MsgId", question.id],
          ["CreDtTm", at.toISOString()],
          ["Assgnr", [agent(participant)]],
          ["Assgne", [agent(question.bankBic)]],
        ],
      ],
      [
        "Vrfctn",
        [
          ["Id", question.id],
          [
            "PtyAndAcctId",
            [
              ["Pty", [["Nm", name]]],
              ["Acct", [["Id", [["Othr", [["Id", question.accountNumber]]]]]]],
              agent(question.bankBic),
            ],
          ],
        ],
      ],
    ],
  ]);
}

/** What an acmt.024 says to this question; undefined where it is none, or about another account. */
export function readNameAnswer(
  bytes: Uint8Array,
  { id, accountNumber, bankBic }: NameQuestion,
): ToldOfName | undefined {
  const read = readXml(bytes, INSTAPAY_BYTES);
  if (read.kind === "unreadable" || read.type !== "acmt.024.001.03") return undefined;
  const [report] = read.root.children;
  if (report === undefined || !isAbout(report, { id, accountNumber, bankBic })) return undefined;
  const code = textAt(report, "Rpt/Rsn/Cd");
  const isTrue = ["true", "1"].includes(textAt(report, "Rpt/Vrfctn") ?? "");
  // One that contradicts itself says nothing.
  if (code !== undefined && isTrue !== (code === "MTCH")) return undefined;
  const says = code === undefined ? (isTrue ? "match" : "none") : ANSWERS[code];
  const name = textAt(report, "Rpt/UpdtdPtyAndAcctId/Pty/Nm");
  return says && { says, ...(name === undefined ? {} : { name }) };
}

const ANSWERS: Readonly<Record<string, ToldOfName["says"]>> = {
  MTCH: "match",
  CMTC: "close",
  NMTC: "none",
  NOAP: "unavailable",
};

function isAbout(
  report: Element,
  { id, accountNumber, bankBic }: Omit<NameQuestion, "accountName">,
): boolean {
  const original = "Rpt/OrgnlPtyAndAcctId";
  return (
    textAt(report, "OrgnlAssgnmt/MsgId") === id &&
    textAt(report, "Rpt/OrgnlId") === id &&
    textAt(report, `${original}/Acct/Id/Othr/Id`) === accountNumber &&
    textAt(report, `${original}/Agt/FinInstnId/BICFI`) === bankBic
  );
}

function agent(bic: string): ToWrite {
  return ["Agt", [["FinInstnId", [["BICFI", bic]]]]];
}
