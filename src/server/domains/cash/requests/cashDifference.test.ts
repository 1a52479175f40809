import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeCashDrawer, getCashPosition, takeCashDeposit } from "#contract/staff/cash.ts";
import { readTrialBalance } from "#server/ledger/balances.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openDrawer } from "#test/support/vaultActs.ts";
import { approve, ask, asked, decide, look } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let teller: TestStaff;
let supervisor: TestStaff;
let member: TestMember;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  member = await world.makeMember({ savings: 0n, officeId: 1n, card: null });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const count = (hundreds: number) => [{ denomination: 10000 as const, pieces: hundreds }];

/** A drawer with a float of 500.00 and 100.00 taken, counted so. */
async function countedAs(hundreds: number, isFinal = true) {
  await openDrawer(world, teller, count(5));
  const body = { accountNumber: member.accountNumbers.savings ?? "", amount: "100.00" };
  const taken = await teller.call(takeCashDeposit, { body }, { idempotencyKey: "the-first" });
  if (!taken.status) throw new Error(taken.code);
  return teller.call(closeCashDrawer, { body: { counts: count(hundreds), isFinal } });
}

async function drawerOf(hundreds: number): Promise<string> {
  const answer = await countedAs(hundreds);
  if (!answer.status) throw new Error(answer.code);
  return answer.result.drawerId;
}

const booking = (drawerId: string) => ({ kind: "cash_difference" as const, payload: { drawerId } });

async function inBooks(code: string): Promise<bigint> {
  return (
    (await readTrialBalance(world.app.db)).find(
      (line) => line.book === "ASSOC" && line.code === code,
    )?.balance ?? 0n
  );
}

async function shown(drawerId: string) {
  const answer = await supervisor.call(getCashPosition, {});
  return answer.status
    ? answer.result.drawers.find((drawer) => drawer.drawerId === drawerId)
    : undefined;
}

test("S267 what is missing is a loss once another person said so, and the drawer is closed", async () => {
  expect(await countedAs(5, false)).toMatchObject({ code: "cash_count_differs" });
  const final = await teller.call(closeCashDrawer, { body: { counts: count(5), isFinal: true } });
  expect(final).toMatchObject({ result: { state: "differs", difference: -100_00n } });
  const drawerId = final.status ? final.result.drawerId : "";
  const [cash, loss] = [await inBooks("1010"), await inBooks("5310")];
  const requestId = await asked(teller, booking(drawerId));
  expect(await decide(teller, requestId, "approve")).not.toMatchObject({ status: true });
  const elsewhere = await world.makeStaff({ role: "supervisor", officeId: 2n });
  const { payloadHash } = await look(supervisor, requestId);
  expect(await decide(elsewhere, requestId, "approve", { payloadHash })).toMatchObject({
    code: "not_found",
  });
  expect(await inBooks("1010")).toBe(cash);
  await approve(supervisor, requestId);
  expect([await inBooks("1010"), await inBooks("5310")]).toEqual([cash - 100_00n, loss + 100_00n]);
  expect(await shown(drawerId)).toMatchObject({ state: "closed", difference: -100_00n });
  expect(await ask(teller, booking(drawerId))).toMatchObject({ code: "request_does_not_apply" });
});

test("S267 what is too much stands in suspense, and the teller may open another drawer meanwhile", async () => {
  const drawerId = await drawerOf(8);
  expect(await shown(drawerId)).toMatchObject({ state: "differs", difference: 200_00n });
  expect(await openDrawer(world, teller, count(5))).toMatchObject({
    status: true,
  });
  const before = await inBooks("2190");
  await approve(supervisor, await asked(teller, booking(drawerId)));
  expect(await inBooks("2190")).toBe(before + 200_00n);
});

test("S267 a final count that agrees closes the drawer, and there is nothing to book", async () => {
  const answer = await countedAs(6);
  expect(answer).toMatchObject({ result: { state: "returning", difference: 0n } });
  const drawerId = answer.status ? answer.result.drawerId : "";
  expect(await ask(teller, booking(drawerId))).toMatchObject({ code: "request_does_not_apply" });
  expect(await ask(teller, booking("999999"))).toMatchObject({ code: "not_found" });
});

test("S267 a drawer whose difference nobody has agreed to stays as it was counted", async () => {
  const drawerId = await drawerOf(5);
  const requestId = await asked(teller, booking(drawerId));
  await decide(supervisor, requestId, "reject");
  expect(await shown(drawerId)).toMatchObject({ state: "differs" });
  await approve(supervisor, await asked(teller, booking(drawerId)));
  expect(await shown(drawerId)).toMatchObject({ state: "closed" });
});
