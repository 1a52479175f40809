import { afterAll, beforeAll, expect, test } from "vitest";
import { getExceptions, getHealth, resolveException, takeException } from "#contract/staff/jobs.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { lend } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

test("S103 a loan in trouble stands among the exceptions with reason and since when, until it is mended", async () => {
  world.setTime(new Date("2026-11-01T09:00:00+08:00"));
  const loanNo = await lend(world.app, await world.makeMember({ savings: 0n }));
  const owner = (statements: string) =>
    asAdmin(world.database.ownerUrl, (client) => client.query(statements));
  await owner(`
    create function break_loan() returns trigger language plpgsql as $$
    begin
      raise exception 'broken';
    end $$;
    create trigger break_loan before insert on loan_accrual for each row execute function break_loan();`);
  world.setTime(new Date("2026-12-02T09:00:00+08:00"));
  await runLoanDays(world.app);
  const supervisor = await world.makeStaff({ role: "supervisor" });
  const seen = async () => {
    const answer = await supervisor.call(getExceptions, { query: { reference: loanNo } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.rows;
  };
  const [row] = await seen();
  expect(row).toMatchObject({
    source: "loan",
    reason: "accrual of 2026-12-01: broken",
    reference: loanNo,
    resolvedAt: null,
  });
  expect(row?.at.slice(0, 16)).toBe("2026-12-02T01:00");
  const open = async () => {
    const answer = await supervisor.call(getHealth, {});
    return answer.status ? answer.result.openExceptions : undefined;
  };
  expect(await open()).toBe(1);

  const id = row?.id ?? "";
  // It is nobody's to take or to resolve.
  for (const refused of [
    await supervisor.call(takeException, { body: { id } }),
    await supervisor.call(resolveException, { body: { id, resolution: "done" } }),
  ]) {
    expect(refused).toMatchObject({ code: "exception_of_loan" });
  }

  await owner("drop trigger break_loan on loan_accrual");
  await runLoanDays(world.app);
  expect(await seen()).toEqual([]);
  expect(await open()).toBe(0);
});
