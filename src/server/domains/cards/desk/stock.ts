import { type RawBuilder, sql } from "kysely";
import type { StockOfBranch } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";

/** Plastic by branch, of the branches that the caller sees and that hand cards out or have some. */
export async function readStock(app: App, staff: StaffCaller): Promise<StockOfBranch[]> {
  const offices = staff.offices("card_stock.view");
  const kits = (condition: RawBuilder<boolean>) =>
    sql<bigint>`count(k.id) filter (where ${condition})`;
  let query = app.db
    .selectFrom("office as o")
    .leftJoin("card_kit as k", "k.office_id", "o.id")
    .select(["o.id", "o.branch_name", "o.kit_minimum", "o.has_card_pickup"])
    .select([
      kits(sql`k.kind = 'generic' and k.state = 'announced'`).as("announced"),
      kits(sql`k.kind = 'generic' and k.state = 'in_stock'`).as("in_stock"),
      kits(sql`k.kind = 'generic' and k.state = 'reserved'`).as("reserved"),
      kits(sql`k.kind = 'personalized' and k.state in ('in_stock', 'reserved')`).as("personalized"),
    ])
    .where((office) =>
      office.or([office("o.has_card_pickup", "=", true), office("k.id", "is not", null)]),
    )
    .groupBy("o.id")
    .orderBy("o.branch_name");
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("o.id", "in", [0n, ...offices]);
  const rows = await query.execute();
  return rows.map((row) => ({
    branchId: String(row.id),
    branchName: row.branch_name,
    announced: Number(row.announced),
    inStock: Number(row.in_stock),
    reserved: Number(row.reserved),
    personalized: Number(row.personalized),
    minimum: row.kit_minimum,
    isLow: row.has_card_pickup && Number(row.in_stock) < row.kit_minimum,
  }));
}

/** Sets below how many free kits a branch warns. The record has both figures. */
export async function setMinimum(
  app: App,
  staff: StaffCaller,
  { branchId, minimum }: { branchId: string; minimum: number },
): Promise<void> {
  await transact(app.db, async (tx) => {
    const before = await tx
      .selectFrom("office")
      .select(["id", "kit_minimum"])
      .where("id", "=", BigInt(branchId))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("office")
      .set({ kit_minimum: minimum })
      .where("id", "=", before.id)
      .execute();
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "kit_minimum_set",
      object: `office:${branchId}`,
      correlationId: staff.correlationId,
      detail: { minimum_before: before.kit_minimum, minimum },
    });
  });
}
