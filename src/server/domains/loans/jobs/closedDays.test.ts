import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBusinessDay } from "#contract/staff/ledger.ts";
import { addDays } from "#common/manila.ts";
import { lend } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { runLoanDays } from "./runLoanDays.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

/** Closes a day on the morning after it. Other tests' transactions may be under way and are waited for. */
async function close(day: string): Promise<string> {
  world.setTime(new Date(`${addDays(day, 1)}T09:00:00+08:00`));
  const supervisor = await world.makeStaff({ role: "supervisor" });
  let code: string | undefined;
  await expect
    .poll(async () => {
      const answer = await supervisor.call(closeBusinessDay, { body: { day } });
      code = answer.status ? "closed" : answer.code;
      return code;
    })
    .not.toBe("day_closing");
  return code ?? "";
}

test("S099 a day is closed only when its accrual, penalties and ageing are done to all loans", async () => {
  world.setTime(new Date("2026-11-02T09:00:00+08:00"));
  await lend(world.app, await world.makeMember({ savings: 0n }));
  expect(await close("2026-11-29")).toBe("closed");
  // The interest of November counts for its last day, and comes on the next.
  expect(await close("2026-11-30")).toBe("day_loans_pending");
  await runLoanDays(world.app);
  expect(await close("2026-11-30")).toBe("closed");
  const { business_date: accrued } = await world.app.db
    .selectFrom("journal_entry")
    .select("business_date")
    .where("operation", "=", "LOAN_ACCRUAL")
    .executeTakeFirstOrThrow();
  expect(accrued).toBe("2026-11-30");

  for (const day of ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"]) {
    expect(await close(day)).toBe("closed");
  }
  // The first day after the days of grace: the penalty of what is overdue counts for it.
  expect(await close("2026-12-06")).toBe("day_loans_pending");
  await runLoanDays(world.app);
  expect(await close("2026-12-06")).toBe("closed");
  const { rows } = await world.app.pool.query(
    "select business_date::text from journal_entry where operation = 'LOAN_PENALTY'",
  );
  expect(rows).toEqual([{ business_date: "2026-12-06" }]);
});
