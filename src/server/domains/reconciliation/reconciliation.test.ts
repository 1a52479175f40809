import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import {
  askForProof,
  type BreakRow,
  listBreaks,
  listProofs,
  listReconciliationRuns,
  resolveBreak,
  runReconciliation,
  takeBreak,
} from "#contract/staff/reconciliation.ts";
import { transact } from "#server/db/db.ts";
import { postJournalEntries } from "#server/ledger/postJournalEntries.ts";
import { Refusal } from "#server/refusal.ts";
import { addTransfer } from "#test/support/addTransfer.ts";
import { chanceOf } from "#test/support/chance.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";
import { transfer } from "#test/support/transferActs.ts";
import type { Line } from "./matchLines.ts";
import type { PartnerFile } from "./partnerFile.ts";
import { holdAgainstBooks, reconcileDay } from "./reconcileDay.ts";
import { makeRequestedProofs } from "./requestedProofs.ts";
import { proveDays, reconcileDays } from "./reconcileDays.ts";

let world: World;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
});
afterAll(() => world.close());

const DAY = "2026-11-21";
const NEXT = "2026-11-22";
const by = { kind: "staff", name: "test", correlationId: "test" } as const;

/** What is open or under way, of all kinds, by reference. */
async function breaks(query: Record<string, string> = {}): Promise<BreakRow[]> {
  const answer = await supervisor.call(listBreaks, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}
const namesOf = (rows: BreakRow[]) =>
  rows.map(({ kind, reference, state }) => `${kind} ${reference} ${state}`).toSorted();

const run = (source: "issuer" | "instapay", day: string) =>
  supervisor.call(runReconciliation, { body: { source, day } });

async function proved(day: string) {
  const answer = await supervisor.call(askForProof, { body: { day } });
  if (!answer.status) throw new Error(answer.message);
  await makeRequestedProofs(world.app);
  const [newest] = await proofsOf(day);
  if (newest === undefined) throw new Error("the proof was not made");
  return newest;
}

test("a day of top-ups agrees with the issuer's file, and the proof is green", async () => {
  const member = await world.makeMember({ savings: 10_000_00n, card: { balance: 5_000_00n } });
  const browser = await world.signIn(member);
  await transfer(world, member, browser, { amount: 1_250_50n });
  await drainJobs(world.app);
  expect(await run("issuer", DAY)).toMatchObject({ code: "settlement_day_open" });
  world.setTime(new Date("2026-11-22T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const answer = await run("issuer", DAY);
  expect(answer).toMatchObject({
    result: {
      source: "issuer",
      day: DAY,
      lines: 1,
      ours: 1,
      matched: 1,
      open: 0,
      total: 1_250_50n,
    },
  });
  const proof = await proved(DAY);
  expect(proof).toMatchObject({ isRight: true });
  expect(proof.lines.map(({ name, isRight }) => [name, isRight])).toEqual([
    ["card_balances", true],
    ["funding", true],
    ["in_transit", true],
    ["instapay_position", true],
    ["pesonet_position", true],
    ["issuer_balances", true],
  ]);
  expect(proof.lines.at(-1)).toMatchObject({ compared: 1, ours: 6_250_50n, theirs: 6_250_50n });
  expect(await trail(world, `settlement:issuer:${DAY}`)).toHaveLength(1);
});

test("what the issuer alone knows is a difference with an owner, an end, and a red proof", async () => {
  const member = await world.makeMember({ card: { balance: 100_00n } });
  const accountNo = member.cardAccountNo ?? "";
  await world.app.issuer.credit({ reference: "OT261122-9", accountNo, amount: 77_00n });
  world.setTime(new Date("2026-11-23T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  await run("issuer", NEXT);
  const [found] = await breaks();
  expect(found).toMatchObject({
    kind: "missing_with_us",
    reference: "OT261122-9",
    accountTail: accountNo.slice(-4),
    ours: null,
    theirs: 77_00n,
    state: "open",
    owner: null,
    isTransfer: false,
  });
  const breakId = found?.id ?? "";
  const proof = await proved(NEXT);
  expect(proof.isRight).toBe(false);
  expect(proof.lines.find(({ name }) => name === "issuer_balances")).toMatchObject({
    isRight: false,
    differing: 1,
    accountTails: [accountNo.slice(-4)],
  });

  const auditor = await world.makeStaff({ role: "auditor", officeId: null });
  expect(await auditor.call(takeBreak, { params: { breakId } })).toMatchObject({
    code: "not_your_role",
  });
  await supervisor.call(takeBreak, { params: { breakId } });
  expect(await breaks()).toMatchObject([{ owner: supervisor.username }]);
  const body = { resolution: "Credited twice by the issuer; it takes the money back, letter 12." };
  expect(await supervisor.call(resolveBreak, { params: { breakId }, body })).toMatchObject({
    status: true,
  });
  expect(await supervisor.call(resolveBreak, { params: { breakId }, body })).toMatchObject({
    code: "break_ended",
  });
  // The same file again is the same import, and what a person ended stays ended.
  await run("issuer", NEXT);
  expect(await breaks()).toEqual([]);
  expect(await breaks({ state: "resolved" })).toMatchObject([{ resolvedBy: supervisor.username }]);
  const runs = await auditor.call(listReconciliationRuns, { query: {} });
  expect(runs).toMatchObject({ result: { rows: [{ day: NEXT }, { day: DAY }] } });
});

test("the worker fetches what is missing once, and proves each day once", async () => {
  world.setTime(new Date("2026-11-24T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  for (let runs = 0; runs < 2; runs++) {
    await reconcileDays(world.app);
    await proveDays(world.app);
  }
  const proofs = await supervisor.call(listProofs, { query: { from: "2026-11-23" } });
  expect(proofs).toMatchObject({
    result: { rows: [{ madeBy: "reconcileDays", day: "2026-11-23" }] },
  });
  expect(await trail(world, "settlement:issuer:2026-11-23")).toEqual([
    "reconcileDays: import_settlement",
  ]);
});

/** The proofs of a day, newest first. */
async function proofsOf(day: string) {
  const answer = await supervisor.call(listProofs, { query: { from: day, to: day } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}
const lineOf = (
  proof: { lines: { name: string; theirs: bigint | null }[] } | undefined,
  of: string,
) => proof?.lines.find(({ name }) => name === of)?.theirs;

test("a day is proven again once a file of it has come late, in the same moment too, and then no more", async () => {
  world.setTime(new Date("2026-11-26T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const { instapay } = world.app;
  const statement = () => Promise.reject(new Refusal("settlement_unavailable"));
  const withoutFile = { ...world.app, instapay: { ...instapay, statement } };
  await reconcileDays(withoutFile);
  await proveDays(withoutFile);
  const [early, ...none] = await proofsOf("2026-11-25");
  expect([lineOf(early, "instapay_position"), none]).toEqual([null, []]);
  await reconcileDays(world.app);
  for (let runs = 0; runs < 20; runs++) await proveDays(world.app);
  const [late, ...before] = await proofsOf("2026-11-25");
  expect([lineOf(late, "instapay_position"), before]).toEqual([0n, [early]]);
});

test("days that passed without a worker are proven when their files are there, the issuer asked but once", async () => {
  world.setTime(new Date("2026-11-29T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const { issuer } = world.app;
  const asked: string[] = [];
  const balance = (accountNo: string) => {
    asked.push(accountNo);
    return issuer.balance(accountNo);
  };
  const listening = { ...world.app, issuer: { ...issuer, balance } };
  await reconcileDays(world.app);
  await proveDays(listening);
  const times = Array.from(new Set(asked), (one) => asked.filter((no) => no === one).length);
  // One that differs is looked at again.
  expect([Math.min(...times), Math.max(...times) > 4]).toEqual([1, false]);
  await proveDays(listening);
  for (const day of ["2026-11-26", "2026-11-27", "2026-11-28"]) {
    expect(await proofsOf(day)).toHaveLength(1);
  }
});

test("a proof for which the issuer did not answer is made again, an hour later", async () => {
  world.setTime(new Date("2026-11-30T01:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const { issuer } = world.app;
  const silent = { ...world.app, issuer: { ...issuer, balance: async () => undefined } };
  await reconcileDays(world.app);
  await proveDays(silent);
  await proveDays(silent);
  expect(await proofsOf("2026-11-29")).toHaveLength(1);
  world.passSeconds(3_600);
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  for (let runs = 0; runs < 3; runs++) await proveDays(world.app);
  const [second, first, ...more] = await proofsOf("2026-11-29");
  expect([lineOf(first, "issuer_balances"), more]).toEqual([null, []]);
  expect(lineOf(second, "issuer_balances")).toEqual(expect.any(BigInt));
});

/** What was bought with one card, booked at once; answers the lines as a partner's file would have them. */
async function postLines(
  member: TestMember,
  day: string,
  lines: readonly { reference: string; amount: bigint; at?: Date }[],
): Promise<Line[]> {
  const account = member.cardAccountNo ?? "";
  const midday = new Date(`${day}T04:00:00Z`);
  await transact(world.app.db, async (tx) => {
    const { rows } = await sql<{ card: bigint; position: bigint }>`
      select ledger_account_id('CARD', '2510', ${account}) as card,
        ledger_account_id('CARD', '2540', '') as position`.execute(tx);
    const [{ card, position } = { card: 0n, position: 0n }] = rows;
    for (const bookedAt of new Set(lines.map(({ at = midday }) => at))) {
      const step = { operation: "POS_AUTH", step: "hold", businessDate: day, actor: "test" };
      const entries = lines
        .filter(({ at = midday }) => at === bookedAt)
        .map(({ reference, amount }) => ({
          reference,
          lines: [
            { account: card, side: "D" as const, amount: -amount },
            { account: position, side: "C" as const, amount: -amount },
          ],
        }));
      await postJournalEntries(tx, { ...step, bookedAt }, entries);
    }
  });
  return lines.map(({ reference, amount, at = midday }) => ({ reference, account, amount, at }));
}

let lastFile = 0;
const fileOf = (lines: Line[]): PartnerFile => ({
  lines,
  total: lines.reduce((sum, { amount }) => sum + amount, 0n),
  sha256: (++lastFile).toString(16).padStart(64, "0"),
});

const importFile = (day: string, lines: Line[]) =>
  transact(world.app.db, (tx) =>
    holdAgainstBooks(tx, world.app, { source: "issuer", day }, fileOf(lines), by),
  );

test("of 3,000 lines every planted difference is found, and none that is not there", async () => {
  const member = await world.makeMember({ card: { balance: 900_000_000_00n } });
  const chance = chanceOf(7);
  const lines = await postLines(
    member,
    "2026-12-01",
    Array.from({ length: 3000 }, (_, place) => ({
      reference: `PO-${place}`,
      amount: BigInt(1 + chance.below(99_999)) * -1n,
    })),
  );
  const planted: string[] = [];
  const theirs = lines.flatMap((line, place) => {
    if (place % 100 !== 50) return [line];
    const plant = (kind: string, reference = line.reference) =>
      planted.push(`${kind} ${reference} open`);
    switch (planted.length % 4) {
      case 0:
        plant("missing_with_them");
        return [];
      case 1:
        plant("missing_with_us", `PX-${place}`);
        return [line, { ...line, reference: `PX-${place}` }];
      case 2:
        plant("amount_differs");
        return [{ ...line, amount: line.amount - 1n }];
      default:
        plant("doubled");
        return [line, { ...line }];
    }
  });
  await importFile("2026-12-01", theirs);
  const found = await breaks({ from: "2026-12-01", to: "2026-12-01" });
  expect(planted).toHaveLength(30);
  expect(namesOf(found)).toEqual(planted.toSorted());
  // A file that is right takes its place: everything that was planted is gone.
  await importFile("2026-12-01", lines);
  expect(await breaks({ from: "2026-12-01" })).toEqual([]);
});

test("what passes midnight waits for the next day's file, and is cleared by it or due", async () => {
  const member = await world.makeMember({ card: { balance: 1_000_000_00n } });
  const late = new Date("2026-12-05T15:59:58Z");
  const lines = await postLines(member, "2026-12-05", [
    { reference: "POS-NOON", amount: -100n },
    { reference: "POS-LATE", amount: -200n, at: late },
    { reference: "POS-LOST", amount: -300n, at: late },
    { reference: "IP261205-1", amount: -400n },
  ]);
  // Accepted at noon, taken at the issuer only after midnight: on its way when the day ended.
  await addTransfer(world, member, {
    refNo: "IP261205-1",
    kind: "instapay",
    acceptedAt: new Date("2026-12-05T04:00:00Z"),
  });
  const [noon, , , slow] = lines;
  if (noon === undefined || slow === undefined) throw new Error("no lines");
  await importFile("2026-12-05", [noon]);
  const atFirst = [
    "missing_with_them IP261205-1 in_flight",
    "missing_with_them POS-LATE in_flight",
    "missing_with_them POS-LOST in_flight",
  ];
  expect(namesOf(await breaks({ from: "2026-12-05" }))).toEqual(atFirst);
  const after = new Date("2026-12-05T16:00:03Z");
  const nextLines = [
    { ...slow, at: after },
    { reference: "POS-LATE", account: slow.account, amount: -200n, at: after },
    // Told again on the day after: doubled, though no single file has it twice.
    { ...noon, at: new Date("2026-12-06T04:00:00Z") },
  ];
  const atLast = ["doubled POS-NOON open", "missing_with_them POS-LOST open"];
  // However often it is looked at, and whichever day comes first.
  for (const [day, theirs] of [
    ["2026-12-06", nextLines],
    ["2026-12-06", nextLines],
    ["2026-12-05", [noon]],
    ["2026-12-06", nextLines],
  ] as const) {
    await importFile(day, [...theirs]);
    expect(namesOf(await breaks({ from: "2026-12-05" }))).toEqual(atLast);
  }
  expect(namesOf(await breaks({ from: "2026-12-05", state: "cleared" }))).toEqual([
    "missing_with_them IP261205-1 cleared",
    "missing_with_them POS-LATE cleared",
  ]);
});

test("S099 a rail that answers with the statement of another day is refused, and nothing is kept", async () => {
  const day = "2026-11-01";
  const { instapay } = world.app;
  const app = {
    ...world.app,
    instapay: { ...instapay, statement: () => instapay.statement("2026-11-23") },
  };
  await expect(reconcileDay(app, { source: "instapay", day }, by)).rejects.toMatchObject({
    code: "settlement_wrong",
  });
  expect(await trail(world, `settlement:instapay:${day}`)).toEqual([]);
});

test("a difference that a person ended is shown again when it has other figures, and what meets it later", async () => {
  const day = "2026-12-10";
  const member = await world.makeMember({ card: { balance: 1_000_00n } });
  const of = { account: member.cardAccountNo ?? "", at: new Date(`${day}T04:00:00Z`) };
  const small = { ...of, reference: "PY-1", amount: -100n };
  const early = { ...of, reference: "PY-2", amount: -300n };
  await importFile(day, [small, early]);
  const found = await breaks({ from: day });
  expect(namesOf(found)).toEqual(["missing_with_us PY-1 open", "missing_with_us PY-2 open"]);
  for (const { id } of found) {
    const body = { resolution: "Booked by hand, voucher 7." };
    await supervisor.call(resolveBreak, { params: { breakId: id }, body });
  }
  await importFile(day, [small, early]);
  expect(await breaks({ from: day })).toEqual([]);
  for (let times = 0; times < 2; times++) {
    await importFile(day, [{ ...small, amount: -5_000_00n }, early]);
    expect(await breaks({ from: day })).toMatchObject([{ reference: "PY-1", theirs: -5_000_00n }]);
  }
  const [first] = found.filter(({ reference }) => reference === "PY-1");
  expect((await trail(world, `break:${first?.id}`)).toSorted()).toEqual([
    `${supervisor.username}: resolve_break`,
    "test: find_other_figures",
  ]);
  expect(await breaks({ from: day, state: "resolved" })).toHaveLength(2);
  // Booked by hand and then by the word of the partner: twice.
  await postLines(member, "2026-12-11", [{ reference: "PY-2", amount: -300n }]);
  await importFile("2026-12-11", []);
  expect(namesOf(await breaks({ from: "2026-12-11" }))).toEqual(["missing_with_them PY-2 open"]);
});
