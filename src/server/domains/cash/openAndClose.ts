import type { CashDrawer } from "#contract/staff/cash.ts";
import type { CashMove, Counts } from "#contract/staff/cashMoves.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { lockOpenDrawer, readDrawer } from "./vault/drawers.ts";
import { endWaiting, insertMove } from "./vault/askMove.ts";
import { readMove } from "./vault/readMoves.ts";
import { lockVault, sumOf } from "./vault/vaultRows.ts";

/**
 * Asks the vault of the teller's own branch for a float: the drawer is open when who keeps the vault has handed it over.
 * Takes the place of what the same teller asked before. Refuses cash_drawer_open beside another of theirs,
 * cash_vault_missing and cash_vault_short.
 */
export async function askFloat(app: App, staff: StaffCaller, counts: Counts): Promise<CashMove> {
  const { officeId, staffId } = staff;
  if (!staff.may("cash.use", officeId)) throw new Refusal("not_your_role");
  return transact(app.db, async (tx) => {
    await lockTeller(tx, staffId);
    const open = await tx
      .selectFrom("cash_drawer")
      .select("id")
      .where("teller_staff_id", "=", staffId)
      .where("state", "in", ["open", "returning"])
      .executeTakeFirst();
    if (open !== undefined) throw new Refusal("cash_drawer_open");
    const inside = await lockVault(tx, officeId);
    if (inside === undefined) throw new Refusal("cash_vault_missing");
    if (inside < sumOf(counts)) throw new Refusal("cash_vault_short");
    await endWaiting(tx, { floatOf: staffId });
    const move = { kind: "float", officeId, drawerId: null, slip: null, counts } as const;
    return readMove(tx, await insertMove(tx, app, staff, move), staff);
  });
}

/** One float of a teller is asked for at a time. */
async function lockTeller(tx: Tx, staffId: bigint): Promise<void> {
  await tx
    .selectFrom("staff")
    .select("id")
    .where("id", "=", staffId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Counts the teller's drawer: with what it should hold, to the centavo, it goes back to the vault, and is closed when who
 * keeps the vault has taken it. Refuses cash_count_differs without saying by how much: it is counted again, not made to
 * fit. A count that is final and differs takes the drawer out of use, and waits for two people (cash_difference).
 */
export async function closeDrawer(
  app: App,
  staff: StaffCaller,
  { counts, isFinal }: { counts: Counts; isFinal: boolean },
): Promise<CashDrawer> {
  return transact(app.db, async (tx) => {
    const { id, office_id: officeId } = await lockOpenDrawer(tx, staff);
    const { inside } = await readDrawer(tx, id);
    const counted = sumOf(counts);
    const agrees = counted === inside;
    if (!agrees && !isFinal) throw new Refusal("cash_count_differs");
    await endWaiting(tx, { drawerId: id });
    // Of nothing there is nothing to hand over.
    const state = agrees ? (counted === 0n ? "closed" : "returning") : "differs";
    await tx
      .updateTable("cash_drawer")
      .set({ state, closed_at: app.now(), counted_centavos: counted })
      .where("id", "=", id)
      .execute();
    const move = { kind: "return", officeId, drawerId: id, slip: null, counts } as const;
    if (state === "returning") await insertMove(tx, app, staff, move);
    if (state === "differs") await insertMove(tx, app, staff, { ...move, state });
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: agrees ? "cash_drawer_closed" : "cash_drawer_differs",
      object: `cash_drawer:${id}`,
      correlationId: staff.correlationId,
      detail: { counted: String(counted) },
    });
    return readDrawer(tx, id);
  });
}
