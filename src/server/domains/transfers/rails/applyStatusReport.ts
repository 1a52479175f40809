import { manilaDate } from "#common/manila.ts";
import { type Centavos, toDecimal } from "#common/money.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import {
  type ExceptionKind,
  queueForReview,
  type Via,
} from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { tellRailEnd, tellRailProgress } from "./railNotices.ts";
import type { Rail } from "#contract/transferKinds.ts";
import { railRecipe } from "./railRecipes.ts";
import { lockRailTransfer, railStateOf, type RailRow, wasSent } from "./railRow.ts";
import {
  type Transition,
  transition,
  mayStay,
  type RailBooking,
  type RailState,
  type RailStatus,
} from "./railStates.ts";
import { stopClock } from "./stopClocks.ts";

/**
 * One status report: the status of one transfer, who reported it, and the details that must match ours before
 * it is applied.
 */
export type RailStatusReport = {
  rail: Rail;
  refNo: string;
  status: RailStatus;
  /** Of a rejection, return or hold. */
  reasonCode?: string | undefined;
  amount?: Centavos | undefined;
  accountNumber?: string | undefined;
  bankBic?: string | undefined;
  /**
   * Only with 'refund': the rail answered that it never received the transfer, so its outcome is not unknown.
   */
  isUnseen?: boolean;
  /** The message that carried the report, for whoever investigates. */
  source: string;
  via: Via;
  correlationId: string;
};

export type StatusResult = "booked" | "already" | "exception";

/**
 * Applies one status report in the caller's transaction: balances, steps, notices and audit. A report that was
 * applied before answers 'already'. A report that does not match (a reference we never sent, another amount,
 * account or bank) moves no money, stops the transfer's clock and is queued for review. The refund itself is
 * paid by payRefund() after the commit.
 */
export async function applyStatusReport(
  tx: Tx,
  teller: Teller,
  report: RailStatusReport,
  at: Date,
): Promise<StatusResult> {
  const row = await lockRailTransfer(tx, report.refNo);
  const contradiction = contradictionWith(row, report);
  if (row === undefined || contradiction !== undefined) {
    if (row !== undefined && DOES_NOT_FIT.has(contradiction)) await stopClock(tx, row, at);
    await review(tx, report, contradiction ?? "unknown_reference", at);
    return "exception";
  }
  // Meanwhile a bank reported that it holds the money, or something that could not be read.
  const isStopped = row.is_held || row.clock_stopped_at !== null;
  if (report.status === "refund" && report.via === "timer" && isStopped) return "already";
  const before = railStateOf(row);
  const change = transition(before, report.status);
  if (isSame(before, change.state)) return "already";
  await book(tx, row, change.bookings, at);
  await keep(tx, row, change, report, at);
  await tell(tx, teller, row, { before, change, at });
  for (const kind of change.contradictions) await review(tx, report, kind, at);
  return change.contradictions.length > 0 ? "exception" : "booked";
}

function contradictionWith(
  row: RailRow | undefined,
  report: RailStatusReport,
): ExceptionKind | undefined {
  const isOurs = report.via === "timer" || report.via === "staff" || report.via === "member";
  if (row === undefined || row.rail !== report.rail || !(isOurs || wasSent(row))) {
    return "unknown_reference";
  }
  if (report.amount !== undefined && report.amount !== row.amount_centavos) return "wrong_amount";
  if (report.accountNumber !== undefined && report.accountNumber !== row.account_number) {
    return "wrong_account";
  }
  if (report.bankBic !== undefined && wholeBic(report.bankBic) !== wholeBic(row.bank_bic)) {
    return "wrong_account";
  }
  return undefined;
}

const DOES_NOT_FIT: ReadonlySet<ExceptionKind | undefined> = new Set([
  "wrong_amount",
  "wrong_account",
]);

/** A BIC of eight letters names a head office, as the one of eleven does that ends in its branch code. */
function wholeBic(bic: string): string {
  return bic.padEnd(11, "X");
}

function isSame(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

async function book(tx: Tx, row: RailRow, bookings: RailBooking[], at: Date): Promise<void> {
  for (const booking of bookings) {
    const { operation, step, fee } = railRecipe(row.rail, booking);
    const amounts = { A: row.amount_centavos, ...(fee ? { F: row.fee_centavos } : {}) };
    await postJournalEntry(tx, {
      operation,
      step,
      reference: row.ref_no,
      businessDate: manilaDate(at),
      bookedAt: at,
      actor: row.rail,
      lines: recipe(operation, step).lines(amounts, {}),
    });
  }
}

const FINAL: ReadonlySet<RailStatus> = new Set(["credit", "reject", "return"]);

/** Stores the transition, what the member sees of it, and when the transfer is due next. */
async function keep(
  tx: Tx,
  row: RailRow,
  { state, bookings }: Transition,
  report: RailStatusReport,
  at: Date,
): Promise<void> {
  const goesBackNow = state.refundFrom !== null && row.going_back === null;
  const isCredited = isCreditedNow(railStateOf(row), state);
  const endsIt = goesBackNow || (state.isHeld && !row.is_held);
  await tx
    .updateTable("rail_transfer")
    .set({
      has_acknowledged: state.hasAcknowledged,
      has_settled: state.hasSettled,
      has_credited: state.hasCredited,
      has_rejected: state.hasRejected,
      has_returned: state.hasReturned,
      is_held: state.isHeld,
      going_back: state.refundFrom,
      ...(endsIt && report.reasonCode !== undefined ? { reason_code: report.reasonCode } : {}),
      // The reason of a hold is not the reason of our refund.
      ...(goesBackNow && report.status === "refund"
        ? {
            is_refunded_unconfirmed: wasSent(row) && report.isUnseen !== true,
            reason_code: null,
          }
        : {}),
      ...(report.status === "keep" ? { is_refunded_unconfirmed: false } : {}),
      // A final status ends the unknown outcome.
      ...(FINAL.has(report.status) ? { next_doubt_at: null } : {}),
    })
    .where("ref_no", "=", row.ref_no)
    .execute();
  const steps = stepsOf(row, { state, bookings }, report.status);
  for (const step of steps) {
    await tx
      .insertInto("transfer_step")
      .values({
        ref_no: row.ref_no,
        state: step,
        via: report.via,
        detail: report.reasonCode ?? report.source,
        at,
      })
      .execute();
  }
  // Whether the money may stay credited is settled with the issuer at once (payRefund).
  if (goesBackNow || (report.status === "credit" && mayStay(state))) {
    await tx
      .updateTable("transfer")
      .set({ next_inquiry_at: at })
      .where("ref_no", "=", row.ref_no)
      .execute();
  } else if (isCredited) await credit(tx, row, report, at);
}

/** Tells the member. A refunded transfer that is credited after all is told as well. */
async function tell(
  tx: Tx,
  teller: Teller,
  row: RailRow,
  {
    before,
    change: { state, contradictions },
    at,
  }: { before: RailState; change: Transition; at: Date },
): Promise<void> {
  if (isCreditedNow(before, state)) await tellRailEnd(tx, teller, row, { news: "credited" });
  if (state.isHeld && !row.is_held) await tellRailProgress(tx, row, { news: "held" }, at);
  const isLate = state.hasCredited && contradictions.includes("credited_after_return");
  if (isLate && row.state === "returned") await tellRailEnd(tx, teller, row, { news: "late" });
}

/** Whether this status credits the transfer at the other bank. */
function isCreditedNow(before: RailState, { hasCredited, refundFrom }: RailState): boolean {
  const was = before.hasCredited && before.refundFrom === null;
  return hasCredited && refundFrom === null && !was;
}

async function credit(tx: Tx, row: RailRow, report: RailStatusReport, at: Date): Promise<void> {
  await tx
    .updateTable("transfer")
    .set({ state: "credited", credited_at: at, next_inquiry_at: null })
    .where("ref_no", "=", row.ref_no)
    .execute();
  await audit(tx, {
    at,
    actorKind: "system",
    actor: report.via,
    action: "credit_transfer",
    object: `transfer:${row.ref_no}`,
    correlationId: report.correlationId,
    detail: { amount: toDecimal(row.amount_centavos), source: report.source },
  });
}

type StepName =
  | "acknowledged"
  | "settled"
  | "held"
  | "rejected"
  | "credited"
  | "credited_late"
  | "giving_back";

/** The steps that the receipt and the desk show, in order. */
function stepsOf(
  row: RailRow,
  { state, bookings }: Pick<Transition, "state" | "bookings">,
  status: RailStatus,
): StepName[] {
  const steps: StepName[] = [];
  if (state.hasAcknowledged && !row.has_acknowledged) steps.push("acknowledged");
  if (status === "settle") steps.push("settled");
  if (state.isHeld && !row.is_held) steps.push("held");
  if (state.hasRejected && !row.has_rejected) steps.push("rejected");
  const isInTime = state.refundFrom === null || mayStay(state);
  if (status === "credit") steps.push(isInTime ? "credited" : "credited_late");
  else if (bookings.includes("late_success")) steps.push("credited_late");
  if (state.refundFrom !== null && row.going_back === null) steps.push("giving_back");
  return steps;
}

async function review(
  tx: Tx,
  report: RailStatusReport,
  kind: ExceptionKind,
  at: Date,
): Promise<void> {
  const { rail, refNo, status, reasonCode, amount, accountNumber, source, via, correlationId } =
    report;
  await queueForReview(tx, {
    refNo,
    kind,
    via,
    correlationId,
    at,
    detail: {
      rail,
      status,
      source,
      reason: reasonCode ?? null,
      amount: amount === undefined ? null : toDecimal(amount),
      account: accountNumber === undefined ? null : `…${accountNumber.slice(-4)}`,
    },
  });
}
