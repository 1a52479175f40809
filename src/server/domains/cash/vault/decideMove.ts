import { manilaDate } from "#common/manila.ts";
import type { CashMove } from "#contract/staff/cashMoves.ts";
import { isTaken, transact, type Tx } from "#server/db/db.ts";
import { lockDrawer, readDrawer } from "./drawers.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { type EntryLine, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { atBranch, branchCash } from "./branchCash.ts";
import { mayConfirm, type MoveRow, movesQuery, readMove } from "./readMoves.ts";
import { lockVault, moveInVault, movesOf } from "./vaultRows.ts";

type Decision = "confirm" | "refuse" | "take_back";
type Done = { app: App; staff: StaffCaller; move: MoveRow };

/**
 * Confirms that cash was counted by two, refuses it, or takes it back. Drawer, vault, books and record stand or fall
 * together. Refuses not_found for another branch's, cash_move_own where who asked would confirm it, also under another
 * name, cash_move_over, cash_vault_moved, and what cannot be moved any more.
 */
export async function decideMove(
  app: App,
  staff: StaffCaller,
  { moveId, decision }: { moveId: string; decision: Decision },
): Promise<CashMove> {
  const id = BigInt(moveId);
  try {
    return await transact(app.db, async (tx) => {
      const move = await lockMove(tx, staff, id);
      if (decision === "take_back") await takeBack(tx, { app, staff, move });
      else await decide(tx, { app, staff, move }, decision);
      return readMove(tx, id, staff);
    });
  } catch (error) {
    if (isTaken(error, "cash_drawer_one_open")) throw new Refusal("cash_drawer_open");
    throw error;
  }
}

/** The drawer's row first, as whatever else is done to a drawer. */
async function lockMove(tx: Tx, staff: StaffCaller, id: bigint): Promise<MoveRow> {
  const move = await movesQuery(tx).where("v.id", "=", id).executeTakeFirst();
  if (move === undefined || !staff.may("cash.view", move.office_id)) throw new Refusal("not_found");
  if (move.drawer_id !== null) await lockDrawer(tx, move.drawer_id);
  return movesQuery(tx).where("v.id", "=", id).forNoKeyUpdate("v").executeTakeFirstOrThrow();
}

async function takeBack(tx: Tx, { app, staff, move }: Done): Promise<void> {
  if (move.asked_by_staff_id !== staff.staffId) throw new Refusal("not_found");
  if (move.state !== "waiting") throw new Refusal("cash_move_over");
  await reopen(tx, move);
  await tx.updateTable("cash_move").set({ state: "ended" }).where("id", "=", move.id).execute();
  await record(tx, { app, staff, move }, "cash_move_ended");
}

async function decide(tx: Tx, done: Done, decision: "confirm" | "refuse"): Promise<void> {
  const { app, staff, move } = done;
  if (move.asker === staff.personKey) throw new Refusal("cash_move_own");
  if (!mayConfirm(move, staff)) throw new Refusal("not_your_role");
  if (move.state !== "waiting") throw new Refusal("cash_move_over");
  const by = {
    decided_by_staff_id: staff.staffId,
    decided_by: staff.username,
    decided_at: app.now(),
  };
  const change =
    decision === "confirm" ? await carryOut(tx, done) : ({ state: "refused" } as const);
  if (change.state === "refused") await reopen(tx, move);
  await tx
    .updateTable("cash_move")
    .set({ ...by, ...change })
    .where("id", "=", move.id)
    .execute();
  await record(tx, done, ACTIONS[change.state]);
}

const ACTIONS = {
  done: "cash_move_confirmed",
  differs: "cash_move_differs",
  refused: "cash_move_refused",
} as const;

type Change = {
  state: "done" | "differs";
  drawer_id?: bigint;
  expected_centavos?: bigint;
  journal_entry_id?: bigint;
};

/** What the vault does not take stays in the drawer, which is open again. */
async function reopen(tx: Tx, { kind, drawer_id: drawerId }: MoveRow): Promise<void> {
  if (kind !== "return" || drawerId === null) return;
  await tx
    .updateTable("cash_drawer")
    .set({ state: "open", closed_at: null, counted_centavos: null })
    .where("id", "=", drawerId)
    .execute();
}

async function carryOut(tx: Tx, done: Done): Promise<Change> {
  const { move } = done;
  const { office_id: officeId, amount_centavos: amount, drawer_id: drawerId } = move;
  switch (move.kind) {
    case "float":
      await moveInVault(tx, officeId, -amount);
      return { state: "done", drawer_id: await openDrawer(tx, done) };
    case "fill":
      await moveInVault(tx, officeId, -amount);
      return { state: "done" };
    case "drop":
      await requireInDrawer(tx, drawerId ?? 0n, amount);
      await moveInVault(tx, officeId, amount);
      return { state: "done" };
    case "return":
      await moveInVault(tx, officeId, amount);
      await tx
        .updateTable("cash_drawer")
        .set({ state: "closed" })
        .where("id", "=", drawerId)
        .execute();
      return { state: "done" };
    case "to_bank":
      await moveInVault(tx, officeId, -amount);
      return { state: "done", journal_entry_id: await bookAtBank(tx, done, "deposit") };
    case "from_bank":
      await moveInVault(tx, officeId, amount);
      return { state: "done", journal_entry_id: await bookAtBank(tx, done, "withdraw") };
    case "opening":
      return openVault(tx, done);
    default:
      return countVault(tx, done);
  }
}

async function requireInDrawer(tx: Tx, drawerId: bigint, amount: bigint): Promise<void> {
  if ((await readDrawer(tx, drawerId)).inside < amount) throw new Refusal("cash_drawer_short");
}

/** The teller's drawer begins with what the vault handed over. */
async function openDrawer(tx: Tx, { app, staff, move }: Done): Promise<bigint> {
  const { id } = await tx
    .insertInto("cash_drawer")
    .values({
      office_id: move.office_id,
      teller_staff_id: move.asked_by_staff_id,
      teller: move.asked_by,
      float_centavos: move.amount_centavos,
      opened_at: app.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    action: "cash_drawer_opened",
    object: `cash_drawer:${id}`,
    correlationId: staff.correlationId,
    detail: { counted: String(move.amount_centavos), teller: move.asked_by },
  });
  return id;
}

async function bookAtBank(tx: Tx, done: Done, step: "deposit" | "withdraw"): Promise<bigint> {
  const { app, move } = done;
  const lines = recipe("VAULT_BANK", step).lines({ A: move.amount_centavos }, {});
  const at = app.now();
  return post(tx, done, {
    operation: "VAULT_BANK",
    step,
    lines: await atBranch(tx, lines, { officeId: move.office_id, at }),
  });
}

/** The first count of a vault: what is in it was cash of no branch in the books so far. */
async function openVault(tx: Tx, done: Done): Promise<Change> {
  const { app, move } = done;
  const { office_id: officeId, amount_centavos: amount } = move;
  if ((await lockVault(tx, officeId)) !== undefined) throw new Refusal("cash_move_over");
  const at = app.now();
  await tx
    .insertInto("cash_vault")
    .values({ office_id: officeId, inside_centavos: amount, opened_at: at })
    .execute();
  if (amount === 0n) return { state: "done" };
  const account = await branchCash(tx, { officeId, at });
  const lines = recipe("VAULT_OPENING", "post")
    .lines({ A: amount }, {})
    .map((line) => (line.side === "D" ? { ...line, account } : line));
  const entryId = await post(tx, done, { operation: "VAULT_OPENING", step: "post", lines });
  return { state: "done", journal_entry_id: entryId };
}

/**
 * What differs waits for two people (vault_difference). A count from before something moved would book as a difference
 * what is there. Refuses cash_vault_moved.
 */
async function countVault(tx: Tx, { move }: Done): Promise<Change> {
  const expected = await lockVault(tx, move.office_id);
  if (expected === undefined) throw new Refusal("cash_vault_missing");
  // By what the vault itself counted, not by clocks: two that stand alike tell nothing.
  const { vault_moves: then } = await tx
    .selectFrom("cash_move")
    .select("vault_moves")
    .where("id", "=", move.id)
    .executeTakeFirstOrThrow();
  if (then !== (await movesOf(tx, move.office_id))) throw new Refusal("cash_vault_moved");
  const state = expected === move.amount_centavos ? "done" : "differs";
  return { state, expected_centavos: expected };
}

async function post(
  tx: Tx,
  { app, staff, move }: Done,
  entry: { operation: string; step: string; lines: EntryLine[] },
): Promise<bigint> {
  const at = app.now();
  return postJournalEntry(tx, {
    ...entry,
    reference: referenceOf(move),
    businessDate: await openDay(tx, manilaDate(at)),
    bookedAt: at,
    actor: `${move.asked_by}, ${staff.username}`,
  });
}

/** 'CV-0006-12': what its entry in the books is called. */
export const referenceOf = ({ id, office_id: office }: Pick<MoveRow, "id" | "office_id">) =>
  `CV-${String(office).padStart(4, "0")}-${id}`;

async function record(
  tx: Tx,
  { app, staff, move }: Done,
  action: (typeof ACTIONS)[keyof typeof ACTIONS] | "cash_move_ended",
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    action,
    object: `cash_move:${move.id}`,
    correlationId: staff.correlationId,
    detail: {
      kind: move.kind,
      amount: String(move.amount_centavos),
      askedBy: move.asked_by,
      ...(move.slip !== null && { slip: move.slip }),
    },
  });
}
