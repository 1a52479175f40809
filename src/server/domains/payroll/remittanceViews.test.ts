import { afterAll, beforeAll, expect, test } from "vitest";
import { listPayrollLines } from "#contract/staff/payroll.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  deductionFile,
  rowsOf,
  readFile,
  sentRows,
} from "#test/support/payrollActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.setTime(new Date("2026-11-05T10:00:00+08:00"));
});
afterAll(() => world.close());

/** Whom the trail says that somebody looked at, and at what of them. */
async function looksOf(username: string): Promise<unknown[]> {
  const looks = await world.app.db
    .selectFrom("audit_event")
    .select(["object", "detail"])
    .where("action", "=", "look_at_member")
    .where("actor", "=", username)
    .orderBy("object")
    .execute();
  return looks.map(({ object, detail }) => [object, detail]);
}

test("S133 who reads the rows of a file has looked at each member whose loan is in it, and at no other", async () => {
  const officer = await world.makeStaff({ role: "loan_officer" });
  const of = { employer: "PNP", month: "2026-11" };
  const loans = [await addEmployed(world, "PNP"), await addEmployed(world, "PNP")];
  await addEmployed(world, "PNP");
  const rows = loans.map(({ loanNo }) => [loanNo, "100.00"] as const);
  const remittanceId = await sentRows(officer, [...rows, ["LPRO-2026-9999999", "1.00"]], of);
  const { reference } = await readFile(officer, remittanceId);
  await rowsOf(officer, reference);
  const seen = loans.map(({ member }) => `member:${member.guid}`).toSorted();
  expect(await looksOf(officer.username)).toEqual(
    seen.map((member) => [member, { what: "remittance_line" }]),
  );
});

test("S133 who reads what was to be deducted has looked at each member whose loan is on the page", async () => {
  const maker = await world.makeStaff({ role: "loan_officer" });
  const loans = [await addEmployed(world, "BFP"), await addEmployed(world, "BFP")];
  await addEmployed(world, "NBI");
  await deductionFile(maker, { employer: "BFP", month: "2026-11" });
  const reader = await world.makeStaff({ role: "auditor" });
  const answer = await reader.call(listPayrollLines, { query: { employer: "BFP" } });
  expect(answer).toMatchObject({ result: { rows: [{ state: "open" }, { state: "open" }] } });
  const seen = loans.map(({ member }) => `member:${member.guid}`).toSorted();
  expect(await looksOf(reader.username)).toEqual(
    seen.map((member) => [member, { what: "payroll_line" }]),
  );
});
