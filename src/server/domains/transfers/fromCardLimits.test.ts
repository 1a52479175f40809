import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, manilaDate } from "#common/manila.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { type Approval, assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
/** Midnight of the day before in Manila; each test has a day of its own. */
let day = new Date("2026-09-30T16:00:00Z");

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  // The limits are looked at here, not what approves a great sum to somebody new.
  await sql`update transfer_limit set centavos = 99999999900 where name = 'new_payee_by_code_most'`.execute(
    world.app.db,
  );
});

beforeEach(() => {
  day = new Date(day.getTime() + 24 * 60 * 60 * 1000);
  world.setTime(new Date(day.getTime() + 10 * 60 * 60 * 1000));
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

type Who = { member: TestMember; browser: Browser };

async function enter(balance: bigint): Promise<Who> {
  const member = await world.makeMember({ card: { balance, cardType: "platinum" } });
  return { member, browser: await world.signIn(member) };
}

async function sentOf({ member }: Who): Promise<bigint> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("amount_centavos")
    .where("member_id", "=", member.id)
    .execute();
  return rows.reduce((sum, row) => sum + row.amount_centavos, 0n);
}

async function totalsOf({ member }: Who): Promise<Record<string, bigint>> {
  const rows = await world.app.db
    .selectFrom("transfer_total")
    .select(["period", "sent_centavos"])
    .where("member_id", "=", member.id)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.period, row.sent_centavos]));
}

async function figuresOf({ browser }: Who) {
  const answer = await world.call(getTransferSetup, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.figures;
}

/** Orders that are approved already, half of them over each rail, all at once; answers what each was told. */
async function orderMany(who: Who, amount: string, count: number): Promise<string[]> {
  const approvals = await acts.approvedCodes(world, who, acts.toBank("instapay", amount), count);
  const byPesonet = approvals.filter((_, index) => index % 2 === 1).map(({ pinId }) => pinId);
  await sql`
    update otp_challenge set intent = intent || '{"kind": "pesonet"}'
    where pin_id = any (${byPesonet}::uuid[])`.execute(world.app.db);
  const answers = await Promise.all(
    approvals.map((approval, index) => {
      const sending = acts.toBank(index % 2 === 1 ? "pesonet" : "instapay", amount);
      return acts.orderSending(world, who.browser, sending, approval, `many-orders-${index}`);
    }),
  );
  return answers.map((answer) => (answer.status ? "ok" : `${answer.code} ${answer.message}`));
}

/** What an earlier day or month of the test had let through. */
function sentBefore({ member }: Who, period: string, centavos: bigint) {
  return sql`
    insert into transfer_total as t (member_id, period, sent_centavos)
    values (${member.id}, ${period}, ${centavos})
    on conflict (member_id, period) do update set sent_centavos = t.sent_centavos + excluded.sent_centavos
  `.execute(world.app.db);
}

test.each([
  ["instapay", "50000.01"],
  ["pesonet", "50000.01"],
  ["card", "50000.01"],
] as const)("S093 O07 %s: the most in one transfer holds to the centavo", async (kind, above) => {
  const who = await enter(200_000_00n);
  const receiver = await world.makeMember({ card: { cardType: "platinum" } });
  const sending = (amount: string) =>
    kind === "card" ? acts.toCard(receiver, amount) : acts.toBank(kind, amount);
  expect(await acts.askFor(world, who.member, who.browser, sending(above))).toMatchObject({
    code: "over_transaction_limit",
    message: "The most in one transfer is ₱50,000.00.",
    errors: [{ param: "amount" }],
  });
  await acts.send(world, who.member, who.browser, sending("50000.00"));
  expect(await sentOf(who)).toBe(50_000_00n);
});

test("S093 S174 forty orders at once over both rails: what passes is exactly what the day allows", async () => {
  const who = await enter(500_000_00n);
  const codes = await orderMany(who, "7692.30", 40);
  // 13 × 7,692.30 = 99,999.90.
  expect(codes.filter((code) => code === "ok")).toHaveLength(13);
  // A day of October.
  const next = Number(manilaDate(day).slice(8)) + 1;
  const told = `You can send ₱0.10 more to other banks today. The limit starts again on Oct ${next}, 2026, 12:00 AM.`;
  expect(new Set(codes)).toEqual(new Set(["ok", `over_daily_limit ${told}`]));
  expect(await figuresOf(who)).toMatchObject({ leftToday: 10n, leftThisMonth: 400_000_10n });
});

test("S093 the first transfer of a day counts; the day holds to the centavo and ends at midnight in Manila", async () => {
  const who = await enter(500_000_00n);
  await acts.send(world, who.member, who.browser, acts.toBank("instapay", "50000.00"));
  world.setTime(new Date(day.getTime() + 24 * 60 * 60 * 1000 - 90_000));
  who.browser = await world.signIn(who.member, who.browser);
  await acts.send(world, who.member, who.browser, acts.toBank("pesonet", "49999.99"));
  world.passSeconds(61);
  const ask = (amount: string) =>
    acts.askFor(world, who.member, who.browser, acts.toBank("instapay", amount));
  expect(await ask("1.00")).toMatchObject({ code: "over_daily_limit" });
  // The next day has begun.
  world.passSeconds(40);
  await acts.send(world, who.member, who.browser, acts.toBank("instapay", "50000.00"));
  const [today, tomorrow] = [
    manilaDate(day),
    manilaDate(new Date(day.getTime() + 24 * 60 * 60 * 1000)),
  ];
  expect(await totalsOf(who)).toMatchObject({ [today]: 99_999_99n, [tomorrow]: 50_000_00n });
});

test("S093 of twenty parallel orders over what a month has left, the exact number passes", async () => {
  const who = await enter(500_000_00n);
  await sentBefore(who, manilaDate(day).slice(0, 7), 480_000_00n);
  const codes = await orderMany(who, "3333.33", 20);
  expect(codes.filter((code) => code === "ok")).toHaveLength(6);
  const told =
    "You can send ₱0.02 more to other banks this month. The limit starts again on Nov 1, 2026, 12:00 AM.";
  expect(new Set(codes)).toEqual(new Set(["ok", `over_monthly_limit ${told}`]));
  expect(await figuresOf(who)).toMatchObject({ leftToday: 2n, leftThisMonth: 2n });
  // The books are checked against the transfers that there are.
  await world.app.db
    .updateTable("transfer_total")
    .set({ sent_centavos: 19_999_98n })
    .where("member_id", "=", who.member.id)
    .execute();
});

test("S093 a receiver's load holds to the centavo under parallel orders of several senders", async () => {
  const receiver = await world.makeMember({ card: { cardType: "blue" } });
  const senders = await Promise.all([enter(100_000_00n), enter(100_000_00n), enter(100_000_00n)]);
  const sending = acts.toCard(receiver, "14285.71");
  const orders: { who: Who; approval: Approval }[] = [];
  for (const who of senders) {
    const approvals = await acts.approvedCodes(world, who, sending, 4);
    orders.push(...approvals.map((approval) => ({ who, approval })));
  }
  const answers = await Promise.all(
    orders.map(({ who, approval }, index) =>
      acts.orderSending(world, who.browser, sending, approval, `to-one-card-${index}`),
    ),
  );
  // 7 × 14,285.71 = 99,999.97 of 100,000.00.
  expect(answers.filter(({ status }) => status)).toHaveLength(7);
  for (const answer of answers.filter(({ status }) => !status)) {
    expect(answer).toMatchObject({
      code: "destination_over_load_limit",
      errors: [{ param: "destination_account" }],
    });
  }
});

test("S095 amount and fee together must be there", async () => {
  const who = await enter(1_000_00n);
  const ask = (amount: string) =>
    acts.askFor(world, who.member, who.browser, acts.toBank("instapay", amount));
  expect(await ask("990.01")).toMatchObject({
    code: "insufficient_funds",
    errors: [{ param: "amount" }],
  });
  await acts.send(world, who.member, who.browser, acts.toBank("instapay", "990.00"));
  expect(await ask("1.00")).toMatchObject({ code: "insufficient_funds" });
});

test("S092 what is on hold for another card cannot be sent to a bank as well", async () => {
  const receiver = await world.makeMember({ card: {} });
  const who = await enter(1_000_00n);
  await acts.send(world, who.member, who.browser, acts.toCard(receiver, "600.00"));
  world.passSeconds(61);
  const bank = acts.toBank("instapay", "400.00");
  expect(await acts.askFor(world, who.member, who.browser, bank)).toMatchObject({
    code: "insufficient_funds",
    message: expect.stringContaining("₱400.00"),
  });
});

test("S096 the largest amounts that a limit can allow stay exact", async () => {
  const most = 999_999_999_00n;
  const set = (centavos: { daily: bigint; monthly: bigint; most: bigint }) =>
    transact(world.app.db, async (tx) => {
      for (const [name, value] of [
        ["other_bank_daily", centavos.daily],
        ["other_bank_monthly", centavos.monthly],
        ["instapay_most", centavos.most],
        ["new_payee_by_code_most", centavos.most],
      ] as const) {
        await tx
          .updateTable("transfer_limit")
          .set({ centavos: value })
          .where("name", "=", name)
          .execute();
      }
    });
  await set({ daily: most, monthly: most, most });
  const who = await enter(most + 20_00n);
  await acts.send(world, who.member, who.browser, acts.toBank("instapay", "999999998.00"));
  await acts.send(world, who.member, who.browser, acts.toBank("instapay", "1.00"));
  expect(await figuresOf(who)).toMatchObject({ leftToday: 0n, leftThisMonth: 0n });
  const { browser } = who;
  const setup = await world.callRaw(getTransferSetup, {}, browser);
  expect(setup.text).toContain('"otherBankDaily":"999999999.00"');
  expect(setup.text).not.toMatch(/\de[+-]?\d/i);
  await set({ daily: 100_000_00n, monthly: 500_000_00n, most: 50_000_00n });
});

test("O07 S111 the texts of the form are made of what is enforced", async () => {
  const who = await enter(1_000_00n);
  await world.app.db
    .updateTable("transfer_limit")
    .set({ centavos: 12_50n })
    .where("name", "=", "pesonet_fee")
    .execute();
  // The next working days of this test's calendar.
  const [whole, early] = [1, 2, 3, 4, 5]
    .map((days) => addDays(manilaDate(world.app.now()), days))
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `insert into holiday (day, name, type, is_banking_day, is_observed, closed_from)
       values ($1, 'Typhoon', 'suspension', false, true, null),
         ($2, 'Typhoon', 'suspension', false, true, '12:00')`,
      [whole, early],
    ),
  );
  const answer = await world.call(getTransferSetup, {}, who.browser);
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query("delete from holiday where name = 'Typhoon'"),
  );
  if (!answer.status) throw new Error(answer.message);
  const { otherDetails, figures } = answer.result;
  expect(figures.pesonetFee).toBe(12_50n);
  expect(otherDetails).toMatchObject({
    rawTransferToOtherBankPesonetFee: "12.50",
    transferToOtherBankPesonetFee: "PHP 12.50 per transaction",
    transferToOtherBankDailyLimit: "PHP 100,000.00",
  });
  expect(otherDetails.pesonetReminders).toEqual(
    expect.arrayContaining([
      "₱12.50 per transaction, up to ₱50,000.00 each.",
      "Before 9:00 AM on a banking day: credited by 2:00 PM the same day.",
      "Before 3:00 PM on a banking day: credited by 6:00 PM the same day.",
      expect.stringMatching(/^\w+, \w+ \d+ is no banking day \(Typhoon\)\.$/),
      expect.stringMatching(
        /^Work is suspended on \w+, \w+ \d+ from 12:00 PM \(Typhoon\): what is not cleared by then/,
      ),
    ]),
  );
  await acts.send(world, who.member, who.browser, acts.toBank("pesonet", "100.00"));
  const row = await world.app.db
    .selectFrom("transfer")
    .select("fee_centavos")
    .where("member_id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  expect(row.fee_centavos).toBe(12_50n);
  await world.app.db
    .updateTable("transfer_limit")
    .set({ centavos: 10_00n })
    .where("name", "=", "pesonet_fee")
    .execute();
});
