import { sql } from "kysely";
import type { Act, Means, Needs } from "#contract/approvalPolicy.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Refuses an approval by means that the policy does not take for this act, before anybody is asked for it. The act
 * is judged again as the approval is spent (spendCode, the verdicts of transfers).
 */
export async function requireMeans(
  db: Db | Tx,
  { act, memberId, means }: { act: Act; memberId: bigint; means: Means },
): Promise<void> {
  const { rows } = await sql<{ against: RefusalCode | null }>`
    select approval_refusal(member_act_needs(${act}, ${memberId}), ${means}) as against`.execute(
    db,
  );
  const against = rows[0]?.against ?? null;
  if (against !== null) throw new Refusal(against);
}

/** What an act to nobody else takes of this member now. */
export async function needsOf(
  db: Db | Tx,
  { act, memberId }: { act: Act; memberId: bigint },
): Promise<Needs | undefined> {
  const { rows } = await sql<{ needs: Needs | null }>`
    select member_act_needs(${act}, ${memberId}) as needs`.execute(db);
  return rows[0]?.needs ?? undefined;
}
