import { sql } from "kysely";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";

export type Trouble = {
  /** As the partner gave it; it may be a reference that is not ours. */
  refNo: string;
  kind: string;
  /** How it came to us. */
  via: string;
  detail: Record<string, string | null>;
  correlationId: string;
  at: Date;
};

/**
 * Puts what does not fit before a person, and into the trail. A partner repeats itself, and a clock too: one
 * row says it, once. A trouble that differs, or that lasts for a day after somebody resolved it, opens the
 * row again; what was resolved stays in the trail. True when nobody had heard of it before.
 */
export async function putBeforePerson(tx: Tx, trouble: Trouble): Promise<boolean> {
  const { refNo, kind, via, correlationId, at } = trouble;
  const detail = { via, ...trouble.detail };
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
