import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import {
  closeCashDrawer,
  getCashDrawer,
  getCashPosition,
  openCashDrawer,
  takeCashDeposit,
} from "#contract/staff/cash.ts";
import { askCashMove, CASH_MOVES } from "#contract/staff/cashMoves.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { type Chance, chanceOf } from "#test/support/chance.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { branchInBooks, countOf, decideMove, keeperOf, vaultOf } from "#test/support/vaultActs.ts";

/** Another one is another sequence. */
const SEED = 20_261_130;
const STEPS = 120;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

type Run = {
  chance: Chance;
  tellers: TestStaff[];
  keeper: TestStaff;
  member: TestMember;
  /** What the branch has, reckoned beside the books. */
  held: bigint;
  waiting: { moveId: string; change: bigint }[];
};

const some = ({ below }: Chance): bigint => BigInt(1 + below(900_000));

/** One act of a day at the counters. */
const ACTS: readonly ((run: Run, step: number) => Promise<void>)[] = [
  async ({ chance, tellers, waiting }) => {
    const body = { counts: countOf(some(chance)) };
    const answer = await chance.pick(tellers).call(openCashDrawer, { body });
    if (answer.status) waiting.push({ moveId: answer.result.moveId, change: 0n });
  },
  (run) => inDrawer(run, "fill"),
  (run) => inDrawer(run, "drop"),
  (run) => inDrawer(run, "drop"),
  async ({ chance, tellers, waiting }, step) => {
    const kind = chance.pick(["to_bank", "from_bank"] as const);
    const amount = some(chance) * 10n;
    const body = { kind, counts: countOf(amount), slip: `S-${step}` };
    const more = { idempotencyKey: `at-bank-${step}` };
    const answer = await chance.pick(tellers).call(askCashMove, { body }, more);
    const change = kind === "to_bank" ? -amount : amount;
    if (answer.status) waiting.push({ moveId: answer.result.moveId, change });
  },
  async (run, step) => {
    const { chance, tellers, member } = run;
    const amount = some(chance);
    const accountNumber = member.accountNumbers.savings ?? "";
    const body = { accountNumber, amount: toDecimal(amount) };
    const more = { idempotencyKey: `paid-in-${step}` };
    const answer = await chance.pick(tellers).call(takeCashDeposit, { body }, more);
    if (answer.status) run.held += amount;
  },
  async ({ chance, tellers, waiting }) => {
    const teller = chance.pick(tellers);
    const before = await teller.call(getCashDrawer, {});
    const inside = before.status ? (before.result.drawer?.inside ?? 0n) : 0n;
    await teller.call(closeCashDrawer, { body: { counts: countOf(inside), isFinal: false } });
    const after = await teller.call(getCashDrawer, {});
    const move = after.status
      ? after.result.waiting.find(({ kind }) => kind === "return")
      : undefined;
    if (move !== undefined) waiting.push({ moveId: move.moveId, change: 0n });
  },
  decideOne,
  decideOne,
  decideOne,
];

async function inDrawer({ chance, tellers, waiting }: Run, kind: "fill" | "drop"): Promise<void> {
  const body = { kind, counts: countOf(some(chance) / 4n + 1n), slip: "" };
  const more = { idempotencyKey: randomUUID() };
  const answer = await chance.pick(tellers).call(askCashMove, { body }, more);
  if (answer.status) waiting.push({ moveId: answer.result.moveId, change: 0n });
}

async function decideOne(run: Run): Promise<void> {
  const { chance, waiting, keeper } = run;
  const place = chance.below(4) === 0 ? chance.below(waiting.length) : waiting.length - 1;
  const [decided] = waiting.splice(place, 1);
  if (decided === undefined) return;
  const { moveId, change } = decided;
  const decision = chance.below(5) === 0 ? "refuse" : "confirm";
  const answer = await decideMove(keeper, moveId, decision);
  if (answer.status && decision === "confirm") run.held += change;
}

test("S327 whatever moves between vault, drawers and bank, a branch holds to the centavo what its books say", async () => {
  const chance = chanceOf(SEED);
  const keeper = await keeperOf(world);
  const tellers = [
    await world.makeStaff({ role: "teller", officeId: 1n }),
    await world.makeStaff({ role: "teller", officeId: 1n }),
  ];
  const member = await world.makeMember({ savings: 0n, officeId: 1n, card: null });
  const held = await vaultOf(world);
  const run: Run = { chance, tellers, keeper, member, held, waiting: [] };
  for (let step = 0; step < STEPS; step++) {
    await chance.pick(ACTS)(run, step);
    expect({ step, held: await branchInBooks(world) }).toEqual({ step, held: run.held });
  }
  expect(await checkInvariants(world.app.db)).toEqual([]);
  const position = await keeper.call(getCashPosition, {});
  expect(position).toMatchObject({ result: { branches: [{ total: run.held }] } });
  // The days were full of it.
  const rows = await world.app.db
    .selectFrom("cash_move")
    .select("kind")
    .distinct()
    .where("state", "=", "done")
    .execute();
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(
    CASH_MOVES.filter((kind) => kind !== "count").toSorted(),
  );
});
