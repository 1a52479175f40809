import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

const CARD = 10_000_00n;
let world: World;
let receiver: TestMember;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  receiver = await world.makeMember({ card: {} });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

async function enter() {
  const member = await world.makeMember({ card: { balance: CARD } });
  return { member, browser: await world.signIn(member) };
}

async function availableOf(member: TestMember): Promise<bigint | null> {
  const row = await world.app.db
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("subledger", "=", member.cardAccountNo ?? "")
    .executeTakeFirstOrThrow();
  return row.available_centavos;
}

async function amountsOf(member: TestMember): Promise<bigint[]> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("amount_centavos")
    .where("member_id", "=", member.id)
    .execute();
  return rows.map((row) => row.amount_centavos);
}

const CASES = [
  ["instapay", "IP", 1_010_00n],
  ["pesonet", "PN", 1_010_00n],
  ["card", "CT", 1_000_00n],
] as const;
const sendingOf = (kind: (typeof CASES)[number][0], amount: string): acts.Sending =>
  kind === "card" ? acts.toCard(receiver, amount) : acts.toBank(kind, amount);

test.each(CASES)(
  "S090 %s: fifty parallel repeats with one key are one transfer with one answer",
  async (kind, prefix, taken) => {
    const { member, browser } = await enter();
    const sending = sendingOf(kind, "1000.00");
    const approval = await acts.approveSending(world, member, browser, sending);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        acts.orderSending(world, browser, sending, approval, "one-key-0001"),
      ),
    );
    const results = answers.map((answer) =>
      JSON.stringify(answer.status ? answer.result : answer.code),
    );
    expect(new Set(results).size).toBe(1);
    expect(results[0]).toContain(`"refNo":"${prefix}`);
    expect(await amountsOf(member)).toEqual([1_000_00n]);
    expect(await availableOf(member)).toBe(CARD - taken);

    // The same order with a newer code is still that order, and another order is none.
    world.passSeconds(61);
    const newer = await acts.approveSending(world, member, browser, sending);
    const again = await acts.orderSending(world, browser, sending, newer, "one-key-0001");
    expect(JSON.stringify(again.status && again.result)).toBe(results[0]);
    world.passSeconds(61);
    const other = sendingOf(kind, "1000.01");
    const approved = await acts.approveSending(world, member, browser, other);
    expect(await acts.orderSending(world, browser, other, approved, "one-key-0001")).toMatchObject({
      httpStatus: 409,
      code: "idempotency_key_reused",
    });
    expect(await amountsOf(member)).toEqual([1_000_00n]);
  },
);

test.each(CASES)("S090 %s: without a key nothing happens", async (kind) => {
  const { member, browser } = await enter();
  const sending = sendingOf(kind, "1000.00");
  const approval = await acts.approveSending(world, member, browser, sending);
  expect(await acts.orderSending(world, browser, sending, approval, "short")).toMatchObject({
    code: "idempotency_key_missing",
  });
  expect(await amountsOf(member)).toEqual([]);
});
