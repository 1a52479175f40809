import { randomBytes, randomUUID } from "node:crypto";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { document, element } from "./isoXml.ts";

/** How a transfer stands, in a status report. */
export type ReportedStatus = {
  status: "ACTC" | "ACSP" | "ACSC" | "PDNG" | "RJCT";
  reasonCode: string;
};

/** What is reported of the whole of a file. */
export type GroupReport = {
  messageId: string;
  count: number;
  total: bigint;
  status: "ACTC" | "ACSC" | "RJCT" | undefined;
  reasonCode?: string;
};

const PACS_008 = "pacs.008.001.08";

/** An id that no message of a rail had before. */
export function newMessageId(letters: "BN" | "PC"): string {
  return `${letters}-${randomUUID().replaceAll("-", "")}`;
}

/** The rail's own name for a transfer. Never sixteen digits long, which can look like the number of a card. */
export function newClearingReference(letters: "IPX" | "PNX"): string {
  return `${letters}-${randomBytes(10).toString("hex").toUpperCase()}`;
}

/** pacs.002 about one transfer. */
export function statusReport(
  world: World,
  transfer: RailTransferRecord,
  reported: ReportedStatus,
): string {
  return report(world, "BN", { OrgnlMsgId: transfer.messageId }, [
    transactionOf(transfer, reported),
  ]);
}

/** pacs.002 about a file, or about its transfers. */
export function fileReport(
  world: World,
  { messageId, count, total, status, reasonCode }: GroupReport,
  transfers: { transfer: RailTransferRecord; reported: ReportedStatus }[] = [],
): string {
  return report(
    world,
    "PC",
    {
      OrgnlMsgId: messageId,
      OrgnlNbOfTxs: String(count),
      OrgnlCtrlSum: toDecimal(total),
      ...(status === undefined ? {} : { GrpSts: status }),
      reasonCode,
    },
    transfers.map(({ transfer, reported }) => transactionOf(transfer, reported)),
  );
}

/** pacs.004: the money of transfers of one message, refunded. */
export function returnReport(
  world: World,
  system: "INSTAPAY" | "PESONET",
  [first, ...rest]: [RailTransferRecord, ...RailTransferRecord[]],
): string {
  const transfers = [first, ...rest];
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const header = element("GrpHdr", [
    ...messageHead(world, system === "INSTAPAY" ? "BN" : "PC"),
    element("NbOfTxs", String(transfers.length)),
    money("TtlRtrdIntrBkSttlmAmt", total),
    element("IntrBkSttlmDt", manilaDate(world.now())),
    element("SttlmInf", [
      element("SttlmMtd", "CLRG"),
      element("ClrSys", [element("Prtry", system)]),
    ]),
    element("InstdAgt", agent(world.railParticipant)),
  ]);
  const original = element("OrgnlGrpInf", [
    element("OrgnlMsgId", first.messageId),
    element("OrgnlMsgNmId", PACS_008),
  ]);
  const root = element("PmtRtr", [header, original, ...transfers.map(returned)]);
  return document("pacs.004.001.09", root);
}

function returned(transfer: RailTransferRecord): string {
  return element("TxInf", [
    element("RtrId", `RT-${transfer.reference}`.slice(0, 35)),
    element("OrgnlEndToEndId", transfer.endToEndId),
    element("OrgnlTxId", transfer.reference),
    money("OrgnlIntrBkSttlmAmt", transfer.amount),
    money("RtrdIntrBkSttlmAmt", transfer.amount),
    element("ChrgBr", "SLEV"),
    element("RtrRsnInf", reason(transfer.reasonCode)),
    originalReference(transfer),
  ]);
}

function report(
  world: World,
  letters: "BN" | "PC",
  original: {
    OrgnlMsgId: string;
    reasonCode?: string | undefined;
    [name: string]: string | undefined;
  },
  transactions: string[],
): string {
  const { OrgnlMsgId, reasonCode, ...counts } = original;
  const root = element("FIToFIPmtStsRpt", [
    element("GrpHdr", [
      ...messageHead(world, letters),
      element("InstdAgt", agent(world.railParticipant)),
    ]),
    element("OrgnlGrpInfAndSts", [
      element("OrgnlMsgId", OrgnlMsgId),
      element("OrgnlMsgNmId", PACS_008),
      ...Object.entries(counts).map(([name, value]) => element(name, value ?? "")),
      reasonCode === undefined ? undefined : element("StsRsnInf", reason(reasonCode)),
    ]),
    ...transactions,
  ]);
  return document("pacs.002.001.10", root);
}

function transactionOf(
  transfer: RailTransferRecord,
  { status, reasonCode }: ReportedStatus,
): string {
  return element("TxInfAndSts", [
    element("OrgnlEndToEndId", transfer.endToEndId),
    element("OrgnlTxId", transfer.reference),
    element("TxSts", status),
    reasonCode === "" ? undefined : element("StsRsnInf", reason(reasonCode)),
    element("AccptncDtTm", new Date(transfer.receivedAt).toISOString()),
    element("ClrSysRef", transfer.clearingReference),
    originalReference(transfer),
  ]);
}

function originalReference({ amount, bank, accountNo }: RailTransferRecord): string {
  return element("OrgnlTxRef", [
    money("IntrBkSttlmAmt", amount),
    element("CdtrAgt", agent(bank)),
    element("CdtrAcct", [element("Id", [element("Othr", [element("Id", accountNo)])])]),
  ]);
}

function messageHead(world: World, letters: "BN" | "PC"): string[] {
  return [element("MsgId", newMessageId(letters)), element("CreDtTm", world.now().toISOString())];
}

const reason = (code: string) => [element("Rsn", [element("Cd", code)])];
const agent = (bic: string) => [element("FinInstnId", [element("BICFI", bic)])];
const money = (name: string, amount: bigint) => element(`${name} Ccy="PHP"`, toDecimal(amount));
