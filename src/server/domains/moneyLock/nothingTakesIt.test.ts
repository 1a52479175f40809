import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lockMoney } from "#contract/moneyLock.ts";
import { transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked } from "#test/support/requestActs.ts";
import {
  addEmployed,
  deductionFile,
  posting,
  readFile as readRows,
  sentRows,
} from "#test/support/payrollActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

/** Locks all but a peso of what is on the savings account. */
async function lockAll(member: TestMember): Promise<{ id: bigint; locked: bigint }> {
  const accountNumber = member.accountNumbers.savings ?? "";
  const account = await world.app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["l.id", "l.available_centavos as available"])
    .where("a.account_number", "=", accountNumber)
    .executeTakeFirstOrThrow();
  const locked = account.available - 1_00n;
  const browser = await world.signIn(member);
  const amount = `${locked / 100n}.${String(locked % 100n).padStart(2, "0")}`;
  const body = { accountNumber, amount };
  const input = { params: { guid: member.guid }, body };
  const answer = await world.call(lockMoney, input, browser, { idempotencyKey: "lock-it-all" });
  if (!answer.status) throw new Error(answer.message);
  return { id: account.id, locked };
}

async function moneyOn(id: bigint): Promise<{ balance: bigint; held: bigint }> {
  return world.app.db
    .selectFrom("ledger_account")
    .select(["balance_centavos as balance", "hold_centavos as held"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** What the book of recipes has of an entry. */
type Template = { operation: string; step: string; lines: { account: string; side: string }[] };

test("S217 of the recipes that take from a member's account none is booked without the member or two people", () => {
  // Read as it is shipped.
  const { templates } = JSON.parse(
    readFileSync("data/live/journal-templates.json", "utf8"),
  ) as unknown as { templates: Template[] };
  const deposits = new Set(["2010", "2020", "2030"]);
  const taking = templates.filter(({ lines }) =>
    lines.some(({ account, side }) => deposits.has(account) && side === "D"),
  );
  // A top-up, a transfer to another bank or another member's card and the fee of a card are ordered by the member; a payment or withdrawal at the counter is two people's; a tax is a part
  // of the interest or dividend that the same transaction credits.
  expect(taking.map(({ operation, step }) => `${operation} ${step}`).toSorted()).toEqual([
    "CARD_FEE charge",
    "CARD_TO_CARD account_accept",
    "COUNTER_WITHDRAWAL post",
    "DIVIDEND tax",
    "INSTAPAY_OUT account_hold",
    "LOAN_PAYMENT counter",
    "OWN_TOPUP accept",
    "PESONET_OUT account_hold",
    "SAVINGS_INTEREST tax",
    "UPGRADE_FEE charge",
  ]);
});

test("S217 two people at the counter pay no loan from what is locked", async () => {
  const teller = await makeStaff(world, { role: "teller", officeId: 1n });
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
  const loanNo = await addLoan(world, member);
  const before = await lockAll(member);
  const payload = { loanNo, amount: "1.01" };
  expect(await ask(teller, { kind: "pay_loan", payload })).toMatchObject({
    code: "member_funds_missing",
  });
  expect(await moneyOn(before.id)).toMatchObject({ held: before.locked });
});

test("S217 a deduction from pay pays the loan and leaves what is locked alone", async () => {
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  const officer = await world.makeStaff({ role: "loan_officer" });
  const chief = await world.makeStaff({ role: "supervisor" });
  const of = { employer: "PNP", month: "2026-11" };
  const { loanNo, member } = await addEmployed(world, of.employer);
  const before = await lockAll(member);
  await deductionFile(officer, of);
  const remittanceId = await sentRows(officer, [[loanNo, "4359.11"]], of);
  await approve(chief, await asked(officer, posting(await readRows(officer, remittanceId))));
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await moneyOn(before.id)).toEqual({
    balance: before.locked + 1_00n,
    held: before.locked,
  });
});

test("S217 whatever entry is made, the ledger takes nothing below what is locked", async () => {
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
  const { id } = await lockAll(member);
  const at = world.app.now();
  const take = (amount: bigint) =>
    transact(world.app.db, (tx) =>
      postJournalEntry(tx, {
        operation: "OWN_TOPUP",
        step: "accept",
        reference: `OT261121-${amount}`,
        businessDate: "2026-11-21",
        bookedAt: at,
        actor: "system",
        lines: recipe("OWN_TOPUP", "accept").lines({ A: amount }, { source_account: id }),
      }),
    );
  await expect(take(1_01n)).rejects.toMatchObject({ code: "insufficient_funds" });
  expect(await moneyOn(id)).toEqual({ balance: 1_000_00n, held: 999_00n });
});
