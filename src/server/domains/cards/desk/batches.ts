import { sql } from "kysely";
import type { BatchRow } from "#contract/staff/cardProduction.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App } from "#server/platform/app.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { waitingOrders } from "./makeBatch.ts";

const order = {
  sorts: { madeAt: { by: "b.created_at", type: "moment" } },
  id: { by: "b.id", type: "bigint" },
  first: "-madeAt",
} as const satisfies ListOrder;

/** Files of orders, each with how far its cards have come. */
export async function listBatches(
  app: App,
  request: { reference?: string | undefined } & ListRequest,
): Promise<ListPage<BatchRow>> {
  const { reference } = request;
  const page = await readPage(
    app.db,
    order,
    app.db
      .selectFrom("card_batch as b")
      .innerJoin("card_batch_file as f", "f.batch_id", "b.id")
      .select(["b.id", "b.reference", "b.created_at", "b.created_by", "b.quantity"])
      .select([
        sql<string>`encode(f.sha256, 'hex')`.as("sha256"),
        ordersThat(sql`a.stage in ('produced', 'fulfilled', 'unclaimed')`).as("produced"),
        ordersThat(sql`a.ready_at is not null`).as("received"),
        ordersThat(sql`a.stage in ('approved', 'produced') and a.ready_at is null`).as("waiting"),
      ])
      .$if(reference !== undefined, (query) =>
        query.where("b.reference", "ilike", anywhere(reference)),
      ),
    request,
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: String(row.id),
      reference: row.reference,
      madeAt: row.created_at.toISOString(),
      madeBy: row.created_by,
      orders: row.quantity,
      produced: Number(row.produced),
      received: Number(row.received),
      waiting: Number(row.waiting),
      sha256: row.sha256,
    })),
  };
}

const ordersThat = (condition: ReturnType<typeof sql>) => sql<bigint>`(
  select count(*) from card_batch_order r join card_application a on a.id = r.application_id
  where r.batch_id = b.id and ${condition})`;

/** How many orders wait for a file, and since when. */
export async function countWaiting(app: App): Promise<{ waiting: number; oldest: string | null }> {
  const orders = waitingOrders(app.db).as("w");
  const { count, oldest } = await app.db
    .selectFrom(orders)
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.min("w.requested_at").as("oldest")])
    .executeTakeFirstOrThrow();
  return { waiting: Number(count), oldest: oldest?.toISOString() ?? null };
}
