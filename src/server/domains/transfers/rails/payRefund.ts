import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { MoneyOutcome } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { addDebitToHistory } from "./cardHistory.ts";
import { bookRefund } from "./bookRefund.ts";
import { CLOCKS_SECONDS, later, nextRefundTry } from "./inquiryTimes.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { hasEnded, lockRailTransfer, railStateOf, type RailRow, totalOf } from "./railRow.ts";
import { mayStay } from "./railStates.ts";
import { waitsForPeople } from "./stopClocks.ts";
import { applyStatusReport } from "./applyStatusReport.ts";

/** A refund request expires this long after it was sent, however long it was under way. */
const VALID_SECONDS = 60;
const AFTER_A_NO_SECONDS = 30 * 60;
/** A refund that is still open this long before its deadline is queued for review. */
const WARN_MS = 10 * 60 * 1000;

/**
 * Pays a decided refund: amount and fee go back to the card, first at the issuer (once, under the reference of
 * the debit), then in our books, so that what the member is told is true; what left an account of the member's goes
 * back there in our books alone. A transfer that another bank credits
 * before the issuer has refunded it is not refunded: it would be paid twice. Once the rail has reported
 * something that could not be read, the issuer is no longer asked until people decide. Idempotent and safe to
 * run concurrently. Without an answer, or after a refusal, it is tried again later and queued for review.
 */
export async function payRefund(app: App, refNo: string, via: Via): Promise<void> {
  const turn = await transact(app.db, (tx) => beginTurn(tx, app, { refNo, via, at: app.now() }));
  if (turn === "back") app.metrics.transfers.inc({ state: "returned" });
  if (turn === undefined || turn === "back") return;
  const outcome = await callIssuer(app, turn);
  const end = await transact(app.db, (tx) =>
    endTurn(tx, app, turn, { outcome, via, at: app.now() }),
  );
  if (end === "back") app.metrics.transfers.inc({ state: "returned" });
  if (end === "open") await putOff(app, turn, outcome, via);
}

/** What the issuer is asked in this attempt, stored before it is asked. */
type Turn = { asks: "to put back" | "whether it is back"; row: RailRow };

/**
 * 'back' where no issuer has a part in it: booked by what is judged under this lock, so that a credit comes before it, or
 * after it.
 */
async function beginTurn(
  tx: Tx,
  app: App,
  { refNo, via, at }: { refNo: string; via: Via; at: Date },
): Promise<Turn | "back" | undefined> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || row.going_back === null || hasEnded(row)) return undefined;
  const isToStay = mayStay(railStateOf(row));
  if (isToStay || waitsForPeople(row)) {
    const { put_back_until: until } = row;
    if (until === null) {
      if (isToStay) await keepIt(tx, app, row, { via, at });
      return undefined;
    }
    const isVoidFrom = later(until, CLOCKS_SECONDS);
    if (at >= isVoidFrom) return { asks: "whether it is back", row };
    await lookAgain(tx, refNo, isVoidFrom);
    return undefined;
  }
  if (row.issuer_leg === "refused" || row.issuer_leg === "none") {
    await bookRefund(tx, app, row, { via, at });
    return "back";
  }
  const requested = {
    put_back_since: row.put_back_since ?? at,
    put_back_until: later(at, VALID_SECONDS),
  };
  await tx.updateTable("rail_transfer").set(requested).where("ref_no", "=", refNo).execute();
  return { asks: "to put back", row: { ...row, ...requested } };
}

async function callIssuer(app: App, { asks, row }: Turn): Promise<MoneyOutcome> {
  const order = {
    reference: row.ref_no,
    accountNo: row.source_account_number,
    amount: totalOf(row),
  };
  switch (asks) {
    case "whether it is back":
      return app.issuer.findRefund(order);
    case "to put back":
      return app.issuer.refundDebit({ ...order, notAfter: row.put_back_until ?? app.now() });
  }
}

/** Judged by the transfer as it stands now: meanwhile its debit may be confirmed, or it may be credited. */
async function endTurn(
  tx: Tx,
  app: App,
  { asks, row: { ref_no: refNo, put_back_until: until } }: Turn,
  { outcome, via, at }: { outcome: MoneyOutcome; via: Via; at: Date },
): Promise<"back" | "ended" | "open"> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || hasEnded(row)) return "ended";
  if (asks === "whether it is back" && outcome.kind === "absent") {
    const isAskedSince = row.put_back_until?.getTime() !== until?.getTime();
    if (isAskedSince || !mayStay(railStateOf(row))) return "open";
    await keepIt(tx, app, row, { via, at });
    return "ended";
  }
  if (!isBackAtIssuer(row, outcome)) return "open";
  const wasTaken = row.issuer_leg === "asked" && outcome.kind === "done";
  // What the issuer refunded it had debited, though it had not confirmed that.
  if (wasTaken) await addDebitToHistory(tx, row, at);
  await bookRefund(tx, app, wasTaken ? { ...row, issuer_leg: "taken" } : row, { via, at });
  return "back";
}

/** 'Nothing to refund' counts as refunded, except where we know that the card was debited. */
function isBackAtIssuer({ issuer_leg: leg }: RailRow, outcome: MoneyOutcome): boolean {
  if (outcome.kind === "done") return true;
  const wasNothing =
    outcome.kind === "absent" || (outcome.kind === "refused" && outcome.code === "NOTHING_TAKEN");
  return wasNothing && leg !== "taken";
}

async function keepIt(
  tx: Tx,
  app: App,
  row: RailRow,
  { via, at }: { via: Via; at: Date },
): Promise<void> {
  const { rail, ref_no: refNo, correlation_id: correlationId } = row;
  const source = "credited before it was back";
  await applyStatusReport(tx, app, { rail, refNo, status: "keep", source, via, correlationId }, at);
}

async function lookAgain(tx: Tx, refNo: string, next: Date): Promise<void> {
  await tx
    .updateTable("transfer")
    .set({ next_inquiry_at: next })
    .where("ref_no", "=", refNo)
    .where("next_inquiry_at", "is not", null)
    .execute();
}

async function putOff(
  app: App,
  { asks, row }: Turn,
  outcome: MoneyOutcome,
  via: Via,
): Promise<void> {
  const at = app.now();
  // A request that expired says nothing about the next one.
  const isRefused = outcome.kind === "refused" && outcome.code !== "EXPIRED";
  const isNo = asks === "to put back" && (isRefused || outcome.kind === "absent");
  const isLate =
    row.refund_due_at !== null && at.getTime() >= row.refund_due_at.getTime() - WARN_MS;
  const reason = "reason" in outcome ? outcome.reason : outcome.kind;
  app.log.error({ refNo: row.ref_no, reason }, "the issuer has not put money back");
  const next = isNo ? later(at, AFTER_A_NO_SECONDS) : nextRefundTry(row.put_back_since ?? at, at);
  await transact(app.db, async (tx) => {
    await lookAgain(tx, row.ref_no, next);
    if (!isNo && !isLate) return;
    await queueForReview(tx, {
      refNo: row.ref_no,
      kind: "not_given_back",
      via,
      correlationId: row.correlation_id,
      at,
      detail: { reason, total: toDecimal(totalOf(row)) },
    });
  });
}
