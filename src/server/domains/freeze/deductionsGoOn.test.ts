import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeMember } from "#contract/staff/memberActions.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  deductionFile,
  posting,
  readFile,
  rowsOf,
  sentRows,
} from "#test/support/payrollActs.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S201 deductions from pay go on while the account is frozen: asked for, taken in and posted to the loan", async () => {
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  const officer = await world.makeStaff({ role: "loan_officer" });
  const chief = await world.makeStaff({ role: "supervisor" });
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const of = { employer: "PNP", month: "2026-11" };
  const { loanNo, member } = await addEmployed(world, of.employer);
  const params = { memberGuid: member.guid };
  const body = { channel: "office" as const, reason: "The phone was stolen" };
  expect(await teller.call(freezeMember, { params, body })).toMatchObject({ status: true });
  await deductionFile(officer, of);
  const remittanceId = await sentRows(officer, [[loanNo, "4359.11"]], of);
  await approve(chief, await asked(officer, posting(await readFile(officer, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  const file = await readFile(officer, remittanceId);
  expect(file).toMatchObject({ state: "posted", posted: 1 });
  expect(await rowsOf(officer, file.reference)).toMatchObject([{ loanNo, state: "posted" }]);
  await assertBooksHold(world);
});
