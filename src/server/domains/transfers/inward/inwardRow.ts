import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Rail } from "#contract/transferKinds.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { InwardCredit } from "#server/db/schema.ts";

/** A transfer to an account of ours, as it was answered. */
export type InwardRow = Selectable<InwardCredit>;

/** The table's check allows exactly the rails. */
export const railOf = (row: Pick<InwardRow, "rail">): Rail => row.rail as Rail;

/** A rail's transfers are known by the bank that sends and its name for it. */
type Name = { rail: Rail; senderBank: string; txId: string };

export async function findInward(
  db: Db | Tx,
  { rail, senderBank, txId }: Name,
): Promise<InwardRow | undefined> {
  return db
    .selectFrom("inward_credit")
    .selectAll()
    .where("rail", "=", rail)
    .where("sender_bank", "=", senderBank)
    .where("tx_id", "=", txId)
    .executeTakeFirst();
}

/** A message as it came. */
export type InwardMessageBytes = { rail: Rail; bytes: Uint8Array; correlationId: string };

/** Keeps a message as it was; the same bytes once. */
export async function keepMessage(
  tx: Tx,
  { rail, bytes, correlationId }: InwardMessageBytes,
  {
    messageId,
    outcome,
    refNo = null,
    reason = null,
    at,
  }: {
    messageId: string;
    outcome: "booked" | "already" | "exception";
    refNo?: string | null;
    reason?: string | null;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto("rail_message")
    .values({
      rail,
      direction: "in",
      type: "pacs.008",
      message_id: `${messageId}-${hashOf(bytes)}`,
      ref_no: refNo,
      // PostgreSQL stores no NUL.
      body: Buffer.from(bytes).toString("utf8").replaceAll("\0", "\uFFFD"),
      at,
      outcome,
      reason,
      correlation_id: correlationId,
    })
    .onConflict((conflict) => conflict.columns(["rail", "direction", "message_id"]).doNothing())
    .execute();
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 20);
}

/** Whether a reference is one of ours for money that came in. */
export const isInward = (reference: string): boolean => /^IN\d{6}-\d{10}$/.test(reference);
