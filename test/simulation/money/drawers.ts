import { closeCashDrawer, getCashDrawer, openCashDrawer } from "#contract/staff/cash.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { countOf } from "#test/support/vaultActs.ts";
import { callAs, TELLERS } from "./desk.ts";
import { askFor } from "./requests.ts";
import { decideMoveOne, ensureVault } from "./vault.ts";

/** A teller asks the vault for a float, unless a drawer is open; as a rule it is handed over. */
export async function openOne(run: Run): Promise<void> {
  const { chance, money } = run;
  await ensureVault(run);
  const teller = chance.pick(TELLERS);
  const float = BigInt(10_000_00 + chance.below(90_000_00));
  money.floats.push(float);
  note(run, `${teller} asks for a drawer with ${float}`);
  const answer = await callAs(run, teller, openCashDrawer, {
    body: { counts: countOf(float) },
  });
  run.notes.push(`  ${answer.status} ${answer.code}`);
  if (chance.below(10) < 9) await decideMoveOne(run, "confirm");
}

/** A teller counts a drawer and closes it; now and then with too little or too much, also for good. */
export async function closeOne(run: Run): Promise<void> {
  const { chance, money } = run;
  const teller = chance.pick(TELLERS);
  const { result } = await callAs(run, teller, getCashDrawer);
  // By the contract.
  const drawer = result["drawer"] as { inside: string; state: string } | null | undefined;
  if (drawer?.state !== "open") return decideMoveOne(run);
  const inside = BigInt(drawer.inside.replace(".", ""));
  const wrong = chance.below(3) === 0 ? BigInt(chance.pick([-20_00, -1, 1, 500_00])) : 0n;
  const count = inside + wrong < 0n ? inside : inside + wrong;
  const isFinal = chance.below(2) === 0;
  note(run, `${teller} counts ${count}${isFinal ? " for good" : ""} in a drawer with ${inside}`);
  const answer = await callAs(run, teller, closeCashDrawer, {
    body: { counts: countOf(count), isFinal },
  });
  run.notes.push(`  ${answer.status} ${answer.code}`);
  const isMade = answer.status === 200;
  if (isMade && count !== inside && !isFinal) {
    money.wrongs.push(`${teller} closed a drawer with ${count}, and ${inside} was in it`);
  }
  if (answer.status >= 400 && answer.status < 500 && (count === inside || isFinal)) {
    money.wrongs.push(`${teller} cannot close a drawer: ${answer.code}`);
  }
  if (chance.below(10) < 8) await decideMoveOne(run);
}

/** Of a drawer that differs somebody asks for the booking of it. */
export async function askForDifference(run: Run): Promise<void> {
  const { rows } = await run.admin.query<{ id: bigint; teller: string }>(
    "select id, teller from cash_drawer where state = 'differs' order by id",
  );
  if (rows.length === 0) return;
  const { id, teller } = run.chance.pick(rows);
  const asker = TELLERS.find((name) => name === teller);
  if (asker === undefined) return;
  note(run, `${asker} asks for the difference of drawer ${id}`);
  await askFor(run, asker, "cash_difference", { drawerId: String(id) });
}
