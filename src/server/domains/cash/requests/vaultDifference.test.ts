import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { askCashMove } from "#contract/staff/cashMoves.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { branchInBooks, countOf, decideMove, keeperOf, vaultOf } from "#test/support/vaultActs.ts";

let world: World;
let keeper: TestStaff;
let other: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  keeper = await keeperOf(world);
  other = await world.makeStaff({ role: "supervisor", officeId: 1n });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

/** Two count the vault with so much more than it should have. */
async function counted(more: bigint): Promise<string> {
  const counts = countOf((await vaultOf(world)) + more);
  const answer = await keeper.call(
    askCashMove,
    { body: { kind: "count", counts, slip: "" } },
    { idempotencyKey: randomUUID() },
  );
  if (!answer.status) throw new Error(answer.code);
  const again = await keeper.call(
    askCashMove,
    { body: { kind: "count", counts, slip: "" } },
    { idempotencyKey: randomUUID() },
  );
  expect(again).toMatchObject({ code: "cash_vault_counts" });
  expect(await decideMove(keeper, answer.result.moveId)).toMatchObject({ code: "cash_move_own" });
  await decideMove(other, answer.result.moveId);
  return answer.result.moveId;
}

const booking = (moveId: string) => ({ kind: "vault_difference" as const, payload: { moveId } });

test("S328 a vault that two counted as it should be is proved, and there is nothing to book", async () => {
  const moveId = await counted(0n);
  expect(await ask(keeper, booking(moveId))).toMatchObject({ code: "request_does_not_apply" });
  expect(await ask(keeper, booking("999999"))).toMatchObject({ code: "not_found" });
});

test.each([-25n, 500_00n])(
  "S328 a difference of %d that two counted is booked once two people said so",
  async (difference) => {
    const [books, vault] = [await branchInBooks(world), await vaultOf(world)];
    const moveId = await counted(difference);
    expect([await branchInBooks(world), await vaultOf(world)]).toEqual([books, vault]);
    const rejected = await asked(keeper, booking(moveId));
    expect(await decide(keeper, rejected, "approve")).not.toMatchObject({ status: true });
    await decide(other, rejected, "reject");
    await approve(other, await asked(keeper, booking(moveId)));
    expect(await branchInBooks(world)).toBe(books + difference);
    expect(await vaultOf(world)).toBe(vault + difference);
    expect(await ask(keeper, booking(moveId))).toMatchObject({ code: "request_does_not_apply" });
  },
);
