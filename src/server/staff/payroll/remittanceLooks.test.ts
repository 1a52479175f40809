import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { addEmployed, rowsOf, readFile, sentRows } from "#test/support/payrollActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S133 who reads the rows of a file has looked at each member whose loan is in it, and at no other", async () => {
  const officer = await world.makeStaff({ role: "loan_officer" });
  const of = { employer: "PNP", month: "2026-11" };
  const loans = [await addEmployed(world, "PNP"), await addEmployed(world, "PNP")];
  await addEmployed(world, "PNP");
  const rows = loans.map(({ loanNo }) => [loanNo, "100.00"] as const);
  const remittanceId = await sentRows(officer, [...rows, ["LPRO-2026-9999999", "1.00"]], of);
  const { reference } = await readFile(officer, remittanceId);
  await rowsOf(officer, reference);
  const looks = await world.app.db
    .selectFrom("audit_event")
    .select("object")
    .where("action", "=", "look_at_member")
    .where("actor", "=", officer.username)
    .execute();
  const seen = looks.map(({ object }) => object);
  expect(seen.toSorted()).toEqual(loans.map(({ member }) => `member:${member.guid}`).toSorted());
});
