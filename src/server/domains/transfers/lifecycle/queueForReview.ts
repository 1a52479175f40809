import { sql } from "kysely";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";

/** Why a transfer needs a person to review it. */
export type ExceptionKind =
  | "credited_after_return"
  | "refused_after_credit"
  | "wrong_amount"
  | "unknown_reference"
  | "wrong_account"
  | "returned_again"
  | "unreadable"
  | "unanswered"
  | "not_given_back"
  | "taken_after_return"
  | "file_reused"
  | "card_locked";

/**
 * How the outcome reached us: the answer to our inquiry, the partner's callback, a file, our own clock, or the
 * member who froze the account.
 */
export type Via = "job" | "inquiry" | "callback" | "file" | "timer" | "staff" | "member";

export type TransferException = {
  /** As the partner gave it; it may be a reference that is not ours. */
  refNo: string;
  kind: ExceptionKind;
  via: Via;
  detail: Record<string, string | null>;
  correlationId: string;
  at: Date;
};

/**
 * Queues an exception for review and writes it into the audit trail. Idempotent: partners and clocks repeat
 * themselves, so the same exception is one row. An exception with other details, or one that is reported again
 * a day or more after it was resolved, opens the row again; the audit trail keeps the resolution. True when it
 * is new.
 */
export async function queueForReview(tx: Tx, exception: TransferException): Promise<boolean> {
  const { refNo, kind, via, correlationId, at } = exception;
  const detail = { via, ...exception.detail };
  const { rows } = await sql<{ is_new: boolean }>`
    insert into transfer_exception as x (ref_no, kind, detail, at)
    values (${refNo}, ${kind}, ${JSON.stringify(detail)}::jsonb, ${at})
    on conflict (ref_no, kind) do update
      set detail = excluded.detail,
        at = case when x.resolved_at is null then x.at else excluded.at end,
        resolved_at = null, resolved_by = null, resolution = null
      where x.detail - 'via' is distinct from excluded.detail - 'via'
        or x.resolved_at <= excluded.at - interval '1 day'
    returning (xmax = 0) as is_new`.execute(tx);
  const [written] = rows;
  if (written === undefined) return false;
  await audit(tx, {
    at,
    actorKind: "system",
    actor: via,
    action: "report_transfer_exception",
    object: `transfer:${refNo}`,
    correlationId,
    detail: { kind, ...detail },
  });
  return written.is_new;
}
