import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

type Order = { batch: string; branchId: string; count: number };

/**
 * Orders kits for a branch: written down first, then asked of the issuer. A repeat with the same key is
 * the first order. Without an answer the order stays, and is sent again when its delivery is asked for.
 * Refuses what the issuer refuses.
 */
export async function orderKits(
  app: App,
  staff: StaffCaller,
  asked: { branchId: string; count: number; idempotencyKey: string },
): Promise<{ batch: string; isConfirmed: boolean }> {
  const order = await transact(app.db, (tx) => writeOrder(tx, app, staff, asked));
  const isConfirmed = order.isConfirmed || (await askForKits(app, order));
  return { batch: order.batch, isConfirmed };
}

/** Sends an order. True when the issuer has taken it; refuses when it will not. */
export async function askForKits(app: App, { batch, branchId, count }: Order): Promise<boolean> {
  const outcome = await app.issuer.orderKits({ batchRef: batch, officeId: branchId, count });
  if (outcome.kind === "unknown") return false;
  const isDone = outcome.kind === "done";
  await app.db
    .updateTable("card_batch")
    .set(isDone ? { state: "sent", sent_at: app.now() } : { state: "closed" })
    .where("reference", "=", batch)
    .where("state", "=", "open")
    .execute();
  if (!isDone) {
    throw new Refusal("kit_order_refused", { values: { reason: outcome.reason } });
  }
  return true;
}

async function writeOrder(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { branchId, count, idempotencyKey }: { branchId: string; count: number; idempotencyKey: string },
): Promise<Order & { isConfirmed: boolean }> {
  const key = `${staff.username}:${idempotencyKey}`;
  // Two presses at once are one order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kit order ${key}`}, 0))`.execute(tx);
  const first = await tx
    .selectFrom("card_kit_order as o")
    .innerJoin("card_batch as b", "b.id", "o.batch_id")
    .select(["b.reference", "b.office_id", "b.quantity", "b.state"])
    .where("o.key", "=", key)
    .executeTakeFirst();
  if (first !== undefined) {
    const isConfirmed = first.state !== "open";
    return { batch: first.reference, branchId, count: first.quantity, isConfirmed };
  }
  const at = app.now();
  const day = manilaDate(at).slice(2).replaceAll("-", "");
  const { rows } = await sql<{ number: bigint }>`
    select nextval('card_batch_number') as number`.execute(tx);
  const batch = `KIT${day}-${String(rows[0]?.number ?? 0n).padStart(6, "0")}`;
  const { id } = await tx
    .insertInto("card_batch")
    .values({
      reference: batch,
      kind: "generic",
      office_id: BigInt(branchId),
      state: "open",
      quantity: count,
      created_by: staff.username,
      created_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("card_kit_order").values({ key, batch_id: id }).execute();
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "card_kits_ordered",
    object: `card_batch:${batch}`,
    correlationId: staff.correlationId,
    detail: { branch: branchId, count },
  });
  return { batch, branchId, count, isConfirmed: false };
}
