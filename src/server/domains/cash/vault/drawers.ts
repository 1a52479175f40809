import { sql } from "kysely";
import type { CashDrawer } from "#contract/staff/cash.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** The teller's open drawer, which nobody closes until the transaction ends. */
export async function lockOpenDrawer(tx: Tx, { staffId }: Pick<StaffCaller, "staffId">) {
  const drawer = await tx
    .selectFrom("cash_drawer")
    .select(["id", "office_id"])
    .where("teller_staff_id", "=", staffId)
    .where("state", "=", "open")
    .forUpdate()
    .executeTakeFirst();
  if (drawer === undefined) throw new Refusal("cash_drawer_missing");
  return drawer;
}

/** The drawer of this id, which nobody changes until the transaction ends. */
export async function lockDrawer(tx: Tx, id: bigint): Promise<void> {
  await tx
    .selectFrom("cash_drawer")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const drawersQuery = (db: Db | Tx) =>
  db
    .selectFrom("cash_drawer as d")
    .innerJoin("office as o", "o.id", "d.office_id")
    .selectAll("d")
    .select("o.branch_name")
    .select(
      sql<bigint>`(select coalesce(sum(r.amount_centavos), 0)::bigint from cash_receipt r
        where r.drawer_id = d.id and not r.is_withdrawal)`.as("deposits"),
    )
    .select(
      sql<bigint>`(select coalesce(sum(r.amount_centavos), 0)::bigint from cash_receipt r
        where r.drawer_id = d.id and r.is_withdrawal)`.as("withdrawals"),
    )
    .select(
      sql<bigint>`(select coalesce(sum(case v.kind when 'fill' then v.amount_centavos else -v.amount_centavos end), 0)::bigint
        from cash_move v where v.drawer_id = d.id and v.state = 'done' and v.kind in ('fill', 'drop'))`.as(
        "moved",
      ),
    )
    .select(
      sql<number>`(select count(*)::integer from cash_receipt r where r.drawer_id = d.id)`.as(
        "receipts",
      ),
    );

export async function readDrawer(db: Db | Tx, id: bigint): Promise<CashDrawer> {
  return toDrawer(await drawersQuery(db).where("d.id", "=", id).executeTakeFirstOrThrow());
}

export async function readOwnDrawer(app: App, { staffId }: StaffCaller) {
  const row = await drawersQuery(app.db)
    .where("d.teller_staff_id", "=", staffId)
    .where("d.state", "in", ["open", "returning"])
    .executeTakeFirst();
  return row === undefined ? null : toDrawer(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof drawersQuery>["executeTakeFirstOrThrow"]>>;

const insideOf = (row: Row): bigint =>
  row.float_centavos + row.moved + row.deposits - row.withdrawals;

export const toDrawer = (row: Row): CashDrawer => ({
  drawerId: String(row.id),
  branch: row.branch_name,
  teller: row.teller,
  // The table's check allows exactly these.
  state: row.state as CashDrawer["state"],
  openedAt: row.opened_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  float: row.float_centavos,
  deposits: row.deposits,
  withdrawals: row.withdrawals,
  moved: row.moved,
  inside: insideOf(row),
  difference: row.counted_centavos === null ? null : row.counted_centavos - insideOf(row),
  receipts: row.receipts,
});
