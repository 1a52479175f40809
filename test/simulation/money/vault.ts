import { askCashMove, type CashMoveKind, decideCashMove } from "#contract/staff/cashMoves.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { countOf } from "#test/support/vaultActs.ts";
import { callAs, CHIEF, DECIDER, TELLERS } from "./desk.ts";
import { askFor } from "./requests.ts";

const IN_VAULT = 4_000_000_00n;

/** The vault of the branch was counted, or is now. */
export async function ensureVault(run: Run): Promise<void> {
  const { rows } = await run.admin.query("select 1 from cash_vault");
  if (rows.length > 0) return;
  await askMove(run, "count", IN_VAULT);
  await decideMoveOne(run, "confirm");
}

/** A teller brings cash to the vault or fetches some, or counts what goes to the bank or comes from it. */
export async function moveOne(run: Run): Promise<void> {
  const { chance } = run;
  await ensureVault(run);
  const kind = chance.pick(["fill", "drop", "drop", "to_bank", "from_bank"] as const);
  await askMove(run, kind, BigInt(1 + chance.below(chance.pick([100, 20_000_00, 300_000_00]))));
  if (chance.below(10) < 8) await decideMoveOne(run);
}

/** The vault is counted, now and then with too little or too much, which two people then book. */
export async function countOne(run: Run): Promise<void> {
  const { admin, chance } = run;
  await ensureVault(run);
  const { rows } = await admin.query<{ inside: bigint }>(
    "select inside_centavos as inside from cash_vault",
  );
  const inside = rows[0]?.inside ?? 0n;
  const wrong = chance.below(2) === 0 ? BigInt(chance.pick([-20_00, -1, 1, 500_00])) : 0n;
  await askMove(run, "count", inside + wrong < 0n ? inside : inside + wrong);
  await decideMoveOne(run);
  const { rows: differing } = await admin.query<{ id: bigint }>(
    "select id from cash_move where state = 'differs' and kind = 'count' order by id",
  );
  for (const { id } of differing.slice(0, 1)) {
    await askFor(run, CHIEF, "vault_difference", { moveId: String(id) });
  }
}

async function askMove(
  run: Run,
  kind: Exclude<CashMoveKind, "opening" | "float" | "return">,
  amount: bigint,
): Promise<void> {
  const { chance, money } = run;
  const teller = chance.pick(TELLERS);
  const isAtBank = kind === "to_bank" || kind === "from_bank";
  money.moved.push({ kind, amount });
  note(run, `${teller} asks for ${kind} of ${amount}`);
  const body = { kind, counts: countOf(amount), slip: isAtBank ? `S-${money.moved.length}` : "" };
  const answer = await callAs(run, teller, askCashMove, {
    body,
    key: `cash-move-${money.moved.length}`,
  });
  run.notes.push(`  ${answer.status} ${answer.code}`);
}

/** Who keeps the vault confirms the newest that waits, or another, or refuses it. */
export async function decideMoveOne(
  run: Run,
  decision: "confirm" | "refuse" = run.chance.below(8) === 0 ? "refuse" : "confirm",
): Promise<void> {
  const { admin, chance } = run;
  const { rows } = await admin.query<{ id: bigint; kind: string }>(
    "select id, kind from cash_move where state = 'waiting' order by id desc",
  );
  const [newest] = rows;
  if (newest === undefined) return;
  const { id, kind } = chance.below(3) === 0 ? chance.pick(rows) : newest;
  note(run, `${DECIDER} says ${decision} to ${kind} ${id}`);
  const params = { moveId: String(id) };
  const answer = await callAs(run, DECIDER, decideCashMove, { params, body: { decision } });
  run.notes.push(`  ${answer.status} ${answer.code}`);
  // It is counted again some day.
  if (answer.code === "cash_vault_moved")
    await callAs(run, DECIDER, decideCashMove, { params, body: { decision: "refuse" } });
}
