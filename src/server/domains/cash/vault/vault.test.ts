import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeCashDrawer, getCashDrawer, openCashDrawer } from "#contract/staff/cash.ts";
import { type ASKED_MOVES, askCashMove, type Counts } from "#contract/staff/cashMoves.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ask } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import {
  branchInBooks,
  countOf,
  decideMove,
  keeperOf,
  openDrawer,
  takeReturn,
  vaultOf,
} from "#test/support/vaultActs.ts";

let world: World;
let teller: TestStaff;
let keeper: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  keeper = await keeperOf(world);
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const hundreds = (pieces: number): Counts => [{ denomination: 10000, pieces }];
type Kind = (typeof ASKED_MOVES)[number];
const move = (
  by: TestStaff,
  kind: Kind,
  counts: Counts,
  slip = "",
  idempotencyKey: string = randomUUID(),
) => by.call(askCashMove, { body: { kind, counts, slip } }, { idempotencyKey });

async function moved(by: TestStaff, kind: Kind, counts: Counts, slip = ""): Promise<string> {
  const answer = await move(by, kind, counts, slip);
  if (!answer.status) throw new Error(answer.code);
  return answer.result.moveId;
}

async function floatAsked(pieces: number): Promise<string> {
  const answer = await teller.call(openCashDrawer, { body: { counts: hundreds(pieces) } });
  if (!answer.status) throw new Error(answer.code);
  return answer.result.moveId;
}

const drawer = async () => {
  const answer = await teller.call(getCashDrawer, {});
  return answer.status ? answer.result.drawer : undefined;
};

test("S324 a float leaves the vault when who keeps it hands it over, and never by one person alone", async () => {
  const before = await vaultOf(world);
  const moveId = await floatAsked(5);
  expect(await drawer()).toBeNull();
  expect(await vaultOf(world)).toBe(before);
  expect(await decideMove(teller, moveId)).toMatchObject({ code: "cash_move_own" });
  const other = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(await decideMove(other, moveId)).toMatchObject({ code: "not_your_role" });
  const { personKey } = teller;
  const alsoTeller = await world.makeStaff({ role: "supervisor", officeId: 1n, personKey });
  expect(await decideMove(alsoTeller, moveId)).toMatchObject({ code: "cash_move_own" });
  expect(await decideMove(keeper, moveId)).toMatchObject({
    result: { state: "done", kind: "float", counts: [{ denomination: 10000, pieces: 5 }] },
  });
  expect(await decideMove(keeper, moveId)).toMatchObject({ code: "cash_move_over" });
  expect(await drawer()).toMatchObject({ state: "open", float: 500_00n });
  expect(await vaultOf(world)).toBe(before - 500_00n);
});

test("S324 what is asked anew takes the place of what was asked, what is taken back or refused opens nothing", async () => {
  const first = await floatAsked(5);
  const second = await floatAsked(6);
  expect(await decideMove(keeper, first)).toMatchObject({ code: "cash_move_over" });
  expect(await decideMove(teller, second, "take_back")).toMatchObject({
    result: { state: "ended" },
  });
  expect(await decideMove(keeper, second)).toMatchObject({ code: "cash_move_over" });
  const third = await floatAsked(7);
  expect(await decideMove(keeper, third, "refuse")).toMatchObject({ result: { state: "refused" } });
  expect(await decideMove(keeper, third, "take_back")).toMatchObject({ code: "not_found" });
  expect(await drawer()).toBeNull();
  const all = await teller.call(openCashDrawer, {
    body: { counts: [{ denomination: 100000, pieces: 9_999 }] },
  });
  expect(all).toMatchObject({ code: "cash_vault_short" });
  const fourth = await floatAsked(1);
  const answers = await Promise.all([decideMove(keeper, fourth), decideMove(keeper, fourth)]);
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
});

test("S330 another branch's vault is neither seen nor moved, and a branch without one lends nothing", async () => {
  const elsewhere = await world.makeStaff({ role: "supervisor", officeId: 2n });
  const moveId = await floatAsked(1);
  expect(await decideMove(elsewhere, moveId)).toMatchObject({ code: "not_found" });
  const there = await world.makeStaff({ role: "teller", officeId: 2n });
  const body = { counts: hundreds(1) };
  expect(await there.call(openCashDrawer, { body })).toMatchObject({ code: "cash_vault_missing" });
  expect(await move(elsewhere, "to_bank", hundreds(1), "S-1")).toMatchObject({
    code: "cash_vault_missing",
  });
  const officer = await world.makeStaff({ role: "loan_officer", officeId: 1n });
  expect(await move(officer, "count", [])).toMatchObject({ code: "not_your_role" });
});

test("S325 cash goes from an open drawer to the vault and back by two, and no more than there is", async () => {
  await openDrawer(world, teller, hundreds(5));
  const before = await vaultOf(world);
  expect(await move(teller, "drop", hundreds(6))).toMatchObject({ code: "cash_drawer_short" });
  expect(await move(teller, "drop", [])).toMatchObject({ code: "cash_nothing_counted" });
  const drops = [
    await moved(teller, "drop", hundreds(3)),
    await moved(teller, "drop", hundreds(3)),
  ];
  expect(await decideMove(keeper, drops[0] ?? "")).toMatchObject({ result: { state: "done" } });
  expect(await decideMove(keeper, drops[1] ?? "")).toMatchObject({ code: "cash_drawer_short" });
  expect(await drawer()).toMatchObject({ inside: 200_00n, moved: -300_00n });
  expect(await vaultOf(world)).toBe(before + 300_00n);
  await decideMove(keeper, await moved(teller, "fill", hundreds(4)));
  expect(await drawer()).toMatchObject({ inside: 600_00n, moved: 100_00n });
  const body = { counts: hundreds(6), isFinal: false };
  const closing = await teller.call(closeCashDrawer, { body });
  expect(closing).toMatchObject({ result: { state: "returning" } });
  // It ended with the count.
  expect(await decideMove(keeper, drops[1] ?? "")).toMatchObject({ code: "cash_move_over" });
});

test("S325 a drawer is closed when the vault has taken its cash, and is open again where it has not", async () => {
  await openDrawer(world, teller, hundreds(5));
  const before = await vaultOf(world);
  const close = () =>
    teller.call(closeCashDrawer, { body: { counts: hundreds(5), isFinal: false } });
  const closing = await close();
  const drawerId = closing.status ? closing.result.drawerId : "";
  const waiting = await teller.call(getCashDrawer, {});
  const moveId = waiting.status ? (waiting.result.waiting[0]?.moveId ?? "") : "";
  expect(await decideMove(keeper, moveId, "refuse")).toMatchObject({ result: { kind: "return" } });
  expect(await drawer()).toMatchObject({ state: "open", inside: 500_00n });
  await close();
  expect(await vaultOf(world)).toBe(before);
  expect(await takeReturn(world, drawerId)).toMatchObject({ result: { state: "done" } });
  expect(await vaultOf(world)).toBe(before + 500_00n);
  expect(await drawer()).toBeNull();
});

test("S326 cash goes to the bank and comes from it by two, with its slip, booked once", async () => {
  const books = await branchInBooks(world);
  expect(await move(keeper, "to_bank", hundreds(30))).toMatchObject({ code: "cash_slip_missing" });
  const moveId = await moved(keeper, "to_bank", hundreds(30), "SLIP-0001");
  expect(await decideMove(keeper, moveId)).toMatchObject({ code: "cash_move_own" });
  expect(await branchInBooks(world)).toBe(books);
  const answers = await Promise.all([decideMove(teller, moveId), decideMove(teller, moveId)]);
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  expect(await branchInBooks(world)).toBe(books - 3_000_00n);
  // A teller may ask for it too: then who keeps the vault confirms it.
  const back = await moved(teller, "from_bank", hundreds(10), "SLIP-0002");
  const other = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(await decideMove(other, back)).toMatchObject({ code: "not_your_role" });
  expect(await decideMove(keeper, back)).toMatchObject({ result: { slip: "SLIP-0002" } });
  expect(await branchInBooks(world)).toBe(books - 2_000_00n);
});

test("S328 a count from before something moved is refused: what moved is no difference", async () => {
  const inside = await vaultOf(world);
  const count = await moved(teller, "count", countOf(inside));
  world.passSeconds(1);
  await decideMove(keeper, await moved(teller, "from_bank", hundreds(10), "SLIP-0004"));
  expect(await decideMove(keeper, count)).toMatchObject({ code: "cash_vault_moved" });
  expect(await decideMove(keeper, count, "refuse")).toMatchObject({ result: { state: "refused" } });
  world.passSeconds(1);
  const again = await moved(teller, "count", countOf(inside + 1_000_00n));
  expect(await decideMove(keeper, again)).toMatchObject({
    result: { state: "done", difference: 0n },
  });
});

test("S329 nobody books or takes back the cash of a branch by hand", async () => {
  const moveId = await moved(keeper, "to_bank", hundreds(1), "SLIP-0003");
  await decideMove(teller, moveId);
  const { id } = await world.app.db
    .selectFrom("journal_entry")
    .select("id")
    .where("reference", "=", `CV-0001-${moveId}`)
    .executeTakeFirstOrThrow();
  const maker = await world.makeStaff({ role: "supervisor", officeId: null });
  const reversal = { kind: "journal_reversal", payload: { entryId: String(id) } } as const;
  expect(await ask(maker, reversal)).toMatchObject({ code: "request_does_not_apply" });
  const line = (code: string, side: string, subledger = "") => {
    const amount = "1.00";
    return { book: "ASSOC", code, subledger, side, amount };
  };
  const lines = [line("5310", "D"), line("1010", "C", "1")];
  const payload = { reference: "HAND-1", narrative: "By hand", lines };
  expect(await ask(maker, { kind: "manual_journal", payload })).toMatchObject({
    code: "journal_of_branch_cash",
  });
});

test("S391 the same key asks once: pressed twice, or sent again after an answer that was lost; other cash under it is refused", async () => {
  const open = await decideMove(keeper, await floatAsked(50));
  expect(open).toMatchObject({ status: true });
  const key = randomUUID();
  const [first, second] = await Promise.all([
    move(teller, "drop", hundreds(3), "", key),
    move(teller, "drop", hundreds(3), "", key),
  ]);
  expect(first).toMatchObject({ status: true });
  expect(second).toEqual(first);
  expect(await move(teller, "drop", hundreds(4), "", key)).toMatchObject({
    code: "idempotency_key_reused",
  });
  const { rows } = await world.app.pool.query(
    "select count(*)::int as count from cash_move where idempotency_key = $1",
    [key],
  );
  expect(rows).toEqual([{ count: 1 }]);
  const moveId = first.status ? first.result.moveId : "";
  const before = await vaultOf(world);
  await decideMove(keeper, moveId);
  expect(await vaultOf(world)).toBe(before + 300_00n);
  // An answer that was lost after it was confirmed moves nothing more.
  expect(await move(teller, "drop", hundreds(3), "", key)).toMatchObject({
    result: { moveId, state: "done" },
  });
});

test("S328 a count of the vault that something moved after is told by what the vault counted, whatever the clock says", async () => {
  const counter = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const counted = await moved(counter, "count", countOf(await vaultOf(world)));
  // Within the same moment.
  await decideMove(keeper, await floatAsked(1));
  expect(await decideMove(keeper, counted)).toMatchObject({ code: "cash_vault_moved" });
  await decideMove(keeper, counted, "refuse");
});
