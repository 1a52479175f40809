import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

afterEach(() => acts.assertBooksHold(world));

afterAll(() => world.close());

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember({ savings: 10_000_00n, card: {}, ...options });
  return { member, browser: await world.signIn(member) };
}

async function transfersOf(member: TestMember): Promise<bigint[]> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("amount_centavos")
    .where("member_id", "=", member.id)
    .execute();
  return rows.map((row) => row.amount_centavos);
}

const savingsOf = async (member: TestMember) => (await acts.moneyOf(world, member)).savings;

test("S094 only plain amounts count: forty texts", async () => {
  const { member, browser } = await enter();
  const good = ["1", "1.0", "1.00", "1.5", "1.50", 1, 1.5, "999.99", 2500, "10000"];
  const bad = [
    "",
    " ",
    "1 ",
    " 1",
    "1e3",
    "1E3",
    "0x10",
    "+1",
    "-1",
    "-0",
    "1,000.00",
    "1.005",
    "1.",
    ".5",
    "1..0",
    "NaN",
    "Infinity",
    "１００",
    "٣",
    "1_000",
    "₱1",
    "1.00 ",
    "0.999",
    "1e309",
    "0",
    "0.99",
    -1,
    1.005,
    1e21,
    "9999999999999",
    "1000000000.00",
    null,
    true,
    [],
    ["1"],
    {},
    "1\n",
    "1/1",
    "--1",
    "05",
    "0005.00",
    "0001",
    "00",
  ];
  const body = (amount: unknown) => ({
    source_account: member.accountNumbers.savings,
    destination_account: member.cardAccountNo,
    amount,
    pinId: "3c3f0a4e-0000-4000-8000-000000000000",
    pin: "123456",
  });
  const send = (amount: unknown) =>
    world.callRaw(transferOwnAccountToCard, { body: body(amount) }, browser, {
      idempotencyKey: "amount-table",
    });
  for (const amount of good) {
    const { body: answer } = await send(amount);
    expect({ amount, code: answer["code"] }).toEqual({ amount, code: "otp_incorrect" });
  }
  for (const amount of bad) {
    const { httpStatus, body: answer } = await send(amount);
    expect({ amount, httpStatus, errors: answer["errors"] }).toMatchObject({
      amount,
      httpStatus: 422,
      errors: [{ param: "amount" }],
    });
  }
  expect(await transfersOf(member)).toEqual([]);
});

test.each([
  "1e3",
  "1E2",
  "1.0e2",
  "100.00999999999999999",
  "250.000000000000000000001",
  "99999999999999999e-12",
  "1e309",
  "99999999999999.99",
  "-0",
])("S094 the JSON number %s is no amount, whatever it rounds to", async (amount) => {
  const { member, browser } = await enter();
  const fields = {
    source_account: member.accountNumbers.savings,
    destination_account: member.cardAccountNo,
    pinId: "3c3f0a4e-0000-4000-8000-000000000000",
    pin: "123456",
  };
  const { httpStatus, body } = await world.send(
    {
      method: "POST",
      url: `/api${transferOwnAccountToCard.path}`,
      headers: {
        "content-type": "application/json",
        "idempotency-key": "amount-token",
        origin: "http://localhost",
        authorization: `Bearer ${browser.token}`,
      },
      body: JSON.stringify(fields).replace("{", `{"amount":${amount},`),
    },
    browser,
  );
  expect({ httpStatus, errors: body["errors"] }).toMatchObject({
    httpStatus: 422,
    errors: [{ param: "amount" }],
  });
});

test("S095 fee and total are the server's: whatever else a client says is not read", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 1_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const body = {
    source_account: member.accountNumbers.savings,
    destination_account: member.cardAccountNo,
    amount: "1000.00",
    ...approval,
    transactionFee: "-500.00",
    total: "1.00",
    fee_centavos: -50_000,
    state: "credited",
  };
  await world.callRaw(transferOwnAccountToCard, { body }, browser, {
    idempotencyKey: "tampered-1",
  });
  expect(await savingsOf(member)).toBe(9_000_00n);
});

test("S096 the largest amounts stay exact", async () => {
  const most = 999_999_999_00n;
  const { member, browser } = await enter({ savings: most * 3n });
  await world.app.db
    .updateTable("card_tier")
    .set({ monthly_load_limit_centavos: most * 9n })
    .where("card_type", "=", "blue")
    .execute();
  for (let index = 0; index < 3; index++) {
    await acts.transfer(world, member, browser, { amount: most });
  }
  expect(await savingsOf(member)).toBe(0n);
  expect(await transfersOf(member)).toEqual([most, most, most]);
  await world.app.db
    .updateTable("card_tier")
    .set({ monthly_load_limit_centavos: 100_000_00n })
    .where("card_type", "=", "blue")
    .execute();
});
