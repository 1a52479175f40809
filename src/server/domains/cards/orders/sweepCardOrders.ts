import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { settleOrder } from "./settleOrder.ts";

/** Asked about at once: the issuer is somebody else's server. */
const BATCH_SIZE = 20;

/**
 * Asks the issuer about orders that are due: those that nobody has asked yet, and those whose answer was
 * lost. Each under its own reference, so that it is done once, and until the issuer has said yes or no.
 * Answers how many it looked at.
 */
export async function sweepCardOrders(app: App): Promise<number> {
  const at = app.now();
  const { rows } = await sql<{ id: bigint }>`
    update card_order o set next_ask_at = ${at}::timestamptz + interval '15 seconds'
    where o.id in (
      select d.id from card_order d where d.next_ask_at <= ${at}
      order by d.next_ask_at limit ${BATCH_SIZE} for no key update skip locked)
    returning o.id
  `.execute(app.db);
  await Promise.all(
    rows.map(async ({ id }) => {
      try {
        await settleOrder(app, id);
      } catch (error) {
        // The others must still be asked; this one keeps its time and is asked again.
        app.log.error(
          { err: error, order: String(id) },
          "an order to the issuer could not be settled",
        );
      }
    }),
  );
  return rows.length;
}
