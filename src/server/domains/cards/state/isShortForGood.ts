import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";

/**
 * Whether no transfer, of ours or to us, whose end we have yet to hear of can bring a card account that could not pay
 * `needed` centavos to that much: money that is at the issuer already, or an order that our books hold
 * money for and the issuer refuses. One statement, because an order that ends between two would be
 * found in neither.
 */
export async function isShortForGood(
  app: App,
  accountNo: string,
  needed: Centavos,
): Promise<boolean> {
  const { rows } = await sql<{ isShort: boolean }>`
    select a.available_centavos < ${needed}::bigint and not exists (
      select from transfer t
      where c.id in (t.card_id, t.destination_card_id)
        -- Only these are in the index of transfers to ask about.
        and t.next_inquiry_at is not null
    ) and not exists (
      -- Another bank sent it: the issuer may have it on the card before we hear so.
      select from inward_credit i where i.card_id = c.id and i.state = 'accepted' and i.next_try_at is not null
    ) as "isShort"
    from card c join ledger_account a on a.id = c.ledger_account_id
    where c.account_no = ${accountNo}`.execute(app.db);
  return rows[0]?.isShort ?? true;
}
