import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { railName } from "./railName.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { InstapayReply } from "#server/platform/gateways/rails/instapay.ts";
import { instapayTransfer, statusRequest } from "#server/platform/gateways/rails/outMessages.ts";
import { referencesIn } from "#server/platform/gateways/rails/references.ts";
import { dropUnsent } from "./dropUnsent.ts";
import { payRefund } from "./payRefund.ts";
import { handsOverUntil, instapayRefundDue, nextCheck } from "./inquiryTimes.ts";
import { markUnknown } from "#server/domains/transfers/lifecycle/markUnknown.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import {
  hasEnded,
  isPaidFor,
  lockRailTransfer,
  type RailRow,
  readRailTransfer,
  wasSent,
} from "./railRow.ts";
import { endLocked, isOfLockedCard } from "./reportLockedCards.ts";
import { stopClocks } from "./stopClocks.ts";
import { receiveRailMessage } from "./receiveRailMessage.ts";

/**
 * Sends a debited transfer to the switch. The message is stored first, under our own reference, and sent after
 * the commit. A transfer that was stored before is not sent again here but inquired about. A transfer that is
 * too late for its first sending is refunded instead (dropUnsent).
 */
export async function sendOverInstapay(app: App, refNo: string, via: Via): Promise<void> {
  const written = await transact(app.db, async (tx) =>
    (await dropUnsent(tx, app, refNo)) ? "dropped" : writeDown(tx, app, refNo, via),
  );
  if (written === undefined) return;
  if (written === "dropped") {
    await payRefund(app, refNo, via);
    return;
  }
  app.metrics.transfers.inc({ state: "sent" });
  await takeReply(app, refNo, await handOver(app, written), via);
}

/** The message to the switch, and the moment from which it is no longer sent. */
type Written = { body: string; until: Date };

function handOver(app: App, { body, until }: Written): Promise<InstapayReply> {
  return app.instapay.exchange(body, until);
}

async function writeDown(tx: Tx, app: App, refNo: string, via: Via): Promise<Written | undefined> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || !isPaidFor(row)) return undefined;
  if (wasSent(row) || hasEnded(row) || row.going_back !== null) return undefined;
  const at = app.now();
  // It stays unsent, and is refunded when it is too late to send it.
  if (await isOfLockedCard(tx, row, at)) return undefined;
  const body = instapayTransfer(
    {
      refNo,
      amount: row.amount_centavos,
      senderName: await railName(tx, row.member_id),
      senderAccount: row.source_account_number,
      bankBic: row.bank_bic,
      accountNumber: row.account_number,
      accountName: row.rail_account_name,
      shop: row.shop,
    },
    { participant: app.config.RAIL_PARTICIPANT, at, day: manilaDate(at) },
  );
  await tx
    .insertInto("rail_message")
    .values({
      rail: "instapay",
      direction: "out",
      type: "pacs.008",
      message_id: refNo,
      ref_no: refNo,
      body,
      at,
      correlation_id: row.correlation_id,
    })
    .execute();
  await tx
    .updateTable("transfer")
    .set({ state: "sent", sent_at: at, next_inquiry_at: nextCheck({ ...row, sent_at: at }, at) })
    .where("ref_no", "=", refNo)
    .execute();
  await endLocked(tx, [refNo], at);
  await tx
    .updateTable("rail_transfer")
    .set({ asked_at: at, refund_due_at: instapayRefundDue(row) })
    .where("ref_no", "=", refNo)
    .execute();
  await tx.insertInto("transfer_step").values({ ref_no: refNo, state: "sent", via, at }).execute();
  return { body, until: handsOverUntil(row) };
}

/**
 * Inquires at the switch about a transfer (pacs.028). If the switch never received it, the very same message
 * is sent again, but only while that message would expire before the refund may begin (handsOverUntil).
 * Concurrent inquiries are one. True when the switch never received it.
 */
export async function inquireInstapay(app: App, refNo: string, via: Via): Promise<boolean> {
  const question = await transact(app.db, (tx) => writeQuestion(tx, app, refNo, hasEnded));
  if (question === undefined) return false;
  const reply = await app.instapay.exchange(question);
  if (reply.kind === "absent") await sendAgain(app, refNo, via);
  else await takeReply(app, refNo, reply, via);
  return reply.kind === "absent";
}

/**
 * Inquires about a transfer that was refunded with its outcome unknown. If the switch credited it after all,
 * the amount is a receivable. True when the switch never received it: then the outcome is known.
 */
export async function inquireUnknown(app: App, refNo: string): Promise<boolean> {
  const isOver = (row: RailRow) => row.has_credited || row.has_rejected || row.has_returned;
  const question = await transact(app.db, (tx) => writeQuestion(tx, app, refNo, isOver));
  if (question === undefined) return false;
  const reply = await app.instapay.exchange(question);
  await takeReply(app, refNo, reply, "inquiry");
  return reply.kind === "absent";
}

async function writeQuestion(
  tx: Tx,
  app: App,
  refNo: string,
  isOver: (row: RailRow) => boolean,
): Promise<string | undefined> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || !wasSent(row) || isOver(row)) return undefined;
  const at = app.now();
  const { rows } = await sql<{ asked: number }>`
    select count(*)::integer as asked from rail_message
    where ref_no = ${refNo} and direction = 'out' and type = 'pacs.028'`.execute(tx);
  const turn = (rows[0]?.asked ?? 0) + 1;
  const body = statusRequest(refNo, turn, { participant: app.config.RAIL_PARTICIPANT, at });
  await tx
    .insertInto("rail_message")
    .values({
      rail: "instapay",
      direction: "out",
      type: "pacs.028",
      message_id: `Q${turn}-${refNo}`,
      ref_no: refNo,
      body,
      at,
      correlation_id: row.correlation_id,
    })
    .execute();
  await tx.updateTable("rail_transfer").set({ asked_at: at }).where("ref_no", "=", refNo).execute();
  return body;
}

async function sendAgain(app: App, refNo: string, via: Via): Promise<void> {
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || hasEnded(row) || row.going_back !== null) return;
  const until = handsOverUntil(row);
  // A switch that has reported anything about it has received it, whatever it answers now.
  if (app.now() >= until || row.clock_stopped_at !== null) {
    await markUnknown(app, refNo, { via, reason: "the switch has not seen it" });
    return;
  }
  const written = await app.db
    .selectFrom("rail_message")
    .select("body")
    .where("rail", "=", "instapay")
    .where("direction", "=", "out")
    .where("message_id", "=", refNo)
    .executeTakeFirstOrThrow();
  app.log.warn(
    { refNo },
    "the switch has not seen a transfer: the same message is handed over again",
  );
  await takeReply(app, refNo, await handOver(app, { body: written.body, until }), via);
}

async function takeReply(app: App, refNo: string, reply: InstapayReply, via: Via): Promise<void> {
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined) return;
  if (reply.kind === "reply") {
    await receiveRailMessage(app, {
      rail: "instapay",
      bytes: reply.bytes,
      via,
      correlationId: row.correlation_id,
      about: refNo,
    });
  }
  if (reply.kind === "unproven") await heedUnproven(app, row, reply, via);
  if (reply.kind === "reused") await reportReuse(app, row, via);
  await followUp(app, refNo, via, reply);
}

/**
 * Pays the refund at once if the answer refused the transfer, and shows a transfer that the answer left open
 * as being checked.
 */
async function followUp(app: App, refNo: string, via: Via, reply: InstapayReply): Promise<void> {
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || hasEnded(row)) return;
  if (row.going_back !== null) {
    await payRefund(app, refNo, via);
    return;
  }
  if (row.has_acknowledged && reply.kind === "reply") return;
  const reason = "reason" in reply ? reply.reason : "nobody knows yet";
  await markUnknown(app, refNo, { via, reason });
}

/**
 * An answer that is not proven to come from the switch: it names the transfer, or is too long to tell whether
 * it does.
 */
async function heedUnproven(
  app: App,
  { ref_no: refNo, correlation_id: correlationId }: RailRow,
  { reason, bytes }: Extract<InstapayReply, { kind: "unproven" }>,
  via: Via,
): Promise<void> {
  if (bytes !== undefined && !referencesIn(bytes).includes(refNo)) return;
  const puzzle = { rail: "instapay", reason, source: "an answer", via, correlationId } as const;
  await transact(app.db, (tx) => stopClocks(tx, [refNo], puzzle, app.now()));
}

async function reportReuse(app: App, row: RailRow, via: Via): Promise<void> {
  await transact(app.db, (tx) =>
    queueForReview(tx, {
      refNo: row.ref_no,
      kind: "unknown_reference",
      via,
      correlationId: row.correlation_id,
      at: app.now(),
      detail: { reason: "the switch knows another transfer under this reference" },
    }),
  );
}
