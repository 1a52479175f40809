import { sql } from "kysely";
import type { App, Caller } from "#server/app.ts";
import { Refusal } from "#server/refusal.ts";
import type { FromCardIntent } from "./storedIntent.ts";

/**
 * Whoever takes over a phone sets a new password and sends the money to himself: for a day after a recovery only
 * payees that a transfer reached before are paid (security.md S036, BSP Circular 1213). Refuses payee_paused. Asked
 * before the code is sent: a code from before the recovery is of a session that it has ended.
 */
export async function refusePausedPayee(
  app: App,
  caller: Caller,
  intent: FromCardIntent,
): Promise<void> {
  const [account, bankId] =
    intent.kind === "card"
      ? [intent.destination_account, null]
      : [intent.destination_account_number, intent.destination_bank];
  const { rows } = await sql`
    select from member m
    where m.id = ${caller.memberId} and m.payees_paused_until > ${app.now()}
      and not exists (
        select from transfer t left join rail_transfer r using (ref_no)
        where t.member_id = m.id and t.state = 'credited' and t.kind <> 'own'
          and t.destination_account_number = ${account}
          and r.bank_id is not distinct from ${bankId}::bigint)`.execute(app.db);
  if (rows.length === 0) return;
  const hours = String(app.config.NEW_PAYEE_PAUSE_HOURS);
  throw new Refusal("payee_paused", { values: { hours } });
}
