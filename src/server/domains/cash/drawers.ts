import { sql } from "kysely";
import type { CashDrawer, Counts } from "#contract/staff/cash.ts";
import { type Db, isTaken, transact, type Tx } from "#server/db/db.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/** What a count comes to. */
const sumOf = (counts: Counts): bigint =>
  counts.reduce((sum, { denomination, pieces }) => sum + BigInt(denomination) * BigInt(pieces), 0n);

/** Opens a drawer in the teller's own branch. Refuses cash_drawer_open beside another of theirs. */
export async function openDrawer(
  app: App,
  staff: StaffCaller,
  counts: Counts,
): Promise<CashDrawer> {
  const { officeId, staffId, username } = staff;
  if (!staff.may("cash.use", officeId)) throw new Refusal("not_your_role");
  try {
    return await transact(app.db, async (tx) => {
      const { id } = await tx
        .insertInto("cash_drawer")
        .values({
          office_id: officeId,
          teller_staff_id: staffId,
          teller: username,
          float_centavos: sumOf(counts),
          opened_at: app.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await keepCount(tx, { id, moment: "open", counts });
      await auditDrawer(tx, app, staff, { id, action: "cash_drawer_opened", sum: sumOf(counts) });
      return readDrawer(tx, id);
    });
  } catch (error) {
    if (isTaken(error, "cash_drawer_one_open")) throw new Refusal("cash_drawer_open");
    throw error;
  }
}

/**
 * Closes the teller's drawer with a count that is its float and its receipts, to the centavo. Refuses cash_count_differs
 * without saying by how much: it is counted again, not made to fit. A count that is final and differs takes the drawer
 * out of use, and waits for two people (cash_difference).
 */
export async function closeDrawer(
  app: App,
  staff: StaffCaller,
  { counts, isFinal }: { counts: Counts; isFinal: boolean },
): Promise<CashDrawer> {
  return transact(app.db, async (tx) => {
    const { id } = await lockOpenDrawer(tx, staff);
    const { inside } = await readDrawer(tx, id);
    const counted = sumOf(counts);
    const state = counted === inside ? "closed" : "differs";
    if (state === "differs" && !isFinal) throw new Refusal("cash_count_differs");
    await keepCount(tx, { id, moment: "close", counts });
    await tx
      .updateTable("cash_drawer")
      .set({ state, closed_at: app.now(), counted_centavos: counted })
      .where("id", "=", id)
      .execute();
    const action = state === "closed" ? "cash_drawer_closed" : "cash_drawer_differs";
    await auditDrawer(tx, app, staff, { id, action, sum: counted });
    return readDrawer(tx, id);
  });
}

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

async function keepCount(
  tx: Tx,
  { id, moment, counts }: { id: bigint; moment: "open" | "close"; counts: Counts },
): Promise<void> {
  const rows = counts.filter(({ pieces }) => pieces > 0);
  if (rows.length === 0) return;
  await tx
    .insertInto("cash_count")
    .values(
      rows.map(({ denomination, pieces }) => ({
        drawer_id: id,
        moment,
        denomination_centavos: denomination,
        pieces,
      })),
    )
    .execute();
}

type DrawerAction = "cash_drawer_opened" | "cash_drawer_closed" | "cash_drawer_differs";

async function auditDrawer(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  of: { id: bigint; action: DrawerAction; sum: bigint },
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    action: of.action,
    object: `cash_drawer:${of.id}`,
    correlationId: staff.correlationId,
    detail: { counted: String(of.sum) },
  });
}

const drawers = (db: Db | Tx) =>
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
      sql<number>`(select count(*)::integer from cash_receipt r where r.drawer_id = d.id)`.as(
        "receipts",
      ),
    );

export async function readDrawer(db: Db | Tx, id: bigint): Promise<CashDrawer> {
  return toDrawer(await drawers(db).where("d.id", "=", id).executeTakeFirstOrThrow());
}

export async function readOwnDrawer(app: App, { staffId }: StaffCaller) {
  const row = await drawers(app.db)
    .where("d.teller_staff_id", "=", staffId)
    .where("d.state", "=", "open")
    .executeTakeFirst();
  return row === undefined ? null : toDrawer(row);
}

const CLOSED_SHOWN = 100;

/** The drawers of the branches that somebody may see: all that are open or differ, the newest that are closed. */
export async function readPosition(app: App, staff: StaffCaller) {
  const offices = staff.offices("cash.view");
  const seen = () =>
    offices === "all" ? drawers(app.db) : drawers(app.db).where("d.office_id", "in", offices);
  const open = await seen().where("d.state", "<>", "closed").orderBy("d.id", "desc").execute();
  const closed = await seen()
    .where("d.state", "=", "closed")
    .orderBy("d.closed_at", "desc")
    .limit(CLOSED_SHOWN)
    .execute();
  const branches = new Map<string, { branch: string; drawers: number; inside: bigint }>();
  for (const { branch, inside, state } of open.map(toDrawer)) {
    if (state !== "open") continue;
    const sum = branches.get(branch) ?? { branch, drawers: 0, inside: 0n };
    branches.set(branch, { branch, drawers: sum.drawers + 1, inside: sum.inside + inside });
  }
  return { branches: [...branches.values()], drawers: [...open, ...closed].map(toDrawer) };
}

type Row = Awaited<ReturnType<ReturnType<typeof drawers>["executeTakeFirstOrThrow"]>>;

const insideOf = (row: Row): bigint => row.float_centavos + row.deposits - row.withdrawals;

const toDrawer = (row: Row): CashDrawer => ({
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
  inside: insideOf(row),
  difference: row.counted_centavos === null ? null : row.counted_centavos - insideOf(row),
  receipts: row.receipts,
});
