import { parsePesos } from "#common/money.ts";
import type { Rail, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { textAt, type Tree } from "./isoXml.ts";

/** A pacs.008 as a rail takes it. */
export type CreditTransfers = {
  messageId: string;
  settlesOn: string;
  total: bigint;
  transfers: Pick<
    RailTransferRecord,
    "reference" | "endToEndId" | "messageId" | "amount" | "bank" | "accountNo" | "accountName"
  >[];
};

const SYSTEMS: Record<Rail, string> = { instapay: "INSTAPAY", pesonet: "PESONET" };

/**
 * Reads a pacs.008. Undefined when it is not this rail's, not from the participant, does not add up, or
 * names a transfer twice.
 */
export function readCreditTransfers(
  world: World,
  rail: Rail,
  root: Tree,
): CreditTransfers | undefined {
  const header = "FIToFICstmrCdtTrf/GrpHdr";
  const body = root.below.get("FIToFICstmrCdtTrf")?.[0];
  const messageId = textAt(root, `${header}/MsgId`);
  const transfers = (body?.below.get("CdtTrfTxInf") ?? []).map((transaction) => ({
    messageId,
    reference: textAt(transaction, "PmtId/TxId"),
    endToEndId: textAt(transaction, "PmtId/EndToEndId"),
    amount: parsePesos(textAt(transaction, "IntrBkSttlmAmt")) ?? 0n,
    bank: textAt(transaction, "CdtrAgt/FinInstnId/BICFI"),
    accountNo: textAt(transaction, "CdtrAcct/Id/Othr/Id"),
    accountName: textAt(transaction, "Cdtr/Nm"),
  }));
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const isWhole =
    textAt(root, `${header}/SttlmInf/ClrSys/Prtry`) === SYSTEMS[rail] &&
    textAt(root, `${header}/InstgAgt/FinInstnId/BICFI`) === world.railParticipant &&
    Number(textAt(root, `${header}/NbOfTxs`)) === transfers.length &&
    parsePesos(textAt(root, `${header}/TtlIntrBkSttlmAmt`)) === total &&
    new Set(transfers.map(({ reference }) => reference)).size === transfers.length;
  if (!isWhole) return undefined;
  return { messageId, settlesOn: textAt(root, `${header}/IntrBkSttlmDt`), total, transfers };
}
