import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { lend } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { runLoanDays } from "./runLoanDays.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

const at = (day: string) => new Date(`${day}T09:00:00+08:00`);
const owner = (statements: string) =>
  asAdmin(world.database.ownerUrl, (client) => client.query(statements));

/** What the days did to a loan. */
async function done(loanNo: string): Promise<unknown> {
  const { rows } = await world.app.pool.query(
    `select l.state, l.past_due_since, l.penalty_due_centavos, l.overdue_centavos,
       (select jsonb_agg(jsonb_build_array(a.month, a.amount_centavos) order by a.month)
         from loan_accrual a where a.loan_id = l.id) as accruals,
       (select jsonb_agg(jsonb_build_array(p.charged_on, p.amount_centavos) order by p.month)
         from loan_penalty p where p.loan_id = l.id) as penalties
     from loan l where l.loan_no = $1`,
    [loanNo],
  );
  return rows[0];
}

test("J07 a loan to which the work of a day cannot be done stops no other, and catches up when it can", async () => {
  world.setTime(at("2026-11-01"));
  const loans: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    loans.push(await lend(world.app, await world.makeMember({ savings: 0n })));
  }
  const [before = "", broken = "", after = ""] = loans;
  await owner(`
    create function break_loan() returns trigger language plpgsql as $$
    begin
      raise exception 'broken';
    end $$;
    create trigger break_loan before insert on loan_accrual for each row
      when (new.loan_id = (${await idOf(broken)}) and new.month = '2026-12-01') execute function break_loan();`);

  world.setTime(at("2027-01-10"));
  await runLoanDays(world.app);
  const healthy = await done(before);
  expect(healthy).toMatchObject({
    state: "past_due",
    accruals: [expect.anything(), expect.anything()],
  });
  expect(await done(after)).toEqual(healthy);
  expect(await done(broken)).toMatchObject({ accruals: [expect.anything()] });
  const troubles = () =>
    world.app.db
      .selectFrom("loan_in_trouble as t")
      .innerJoin("loan as l", "l.id", "t.loan_id")
      .select(["l.loan_no", "t.day", "t.stage", "t.reason", "t.tries", "t.caught_up_at"])
      .execute();
  const trouble = { loan_no: broken, day: "2027-01-01", stage: "accrual", reason: "broken" };
  expect(await troubles()).toEqual([{ ...trouble, tries: 1, caught_up_at: null }]);

  world.setTime(at("2027-02-10"));
  await runLoanDays(world.app);
  expect(await troubles()).toEqual([{ ...trouble, tries: 2, caught_up_at: null }]);
  await owner("drop trigger break_loan on loan_accrual");
  await runLoanDays(world.app);
  expect(await troubles()).toEqual([{ ...trouble, tries: 2, caught_up_at: expect.any(Date) }]);
  expect(await done(broken)).toEqual(await done(before));
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

async function idOf(loanNo: string): Promise<bigint> {
  const row = await world.app.db
    .selectFrom("loan")
    .select("id")
    .where("loan_no", "=", loanNo)
    .executeTakeFirstOrThrow();
  return row.id;
}
