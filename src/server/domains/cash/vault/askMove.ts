import type { ASKED_MOVES, CashMove, CashMoveKind, Counts } from "#contract/staff/cashMoves.ts";
import { isTaken, transact, type Tx } from "#server/db/db.ts";
import { lockOpenDrawer, readDrawer } from "./drawers.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { OF_DRAWERS, readMove } from "./readMoves.ts";
import { keepCount, lockVault, movesOf, requireInVault, sumOf } from "./vaultRows.ts";

export type Asked = {
  kind: (typeof ASKED_MOVES)[number];
  counts: Counts;
  slip: string;
  key: string;
};

/**
 * Asks for cash to be moved, or for the vault to be counted: with whom it is counted confirms it (decideMove.ts), and
 * nothing has moved before. The same key again answers what it asked for. Refuses what could not be done as things stand.
 */
export async function askMove(app: App, staff: StaffCaller, asked: Asked): Promise<CashMove> {
  const { kind, counts } = asked;
  if (sumOf(counts) === 0n && kind !== "count") throw new Refusal("cash_nothing_counted");
  try {
    return await transact(app.db, (tx) => ask(tx, app, staff, asked));
  } catch (error) {
    if (!isTaken(error, "cash_move_once")) throw error;
    return transact(app.db, (tx) => ask(tx, app, staff, asked));
  }
}

async function ask(tx: Tx, app: App, staff: StaffCaller, asked: Asked): Promise<CashMove> {
  const { kind, counts, key } = asked;
  const earlier = await findByKey(tx, staff, key);
  if (earlier !== undefined) return sameAs(earlier, asked);
  const isOfDrawer = kind === "fill" || kind === "drop";
  const move = isOfDrawer
    ? await ofDrawer(tx, staff, { kind, amount: sumOf(counts) })
    : await ofVault(tx, staff, asked);
  const id = await insertMove(tx, app, staff, { ...move, counts, key });
  return readMove(tx, id, staff);
}

async function findByKey(tx: Tx, staff: StaffCaller, key: string): Promise<CashMove | undefined> {
  const row = await tx
    .selectFrom("cash_move")
    .select("id")
    .where("asked_by_staff_id", "=", staff.staffId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row && readMove(tx, row.id, staff);
}

/** A key means one thing: what it asked for. The first count of a vault was asked for as a count. */
function sameAs(earlier: CashMove, { kind, counts, slip }: Asked): CashMove {
  const piecesOf = (rows: Counts) =>
    rows
      .filter(({ pieces }) => pieces > 0)
      .map(({ denomination, pieces }) => `${denomination} ${pieces}`)
      .toSorted()
      .join();
  const isSame =
    (earlier.kind === "opening" ? "count" : earlier.kind) === kind &&
    (earlier.slip ?? "") === (IS_AT_BANK.has(kind) ? slip : "") &&
    piecesOf(earlier.counts as Counts) === piecesOf(counts);
  if (!isSame) throw new Refusal("idempotency_key_reused");
  return earlier;
}

const IS_AT_BANK: ReadonlySet<string> = new Set(["to_bank", "from_bank"]);

async function ofDrawer(
  tx: Tx,
  staff: StaffCaller,
  { kind, amount }: { kind: "fill" | "drop"; amount: bigint },
) {
  const drawer = await lockOpenDrawer(tx, staff);
  if (kind === "fill") await requireInVault(tx, drawer.office_id, amount);
  else if ((await readDrawer(tx, drawer.id)).inside < amount) {
    throw new Refusal("cash_drawer_short");
  }
  return { kind, officeId: drawer.office_id, drawerId: drawer.id, slip: null };
}

async function ofVault(tx: Tx, staff: StaffCaller, { kind, counts, slip }: Asked) {
  const { officeId } = staff;
  if (!staff.may("cash.move", officeId)) throw new Refusal("not_your_role");
  const inside = await lockVault(tx, officeId);
  const move = { officeId, drawerId: null };
  if (kind === "count") {
    await requireNoCount(tx, officeId);
    const first: CashMoveKind = inside === undefined ? "opening" : "count";
    const vaultMoves = first === "count" ? await movesOf(tx, officeId) : undefined;
    return { ...move, kind: first, slip: null, vaultMoves };
  }
  if (inside === undefined) throw new Refusal("cash_vault_missing");
  if (kind === "to_bank" && inside < sumOf(counts)) throw new Refusal("cash_vault_short");
  if (slip === "") throw new Refusal("cash_slip_missing");
  return { ...move, kind, slip };
}

/** One count of a vault at a time. */
async function requireNoCount(tx: Tx, officeId: bigint): Promise<void> {
  const other = await tx
    .selectFrom("cash_move")
    .select("id")
    .where("office_id", "=", officeId)
    .where("kind", "in", ["count", "opening"])
    .where("state", "in", ["waiting", "differs"])
    .executeTakeFirst();
  if (other !== undefined) throw new Refusal("cash_vault_counts");
}

type NewMove = {
  kind: CashMoveKind;
  officeId: bigint;
  drawerId: bigint | null;
  slip: string | null;
  counts: Counts;
  /** 'waiting', if not said. */
  state?: "differs";
  /** Of a count: how often something had moved in the vault. */
  vaultMoves?: bigint | undefined;
  key?: string;
};

/** Writes down what was asked for, with its count; answers its id. */
export async function insertMove(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { kind, officeId, drawerId, slip, counts, state, vaultMoves, key }: NewMove,
): Promise<bigint> {
  const amount = sumOf(counts);
  const { id } = await tx
    .insertInto("cash_move")
    .values({
      office_id: officeId,
      kind,
      amount_centavos: amount,
      drawer_id: drawerId,
      slip,
      state: state ?? "waiting",
      needs_keeper: OF_DRAWERS.has(kind) || !staff.may("cash.vault", officeId),
      asked_by_staff_id: staff.staffId,
      asked_by: staff.username,
      asked_at: app.now(),
      vault_moves: vaultMoves ?? null,
      idempotency_key: key ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await keepCount(tx, id, counts);
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    action: "cash_move_asked",
    object: `cash_move:${id}`,
    correlationId: staff.correlationId,
    detail: { kind, amount: String(amount), ...(slip !== null && { slip }) },
  });
  return id;
}

/** What waits of a drawer, or of a teller who asks anew, moves no more. */
export async function endWaiting(
  tx: Tx,
  of: { drawerId: bigint } | { floatOf: bigint },
): Promise<void> {
  const waiting = tx
    .updateTable("cash_move")
    .set({ state: "ended" })
    .where("state", "=", "waiting");
  await (
    "drawerId" in of
      ? waiting.where("drawer_id", "=", of.drawerId)
      : waiting.where("kind", "=", "float").where("asked_by_staff_id", "=", of.floatOf)
  ).execute();
}
