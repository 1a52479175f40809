import { sql } from "kysely";
import type { RefusalCode } from "#contract/refusals.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * What stands now against a code for an order or an act of a session, as it was asked for: the policy may have changed
 * since, or the member may have a passkey now that it wants.
 */
export async function refusalOfCode(tx: Tx, app: App, pinId: string): Promise<Refusal | undefined> {
  const { rows } = await sql<{ against: RefusalCode | null }>`
    select approval_refusal(approved_needs(o, ${app.now()}), 'code') as against
    from otp_challenge o where o.pin_id = ${pinId}`.execute(tx);
  const against = rows[0]?.against ?? null;
  return against === null ? undefined : new Refusal(against);
}
