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
import { hourOf, nextLook, pesonetRefundFrom } from "./inquiryTimes.ts";
import { isClearingHouseSilent, isSwitchSilent } from "./pesonetPosition.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { hasEnded, type RailRow, readRailTransfer, wasSent } from "./railRow.ts";
import { announce, debitForRail } from "./debitForRail.ts";

/** Payload of the job `send_rail_transfer`. */
export type SendRailTransferJob = { refNo: string; correlationId: string };

/**
 * Does what an accepted transfer to another bank needs: the member is told, the issuer takes the money,
 * InstaPay is handed the transfer (PESONet's waits for its cycle). May run twice and at the same time;
 * what does not come through is asked for again by settleRailTransfer.
 */
export async function sendRailTransfer(app: App, { refNo }: SendRailTransferJob): Promise<void> {
  await announce(app, refNo);
  await advance(app, refNo, "job");
}

/**
 * The sweep's look at a transfer that is due: whatever is open of it is asked for again under the same
 * reference. Silence is never a failure; but 50 minutes after the order a person has it, and at 58, asked
 * for the last time, an InstaPay transfer that nobody knows of is given back with its fee; one over PESONet
 * two hours after it was cleared. What a rail said and nobody could read is no silence (stopClocks.ts).
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

/** Whether anybody can be asked about an open transfer: of what is in a file the clearing house speaks by itself. */
export function canAskRailAgain(
  { rail, going_back: refundFrom }: { rail: Rail; going_back: string | null },
  sentAt: Date | null,
): boolean {
  return refundFrom !== null || !isBatched(rail) || sentAt === null;
}

/** Asks the rail about a transfer now, for the desk. False when there is nothing to ask about. */
export async function inquireRailAgain(app: App, refNo: string): Promise<boolean> {
  const row = await readRailTransfer(app.db, refNo);
  if (row === undefined || hasEnded(row)) return false;
  if (row.going_back !== null) await payRefund(app, refNo, "staff");
  else if (!wasSent(row)) await advance(app, refNo, "staff");
  else if (!isBatched(row.rail)) await inquireInstapay(app, refNo, "staff");
  else return false;
  return true;
}

/** As far as it can be brought now without the rail's word: one that is too late for InstaPay, back. */
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
  const asked = await readRailTransfer(app.db, refNo);
  if (asked === undefined || hasEnded(asked) || asked.going_back !== null) return;
  await reportUnanswered(app, asked);
  // What another bank holds for a check is known to be there, and what was said may be that it is: for a person.
  if (hour !== "last" || asked.is_held || asked.clock_stopped_at !== null) return;
  const since = asked.sent_at ?? asked.accepted_at;
  // What it acknowledged it has seen, whatever it says now.
  const isNew = isUnseen && !asked.has_acknowledged;
  if (await isSwitchSilent(app.db, { refNo, since })) await refund(app, asked, isNew);
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
 * Past the time by which the member was told to have it credited, a person looks at it. What was cleared two hours
 * ago goes back before that, as over InstaPay, unless another bank holds it for a check, or the clearing house may
 * have said something that we have not heard: then it is for the person.
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
 * A take-out without an answer moves its transfer from cycle to cycle: past the time by which the first of
 * them would have had it credited, a person looks at it.
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
    // What is moved to another cycle and unanswered there too is another trouble.
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

/** Set before anything is asked, so that a process that dies here leaves it due again. */
async function putOff(app: App, row: RailRow): Promise<void> {
  await app.db
    .updateTable("transfer")
    .set({ next_inquiry_at: nextLook(row, app.now()) })
    .where("ref_no", "=", row.ref_no)
    .where("state", "in", ["accepted", "sent", "unknown"])
    .execute();
}
