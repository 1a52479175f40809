import { sql } from "kysely";
import type { Act } from "#contract/approvalPolicy.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** Refuses what waits while a pause runs in which a code removed a passkey; judged again where the approval is spent. */
export async function refuseAfterRemoval(
  app: Pick<App, "db" | "now">,
  { act, memberId }: { act: Act; memberId: bigint },
): Promise<void> {
  const { rows } = await sql<{ against: RefusalCode | null }>`
    select removal_refusal(${act}, ${memberId}, ${app.now()}) as against`.execute(app.db);
  const against = rows[0]?.against ?? null;
  if (against !== null) throw new Refusal(against);
}
