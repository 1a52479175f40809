import { sql } from "kysely";
import { brand } from "#brand";
import { manilaMonth } from "#common/manila.ts";
import type { Language } from "#contract/refusals.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import type { App, Caller } from "#server/app.ts";
import { type TransferVerdict, transferRefusal } from "./transferRefusal.ts";

/**
 * Whether this transfer could be made now, before a code is sent for it. Refuses with what is wrong;
 * else answers the payee as the text message names it. The order itself is judged again, by the same
 * rule, in the transaction that posts it.
 */
export async function checkIntent(
  app: App,
  caller: Caller,
  intent: TransferIntent,
): Promise<{ payee: Record<Language, string> }> {
  const { rows } = await sql<TransferVerdict>`
    select verdict, available_centavos, load_left_centavos
    from weigh_own_transfer(${caller.memberId}, ${intent.source_account},
      ${intent.destination_account}, ${intent.amount}, ${manilaMonth(app.now())})
  `.execute(app.db);
  const found = rows[0];
  if (found === undefined) throw new Error("weigh_own_transfer answered nothing");
  if (found.verdict !== "ok") throw transferRefusal(found);
  return { payee: payeeText(intent.destination_account) };
}

/** The payee as a text message names it. */
export function payeeText(destinationAccount: string): Record<Language, string> {
  const lastFour = destinationAccount.slice(-4);
  return {
    en: `your ${brand.cardName} account ending ${lastFour}`,
    fil: `inyong ${brand.cardName} account na nagtatapos sa ${lastFour}`,
  };
}
