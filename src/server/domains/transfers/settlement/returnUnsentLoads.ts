import { sql } from "kysely";
import { kindsWhere } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import type { Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import type { ComingBack } from "#server/domains/transfers/rails/returnUnsent.ts";
import { bookIssuerEnd } from "./endIssuerTransfer.ts";
import { issuerSettled } from "./issuerSettledKinds.ts";

/** What goes to somebody else's card, from an account where the order names one. */
const KINDS = kindsWhere(({ rail, fromAccount }) => rail === null && fromAccount !== null);

/**
 * Gives back, in the caller's transaction, what a member sent from an account to another member's card and the issuer
 * was not asked for yet: no lock of the sender's card stops it there. Judged under each transfer's lock, which its
 * sending takes too (markSent), so that it is either sent or given back, never both.
 */
export async function returnUnsentLoads(
  tx: Tx,
  app: App,
  now: { memberId: bigint; source: string; via: Via; correlationId: string; at: Date },
): Promise<ComingBack[]> {
  const { memberId, source, via, correlationId, at } = now;
  const unsent = await tx
    .selectFrom("transfer")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("kind", "in", KINDS)
    .where("source_account_id", "is not", null)
    .where("state", "=", "accepted")
    .where("sent_at", "is", null)
    .orderBy("ref_no")
    .forNoKeyUpdate()
    .execute();
  if (unsent.length === 0) return [];
  // All at once and in their order, before the first is booked.
  await sql`select ledger_lock_accounts(array(
    select a.ledger_account_id from member_account a where a.member_id = ${memberId}))`.execute(tx);
  const outcome = { kind: "refused", reason: source } as const;
  for (const transfer of unsent) {
    const answer = { outcome, via, correlationId };
    // Its sending would have told of the debit: whoever hears of the return hears of both, in their order.
    await issuerSettled(transfer.kind).tellOfSending(tx, app, transfer);
    await bookIssuerEnd(tx, app, transfer, { answer, end: "returned", at });
  }
  return unsent.map(({ ref_no: refNo, amount_centavos: amount, fee_centavos: fee }) => ({
    refNo,
    total: amount + fee,
  }));
}
