import { afterAll, beforeAll, expect, test } from "vitest";
import {
  listPayrollLines,
  listRemittanceLines,
  withdrawRemittance,
} from "#contract/staff/payroll.ts";
import { setStandingDeduction } from "#contract/staff/standingDeductions.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  deductionFile,
  posting,
  readFile,
  type RemittedPair,
  rowsOf,
  sendRows,
  sentAccountRows,
} from "#test/support/payrollActs.ts";
import { approve, ask, asked, decide, look, trail } from "#test/support/requestActs.ts";
import { postRemittance } from "./postRemittance.ts";

let world: World;
let officer: TestStaff;
let chief: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  await goTo("2026-11-05");
});
afterAll(() => world.close());

/** A day at work: sessions end overnight. */
async function goTo(day: string): Promise<void> {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
}

/** Savings accounts of people who work there and put 500.00 aside each month, asked for in November and December. */
async function saversOf(employer: string, count = 2): Promise<RemittedPair[]> {
  const rows: RemittedPair[] = [];
  for (let index = 0; index < count; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a few of them
    const member = await world.makeMember({ officeId: 1n, savings: 0n });
    const who = world.app.db.updateTable("member").set({ employer });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await who.where("id", "=", member.id).execute();
    const accountNo = member.accountNumbers.savings ?? "";
    const body = { accountNo, monthly: "500.00", firstMonth: "2026-11", authority: "Form 12" };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const set = await officer.call(setStandingDeduction, { body });
    if (!set.status) throw new Error(set.code);
    rows.push([accountNo, "500.00"]);
  }
  await deductionFile(officer, { employer, month: "2026-11" });
  await deductionFile(officer, { employer, month: "2026-12" });
  return rows;
}

const withdraw = (staff: TestStaff, remittanceId: string) =>
  staff.call(withdrawRemittance, {
    params: { remittanceId },
    body: { reason: "Sent under the wrong month" },
  });

async function verdictsOf(remittanceId: string): Promise<string[]> {
  const { reference } = await readFile(officer, remittanceId);
  return (await rowsOf(officer, reference)).map(({ verdict }) => verdict);
}

async function posted(remittanceId: string) {
  await approve(chief, await asked(officer, posting(await readFile(officer, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  return readFile(officer, remittanceId);
}

/** The lines of a month that nothing was heard of. */
async function openLines(employer: string, month: string): Promise<number> {
  const answer = await officer.call(listPayrollLines, { query: { employer, month } });
  if (!answer.status) throw new Error(answer.code);
  return answer.result.rows.length;
}

test("S371 the same bytes are taken once for each month and employer: an employer may send the like each month", async () => {
  const employer = "PNP";
  const rows = await saversOf(employer);
  await goTo("2026-12-10");
  const november = await sentAccountRows(officer, rows, { employer, month: "2026-11" });
  expect(await posted(november)).toMatchObject({ state: "posted", posted: 2 });
  const of = { employer, month: "2026-12" };
  const december = await sentAccountRows(officer, rows, of);
  expect(await verdictsOf(december)).toEqual(["right", "right"]);
  const { reference } = await readFile(officer, december);
  const again = await sendRows(officer, rows, of, "account_no");
  expect(again).toMatchObject({ code: "remittance_doubled" });
  expect(again["message"]).toContain(reference);
  const twins = await Promise.all(
    ["BFP", "BFP"].map((other) =>
      sendRows(officer, rows, { ...of, employer: other }, "account_no"),
    ),
  );
  expect(new Set(twins.map((one) => one["code"] ?? "taken"))).toEqual(
    new Set(["remittance_doubled", "taken"]),
  );
  // Who lets it be posted is told that another month's file was the same.
  const requestId = await asked(officer, posting(await readFile(officer, december)));
  const { before } = await look(chief, requestId);
  expect(before["sameFile"]).toMatch(/^RM\d{6}-\d{6}, (?:PNP|BFP)$/);
  await approve(chief, requestId);
  await postRemittance(world.app, BigInt(december));
  expect(await readFile(officer, december)).toMatchObject({ state: "posted", posted: 2 });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S371 a remittance that was sent under the wrong month or employer is withdrawn, stands in nobody's way, and is sent again", async () => {
  await goTo("2026-11-06");
  const employer = "BJMP";
  const rows = await saversOf(employer);
  await goTo("2026-12-10");
  const [november, december] = ["2026-11", "2026-12"].map((month) => ({ employer, month }));
  if (november === undefined || december === undefined) throw new Error("two months");
  const wrong = await sentAccountRows(officer, rows, december);
  const elsewhere = await sentAccountRows(officer, rows, { ...november, employer: "BFP" });
  expect(await verdictsOf(elsewhere)).toEqual(["not_employed", "not_employed"]);
  // December's own file meets the rows of the wrong one.
  const stopped = await sentAccountRows(officer, rows.slice(0, 1), december);
  expect(await verdictsOf(stopped)).toEqual(["paid_already"]);
  expect(await openLines(employer, "2026-12")).toBe(0);

  const teller = await world.makeStaff({ role: "teller" });
  expect(await withdraw(teller, wrong)).toMatchObject({ code: "not_your_role" });
  const each = await Promise.all([wrong, elsewhere, stopped].map((id) => withdraw(officer, id)));
  expect(each.map(({ status }) => status)).toEqual([true, true, true]);
  const file = await readFile(officer, wrong);
  expect(file).toMatchObject({ state: "withdrawn", withdrawnBy: officer.username });
  expect(await trail(world, `remittance:${file.reference}`)).toEqual([
    `${officer.username}: remittance_sent`,
    `${officer.username}: remittance_withdrawn`,
  ]);
  expect(await openLines(employer, "2026-12")).toBe(2);
  const waiting = await officer.call(listRemittanceLines, {
    query: { show: "waiting", reference: file.reference },
  });
  expect(waiting).toMatchObject({ result: { rows: [] } });
  expect((await rowsOf(officer, file.reference)).map(({ fileState }) => fileState)).toEqual([
    "withdrawn",
    "withdrawn",
  ]);
  // Nothing of it is done any more.
  expect(await withdraw(officer, wrong)).toMatchObject({ code: "remittance_not_checked" });
  expect(await ask(officer, posting(file))).toMatchObject({ code: "request_does_not_apply" });
  await postRemittance(world.app, BigInt(wrong));
  expect(await readFile(officer, wrong)).toMatchObject({ state: "withdrawn", posted: 0 });

  for (const which of [november, december]) {
    // oxlint-disable-next-line no-await-in-loop -- month by month
    const right = await sentAccountRows(officer, rows, which);
    // oxlint-disable-next-line no-await-in-loop -- month by month
    expect(await verdictsOf(right)).toEqual(["right", "right"]);
    // oxlint-disable-next-line no-await-in-loop -- month by month
    expect(await posted(right)).toMatchObject({ state: "posted", posted: 2 });
  }
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S371 nobody withdraws a remittance whose posting is asked for, goes on or is done, at the same moment neither", async () => {
  await goTo("2026-11-07");
  const employer = "NBI";
  const [first, ...others] = await saversOf(employer, 7);
  if (first === undefined) throw new Error("nobody saves");
  await goTo("2026-12-10");
  const of = { employer, month: "2026-11" };
  const remittanceId = await sentAccountRows(officer, [first], of);
  const rejected = await asked(officer, posting(await readFile(officer, remittanceId)));
  expect(await withdraw(officer, remittanceId)).toMatchObject({ code: "remittance_asked" });
  await decide(chief, rejected, "reject");
  const requestId = await asked(officer, posting(await readFile(officer, remittanceId)));
  await approve(chief, requestId);
  expect(await readFile(officer, remittanceId)).toMatchObject({ state: "posting" });
  expect(await withdraw(officer, remittanceId)).toMatchObject({ code: "remittance_not_checked" });
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await withdraw(officer, remittanceId)).toMatchObject({ code: "remittance_not_checked" });
  expect(await withdraw(officer, "999999999")).toMatchObject({ code: "not_found" });

  for (const row of others) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    const id = await sentAccountRows(officer, [row], of);
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    const file = await readFile(officer, id);
    // oxlint-disable-next-line no-await-in-loop -- both at the same moment
    const [taken, request] = await Promise.all([
      withdraw(officer, id),
      ask(officer, posting(file)),
    ]);
    expect([taken.status, request.status].filter(Boolean)).toHaveLength(1);
    // oxlint-disable-next-line no-await-in-loop -- what came of both
    const { state, openRequestId } = await readFile(officer, id);
    expect([state, openRequestId !== null]).toEqual(
      taken.status ? ["withdrawn", false] : ["checked", true],
    );
  }
});
