import { sql } from "kysely";
import type { CashMove } from "#contract/staff/cashMoves.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { StaffCaller } from "#server/platform/app.ts";

/** Asked for by who works a drawer, and confirmed by who keeps the vault. */
export const OF_DRAWERS: ReadonlySet<string> = new Set(["float", "fill", "drop", "return"]);

export const movesQuery = (db: Db | Tx) =>
  db
    .selectFrom("cash_move as v")
    .innerJoin("office as o", "o.id", "v.office_id")
    .innerJoin("staff as s", "s.id", "v.asked_by_staff_id")
    .selectAll("v")
    .select(["o.branch_name", "s.person_key as asker"])
    .select(
      sql<{ denomination: number; pieces: number }[]>`(select coalesce(json_agg(json_build_object(
          'denomination', c.denomination_centavos, 'pieces', c.pieces) order by c.denomination_centavos desc), '[]')
        from cash_count c where c.move_id = v.id)`.as("counts"),
    );

export type MoveRow = Awaited<ReturnType<ReturnType<typeof movesQuery>["executeTakeFirstOrThrow"]>>;

export async function readMove(db: Db | Tx, id: bigint, staff: StaffCaller): Promise<CashMove> {
  return toMove(await movesQuery(db).where("v.id", "=", id).executeTakeFirstOrThrow(), staff);
}

/** What this person asked for that waits. */
export async function readOwnWaiting(db: Db | Tx, staff: StaffCaller): Promise<CashMove[]> {
  const rows = await movesQuery(db)
    .where("v.asked_by_staff_id", "=", staff.staffId)
    .where("v.state", "=", "waiting")
    .orderBy("v.id")
    .execute();
  return rows.map((row) => toMove(row, staff));
}

/** Of the two, one keeps the vault. */
export const mayConfirm = (move: MoveRow, { may }: StaffCaller): boolean =>
  may("cash.move", move.office_id) && (!move.needs_keeper || may("cash.vault", move.office_id));

const SHOWN = 50;

/** What waits in the branches that somebody may see, and the newest that are over. */
export async function readMoves(db: Db | Tx, staff: StaffCaller): Promise<CashMove[]> {
  const offices = staff.offices("cash.view");
  const seen = () =>
    offices === "all" ? movesQuery(db) : movesQuery(db).where("v.office_id", "in", offices);
  const waiting = await seen()
    .where("v.state", "in", ["waiting", "differs"])
    .orderBy("v.id", "desc")
    .execute();
  const over = await seen()
    .where("v.state", "not in", ["waiting", "differs"])
    .orderBy("v.id", "desc")
    .limit(SHOWN)
    .execute();
  return [...waiting, ...over].map((row) => toMove(row, staff));
}

export function toMove(row: MoveRow, staff: StaffCaller): CashMove {
  const isWaiting = row.state === "waiting";
  return {
    moveId: String(row.id),
    branch: row.branch_name,
    // The table's checks allow exactly these.
    kind: row.kind as CashMove["kind"],
    amount: row.amount_centavos,
    counts: row.counts,
    slip: row.slip,
    state: row.state as CashMove["state"],
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    decidedBy: row.decided_by,
    difference: row.expected_centavos === null ? null : row.amount_centavos - row.expected_centavos,
    isOwn: row.asked_by_staff_id === staff.staffId,
    mayDecide: isWaiting && row.asker !== staff.personKey && mayConfirm(row, staff),
  };
}
