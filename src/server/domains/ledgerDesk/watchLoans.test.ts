import { afterAll, beforeAll, expect, test } from "vitest";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { lend, pay } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { watchInvariants } from "./watchInvariants.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

/** One run of the checker after so many hours: whether it looked at all loans, and what it found. */
async function look(hours: number): Promise<[isWhole: boolean, rules: string[]]> {
  world.passSeconds(hours * 3600);
  await watchInvariants(world.app);
  const run = await world.app.db
    .selectFrom("invariant_run")
    .select(["is_whole", "breaches"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const breaches = run.breaches as { rule: string }[];
  return [run.is_whole, breaches.map(({ rule }) => rule)];
}

/** Behind everybody's back. */
async function tamper(text: string): Promise<void> {
  await asAdmin(world.database.adminUrl, async (admin) => {
    await admin.query("set session_replication_role = replica");
    await admin.query(text);
  });
}

/** Does harm, looks a minute later and mends it: what was found. */
async function foundOf(harm: string, heal: string): Promise<string[]> {
  await tamper(harm);
  const [isWhole, rules] = await look(1 / 60);
  expect(isWhole).toBe(false);
  await tamper(heal);
  // While anything is broken all is looked at.
  expect(await look(1 / 60)).toEqual([rules.length > 0, []]);
  return rules;
}

test("R6 each minute sees loans that moved, with their payments and batches, and each day all of them", async () => {
  world.setTime(new Date("2026-11-01T09:00:00+08:00"));
  const [still, moving] = [
    await lend(world.app, await world.makeMember({ savings: 0n })),
    await lend(world.app, await world.makeMember({ savings: 0n })),
  ];
  world.setTime(new Date("2026-12-03T09:00:00+08:00"));
  await runLoanDays(world.app);
  expect(await look(0)).toEqual([true, []]);
  // Two hours later nothing that was before is looked at again.
  expect(await look(2)).toEqual([false, []]);
  await pay(world.app, moving, { amount: 5_000_00n, paidOn: "2026-12-03" });
  expect(await look(1 / 60)).toEqual([false, []]);

  const owes = (loanNo: string, less: number) =>
    `update loan set principal_outstanding_centavos = principal_outstanding_centavos - (${less}),
       advance_centavos = advance_centavos + ${less} where loan_no = '${loanNo}'`;
  expect(await foundOf(owes(moving, 1), owes(moving, -1))).toEqual([
    "loan_is_its_schedule",
    "loan_is_what_was_charged_and_paid",
  ]);
  const paid = (more: string) =>
    `update loan_payment set amount_centavos = amount_centavos ${more}, principal_centavos = principal_centavos ${more}`;
  expect(await foundOf(paid("+ 1"), paid("- 1"))).toEqual(["loan_payment_is_in_the_books"]);
  const accrued = (more: string) =>
    `update loan_accrual set amount_centavos = amount_centavos ${more}`;
  // The batch ended before the last look at all.
  expect(await foundOf(accrued("+ 1"), accrued("- 1"))).toEqual([]);

  // What did not move is found within the day, by the sums too.
  await tamper(owes(still, 1));
  expect(await look(1)).toEqual([false, []]);
  const [isWhole, rules] = await look(24);
  expect(isWhole).toBe(true);
  expect(rules.toSorted((one, other) => one.localeCompare(other))).toEqual([
    "current_loans_are_in_the_books",
    "loan_advances_are_in_the_books",
    "loan_is_its_schedule",
    "loan_is_what_was_charged_and_paid",
  ]);
  await tamper(owes(still, -1));
  expect(await look(1 / 60)).toEqual([true, []]);

  // A penalty of the day, and the batch that has it.
  world.setTime(new Date("2026-12-06T09:00:00+08:00"));
  expect(await look(0)).toEqual([true, []]);
  await runLoanDays(world.app);
  expect(await look(1 / 60)).toEqual([false, []]);
  const penalty = (more: string) =>
    `update loan_penalty set amount_centavos = amount_centavos ${more}`;
  expect(await foundOf(penalty("+ 1"), penalty("- 1"))).toEqual([
    "loan_is_what_was_charged_and_paid",
    "loan_is_what_was_charged_and_paid",
    "loan_batches_are_in_the_books",
  ]);
});
