import { isBatched } from "#contract/transferKinds.ts";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { sql } from "kysely";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import { addRefundToHistory } from "./cardHistory.ts";
import { nextUnknownInquiry } from "./inquiryTimes.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { type RailEnd, tellRailEnd } from "./railNotices.ts";
import { refundRecipe } from "./railRecipes.ts";
import { type RailRow, railStateOf, totalOf, wasSent } from "./railRow.ts";
import { isPaidTwice } from "./railStates.ts";

/**
 * Books a completed refund, adds it to the card's history and tells the member, in the caller's transaction.
 */
export async function bookRefund(
  tx: Tx,
  teller: Teller,
  row: RailRow,
  { via, at }: { via: Via; at: Date },
): Promise<void> {
  const from = row.going_back ?? "from_hold";
  const { operation, step } = refundRecipe(
    row.rail,
    from,
    row.card_id === null ? "account" : "card",
  );
  await postJournalEntry(tx, {
    operation,
    step,
    reference: row.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: row.rail,
    lines: recipe(operation, step).lines(
      { A: row.amount_centavos, F: row.fee_centavos },
      { [row.card_id === null ? "source_account" : "card_account"]: row.ledger_account_id },
    ),
  });
  await tx
    .updateTable("transfer")
    .set({ state: "returned", returned_at: at, next_inquiry_at: null })
    .where("ref_no", "=", row.ref_no)
    .execute();
  if (row.issuer_leg === "taken") {
    await tx
      .updateTable("rail_transfer")
      .set({ issuer_leg: "given_back" })
      .where("ref_no", "=", row.ref_no)
      .execute();
    await addRefundToHistory(tx, row, at);
  }
  if (isOutcomeUnknown(row)) {
    await tx
      .updateTable("rail_transfer")
      .set({ next_doubt_at: nextUnknownInquiry(at, at) })
      .where("ref_no", "=", row.ref_no)
      .execute();
  }
  await tx
    .insertInto("transfer_step")
    .values({ ref_no: row.ref_no, state: "returned", via, detail: row.reason_code ?? "", at })
    .execute();
  await freeTotals(tx, row);
  if (from === "from_rail" && row.card_id !== null) await countAsLoad(tx, row, at);
  await tellRailEnd(tx, teller, row, endOf(row));
  // The other bank credited it meanwhile, and the refund could no longer be stopped.
  if (isPaidTwice(railStateOf(row))) {
    if (row.has_credited) await tellRailEnd(tx, teller, row, { news: "late" });
    await reportLoss(tx, row, via, at);
  }
  await audit(tx, {
    at,
    actorKind: "system",
    actor: via,
    action: "return_transfer",
    object: `transfer:${row.ref_no}`,
    correlationId: row.correlation_id,
    detail: { total: toDecimal(totalOf(row)), from, reason: row.reason_code },
  });
}

async function reportLoss(tx: Tx, row: RailRow, via: Via, at: Date): Promise<void> {
  await queueForReview(tx, {
    refNo: row.ref_no,
    kind: "credited_after_return",
    via,
    correlationId: row.correlation_id,
    at,
    detail: { reason: "paid while it went back", amount: toDecimal(row.amount_centavos) },
  });
}

/** The switch may have credited it while its answers were lost. It reports that only when asked. */
function isOutcomeUnknown(row: RailRow): boolean {
  return (
    !isBatched(row.rail) &&
    row.is_refunded_unconfirmed &&
    !row.has_credited &&
    !row.has_rejected &&
    !row.has_returned
  );
}

function endOf(row: RailRow): RailEnd {
  if (row.has_rejected || row.has_returned) {
    return wasSent(row) ? { news: "returned", reasonCode: row.reason_code } : { news: "not_sent" };
  }
  return { news: wasSent(row) ? "unanswered" : "not_sent" };
}

/**
 * A transfer that did not arrive does not count toward the limits of the day and month in which it was
 * ordered.
 */
async function freeTotals(tx: Tx, row: RailRow): Promise<void> {
  const periods = [manilaDate(row.accepted_at), manilaMonth(row.accepted_at)];
  await sql`
    update transfer_total set sent_centavos = greatest(sent_centavos - ${row.amount_centavos}, 0)
    where member_id = ${row.member_id} and period = any (${periods}::text[])`.execute(tx);
}

/** A refund from another bank counts as a load of the card, but is never refused by the load limit. */
async function countAsLoad(tx: Tx, row: RailRow, at: Date): Promise<void> {
  await sql`
    insert into card_load (card_id, month, loaded_centavos)
    values (${row.card_id}, ${manilaMonth(at)}, ${totalOf(row)})
    on conflict (card_id, month) do update
      set loaded_centavos = card_load.loaded_centavos + excluded.loaded_centavos`.execute(tx);
}
