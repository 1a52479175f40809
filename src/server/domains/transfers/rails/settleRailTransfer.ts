import { isBatched, type Rail } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import {
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import { transact } from "#server/db/db.ts";
import { inquireInstapay, sendOverInstapay } from "./inquireInstapay.ts";
import { dropUnsent } from "./dropUnsent.ts";
import { payRefund } from "./payRefund.ts";
import { receiveStatusReport } from "./receiveStatusReport.ts";
import { hourOf, nextCheck, pesonetRefundFrom, rushCheck } from "./inquiryTimes.ts";
import { isClearingHouseSilent, isSwitchSilent } from "./pesonetPosition.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { hasEnded, type RailRow, readRailTransfer, wasSent } from "./railRow.ts";
import { announce, debitForRail } from "./debitForRail.ts";

/** Payload of the job `send_rail_transfer`. */
export type SendRailTransferJob = { refNo: string; correlationId: string };

/**
 * Advances an accepted transfer to another bank: tells the member, debits the card at the issuer and sends it
 * over InstaPay (a PESONet transfer waits for its cycle). Idempotent and safe to run concurrently; whatever
 * fails is tried again by settleRailTransfer.
 */
export async function sendRailTransfer(app: App, { refNo }: SendRailTransferJob): Promise<void> {
  await announce(app, refNo);
  await advance(app, refNo, "job");
}

/**
 * Advances a transfer that the sweep found due: every open step is tried or inquired about again under the
 * same reference. No answer is never a failure. But 50 minutes after the order an InstaPay transfer is queued
 * for review, and after the last inquiry at 58 minutes one that nobody knows of is refunded with its fee; a
 * PESONet transfer is refunded two hours after it was cleared. A report that could not be read is not silence
 * (stopClocks.ts).
 */
export async function settleRailTransfer(app: App, refNo: string): Promise<void> {
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || hasEnded(row)) return;
  if (!row.is_announced) await announce(app, refNo);
  if (row.going_back !== null) {
    await payRefund(app, refNo, "inquiry");
    return;
  }
  await putOff(app, row);
  if (wasSent(row)) {
    if (!isBatched(row.rail)) await settleInstapay(app, row);
    else await watchPesonet(app, row);
    return;
  }
  await advance(app, refNo, "inquiry");
  if (isBatched(row.rail) && row.issuer_leg === "asked") await watchDebit(app, row);
}

/**
 * Whether there is anybody to inquire at about an open transfer: for a transfer in a file the clearing house
 * reports by itself.
 */
export function canInquireAgain(
  { rail, going_back: refundFrom }: { rail: Rail; going_back: string | null },
  sentAt: Date | null,
): boolean {
  return refundFrom !== null || !isBatched(rail) || sentAt === null;
}

/** Inquires about a transfer now, for the desk. False when there is nothing to inquire about. */
export async function inquireRailAgain(app: App, refNo: string): Promise<boolean> {
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || hasEnded(row)) return false;
  if (row.going_back !== null) await payRefund(app, refNo, "staff");
  else if (!wasSent(row)) await advance(app, refNo, "staff");
  else if (!isBatched(row.rail)) await inquireInstapay(app, refNo, "staff");
  else return false;
  return true;
}

/**
 * Takes every step that is possible without the rail; an InstaPay transfer that is too late to send is
 * refunded.
 */
async function advance(app: App, refNo: string, via: Via): Promise<void> {
  if (await transact(app.db, (tx) => dropUnsent(tx, app, refNo))) {
    await payRefund(app, refNo, via);
    return;
  }
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || hasEnded(row) || wasSent(row) || row.going_back !== null) return;
  if (row.issuer_leg === "asked" && !(await debitForRail(app, row, via))) return;
  if (!isBatched(row.rail)) await sendOverInstapay(app, refNo, via);
}

async function settleInstapay(app: App, row: RailRow): Promise<void> {
  const refNo = row.ref_no;
  const hour = hourOf(row, app.now());
  const isUnseen = await inquireInstapay(app, refNo, "inquiry");
  if (hour === "young") return;
  const current = await readRailTransfer(app.db, refNo);
  if (current === undefined || hasEnded(current) || current.going_back !== null) return;
  await reportUnanswered(app, current);
  // A transfer that another bank holds for a check has arrived there, and an unreadable report may mean the
  // same: a person decides.
  if (hour !== "last" || current.is_held || current.clock_stopped_at !== null) return;
  const since = current.sent_at ?? current.accepted_at;
  // A transfer that the switch acknowledged it has received, whatever it answers now.
  const isNew = isUnseen && !current.has_acknowledged;
  if (await isSwitchSilent(app.db, { refNo, since })) await refund(app, current, isNew);
  // Often no more than a message that is being read at this moment: the hour must not pass over that.
  else await lookAgainSoon(app, current);
}

async function refund(app: App, row: RailRow, isUnseen: boolean): Promise<void> {
  await receiveStatusReport(app, {
    rail: row.rail,
    refNo: row.ref_no,
    status: "refund",
    source: isUnseen ? "the switch never saw it" : "nobody answered in time",
    isUnseen,
    via: "timer",
    correlationId: row.correlation_id,
  });
  await payRefund(app, row.ref_no, "timer");
}

/**
 * Queues a PESONet transfer for review once the promised time of credit is over. A cleared transfer is
 * refunded before that, two hours after the clearing, as over InstaPay, unless another bank holds it for a
 * check or the clearing house may have reported something that we have not read: those are left to the
 * reviewer.
 */
async function watchPesonet(app: App, row: RailRow): Promise<void> {
  const at = app.now();
  const from = pesonetRefundFrom(row);
  const isOver = from !== null && at >= from;
  if (!isOver && (row.credit_by === null || at < row.credit_by)) return;
  await reportUnanswered(app, row);
  if (!isOver || row.is_held || row.clock_stopped_at !== null) return;
  const since = row.sent_at ?? row.accepted_at;
  if (await isClearingHouseSilent(app.db, { refNo: row.ref_no, since, from }))
    await refund(app, row, false);
}

/**
 * A transfer whose debit is unconfirmed moves from cycle to cycle. It is queued for review once the time at
 * which the first of them would have credited it is over.
 */
async function watchDebit(app: App, { ref_no: refNo, accepted_at: from }: RailRow): Promise<void> {
  const by = creditMoment(pesonetCycle(await readClearing(app.db), from));
  if (app.now() < by) return;
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || row.issuer_leg !== "asked" || hasEnded(row)) return;
  await reportUnanswered(app, row, { asked: "the issuer", by: by.toISOString() });
}

async function reportUnanswered(
  app: App,
  row: RailRow,
  detail: Record<string, string | null> = {
    // Moved to another cycle and unanswered there as well, it is a new exception.
    by: (row.credit_by ?? row.refund_due_at)?.toISOString() ?? null,
  },
): Promise<void> {
  await transact(app.db, (tx) =>
    queueForReview(tx, {
      refNo: row.ref_no,
      kind: "unanswered",
      via: "timer",
      correlationId: row.correlation_id,
      at: app.now(),
      detail: { rail: row.rail, bank: row.bank_name, ...detail },
    }),
  );
}

async function lookAgainSoon(
  app: App,
  { ref_no: refNo, accepted_at: from }: RailRow,
): Promise<void> {
  const next = rushCheck(from, app.now());
  if (next === null) return;
  await app.db
    .updateTable("transfer")
    .set({ next_inquiry_at: next })
    .where("ref_no", "=", refNo)
    .where("next_inquiry_at", "is not", null)
    .execute();
}

/** Set before anything is asked, so that a process that dies here leaves the transfer due again. */
async function putOff(app: App, row: RailRow): Promise<void> {
  await app.db
    .updateTable("transfer")
    .set({ next_inquiry_at: nextCheck(row, app.now()) })
    .where("ref_no", "=", row.ref_no)
    .where("state", "in", ["accepted", "sent", "unknown"])
    .execute();
}
