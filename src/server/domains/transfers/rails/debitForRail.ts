import { isBatched } from "#contract/transferKinds.ts";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { addDebitToHistory } from "./cardHistory.ts";
import { bookRefund } from "./bookRefund.ts";
import { later } from "./inquiryTimes.ts";
import { markUnknown } from "#server/domains/transfers/lifecycle/markUnknown.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { announceTransfer } from "./railNotices.ts";
import { hasEnded, lockRailTransfer, type RailRow, totalOf } from "./railRow.ts";

/** Tells the member once that money is leaving the card or the account. */
export async function announce(app: App, refNo: string): Promise<void> {
  await transact(app.db, async (tx) => {
    const row = await lockRailTransfer(tx, refNo);
    if (row === undefined || row.is_announced) return;
    await tx
      .updateTable("rail_transfer")
      .set({ is_announced: true })
      .where("ref_no", "=", refNo)
      .execute();
    await announceTransfer(tx, app, row);
  });
}

/**
 * Debits amount and fee from the card at the issuer, always under the transfer's own reference. A refusal ends
 * the transfer and releases the whole hold in our books; without an answer the debit stays open. True when the
 * card is debited.
 */
export async function debitForRail(app: App, row: RailRow, via: Via): Promise<boolean> {
  const refNo = row.ref_no;
  const outcome = await app.issuer.debitCard({
    reference: refNo,
    accountNo: row.source_account_number,
    amount: totalOf(row),
    channel: row.rail,
  });
  if (outcome.kind === "done") {
    if (await noteTaken(app, refNo, outcome.issuerReference, via)) return true;
    await undoLateDebit(app, row, outcome.issuerReference, via);
    return false;
  }
  if (outcome.kind === "refused") {
    await endRefused(app, refNo, outcome.code, via);
    return false;
  }
  const reason = outcome.kind === "unknown" ? outcome.reason : outcome.kind;
  await markUnknown(app, refNo, { via, reason: `the issuer: ${reason}` });
  return false;
}

/**
 * Records the debit. False when our books have already released the hold because the debit was taken not to
 * have happened.
 */
async function noteTaken(
  app: App,
  refNo: string,
  issuerReference: string,
  via: Via,
): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const row = await lockRailTransfer(tx, refNo);
    if (row === undefined) return true;
    const wasNeverTaken = row.issuer_leg === "asked" || row.issuer_leg === "refused";
    if (wasNeverTaken && row.state === "returned") return false;
    if (row.issuer_leg !== "asked" || hasEnded(row)) return true;
    const at = app.now();
    await tx
      .updateTable("rail_transfer")
      .set({ issuer_leg: "taken" })
      .where("ref_no", "=", refNo)
      .execute();
    await tx
      .updateTable("transfer")
      .set({
        issuer_reference: issuerReference,
        // A transfer that waits for its cycle waits for no answer.
        ...(isBatched(row.rail) ? { state: "accepted" } : {}),
      })
      .where("ref_no", "=", refNo)
      .execute();
    await tx
      .insertInto("transfer_step")
      .values({ ref_no: refNo, state: "debited", via, detail: issuerReference, at })
      .execute();
    await addDebitToHistory(tx, row, at);
    return true;
  });
}

/**
 * The issuer confirms a debit that it had denied and that our books have already released. It is asked to
 * refund the debit, which has one effect however often it is asked, and an exception is queued for review.
 */
async function undoLateDebit(
  app: App,
  row: RailRow,
  issuerReference: string,
  via: Via,
): Promise<void> {
  const { ref_no: refNo, correlation_id: correlationId } = row;
  const { kind: refundDebit } = await app.issuer.refundDebit({
    reference: refNo,
    accountNo: row.source_account_number,
    amount: totalOf(row),
    notAfter: later(app.now(), 60),
  });
  app.log.error({ refNo, issuerReference, refundDebit }, "a debit came after its refund");
  const total = toDecimal(totalOf(row));
  await transact(app.db, (tx) =>
    queueForReview(tx, {
      refNo,
      kind: "taken_after_return",
      via,
      correlationId,
      at: app.now(),
      detail: { issuerReference, total, refundDebit },
    }),
  );
}

async function endRefused(app: App, refNo: string, code: string, via: Via): Promise<void> {
  const isDone = await transact(app.db, async (tx) => {
    const row = await lockRailTransfer(tx, refNo);
    if (row?.issuer_leg !== "asked" || hasEnded(row)) return false;
    const at = app.now();
    await tx
      .updateTable("rail_transfer")
      .set({ issuer_leg: "refused", going_back: "from_hold" })
      .where("ref_no", "=", refNo)
      .execute();
    await audit(tx, {
      at,
      actorKind: "system",
      actor: via,
      action: "refuse_debit",
      object: `transfer:${refNo}`,
      correlationId: row.correlation_id,
      detail: { code, total: toDecimal(totalOf(row)) },
    });
    const refused = { ...row, issuer_leg: "refused", going_back: "from_hold" } as const;
    await bookRefund(tx, app, refused, { via, at });
    return true;
  });
  if (isDone) app.metrics.transfers.inc({ state: "returned" });
}
