import { afterAll, beforeAll, expect, test } from "vitest";
import { lend, pay } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { runLoanDays } from "./runLoanDays.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

const goTo = (day: string) => world.setTime(new Date(`${day}T09:00:00+08:00`));

/** What the trail says that the jobs did, each with its day, how many loans and how much. */
async function trail() {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select(["actor_kind", "action", "object", "detail"])
    .where("actor", "=", "runLoanDays")
    .where("object", "like", "loan_batch:%")
    .orderBy("id")
    .execute();
  return events.map(({ actor_kind: kind, action, detail }) => {
    // By auditBatch.
    const { day, loans, total } = detail as { day: string; loans: number; total: string };
    return [kind, action, day, loans, total];
  });
}

test("S131 the audit trail has what the jobs did to loans: a line a batch, with its entry's reference", async () => {
  goTo("2026-11-01");
  const loans = [];
  for (let number = 0; number < 3; number += 1) {
    loans.push(await lend(world.app, await world.makeMember({ savings: 0n })));
  }
  const [ahead = ""] = loans;
  // 10,621.85 is the first instalment.
  await pay(world.app, ahead, { amount: 12_000_00n, paidOn: "2026-11-01" });
  goTo("2027-01-10");
  await runLoanDays(world.app);
  expect(await trail()).toEqual([
    ["system", "accrue_interest", "2026-11-30", 3, "3480.00"],
    ["system", "spend_advances", "2026-12-01", 1, "10621.85"],
    ["system", "charge_penalties", "2026-12-06", 2, "424.88"],
    ["system", "age_loans", "2026-12-06", 2, "240000.00"],
    ["system", "accrue_interest", "2026-12-31", 3, "3316.14"],
    ["system", "spend_advances", "2027-01-01", 1, "1378.15"],
    ["system", "charge_penalties", "2027-01-06", 3, "1037.01"],
    ["system", "age_loans", "2027-01-06", 1, "110265.38"],
  ]);
  const { rows } = await world.app.pool.query(
    `select e.operation from journal_entry e join audit_event a on a.object = 'loan_batch:' || e.reference
     where e.operation in ('LOAN_ACCRUAL', 'LOAN_PENALTY', 'LOAN_AGEING')`,
  );
  expect(rows).toHaveLength(6);
});

test("money paid ahead is spent in small batches, so that no loan is held for long", async () => {
  goTo("2027-01-20");
  await runLoanDays(world.app);
  const before = (await trail()).length;
  for (let number = 0; number < 3; number += 1) {
    const loanNo = await lend(world.app, await world.makeMember({ savings: 0n }));
    await pay(world.app, loanNo, { amount: 5_000_00n, paidOn: "2027-01-20" });
  }
  goTo("2027-03-01");
  await runLoanDays(world.app, 20);
  expect((await trail()).slice(before).filter(([, action]) => action === "spend_advances")).toEqual(
    [
      ["system", "spend_advances", "2027-03-01", 2, "10000.00"],
      ["system", "spend_advances", "2027-03-01", 1, "5000.00"],
    ],
  );
});

test("the member hears of an overdue instalment in the portal and on the phone, in their language, once", async () => {
  goTo("2027-04-01");
  const member = await world.makeMember({ savings: 0n });
  await world.app.db
    .updateTable("member")
    .set({ language: "fil" })
    .where("id", "=", member.id)
    .execute();
  const loanNo = await lend(world.app, member);
  goTo("2027-06-10");
  await runLoanDays(world.app);
  await runLoanDays(world.app);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("overdue"))).toEqual([
    expect.stringContaining(`may hulog na overdue sa inyong loan ${loanNo}`),
  ]);
});
