import { afterAll, beforeAll, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { getTransactionHistory } from "#contract/history.ts";
import { checkCardPayee } from "#contract/payeeChecks.ts";
import { saveRecipient } from "#contract/recipients.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let sent: string;
let other: string;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  member = await world.makeMember({ card: { balance: 10_000_00n } });
  browser = await world.signIn(member);
  const to = (name: string, amount: string) =>
    acts.send(world, member, browser, acts.toBank("instapay", amount, { name }));
  sent = await to("Niña O’Hara De la Cruz", "123.45");
  other = await to("Pedro Santos", "67.00");
  await drainJobs(world.app);
});
afterAll(() => world.close());

async function found(search: string): Promise<string[]> {
  const today = manilaDate(world.app.now());
  const answer = await world.call(
    getTransactionHistory,
    { params: { guid: member.guid }, query: { fromDate: today, toDate: today, search } },
    browser,
  );
  if (!answer.status) throw new Error(answer.message);
  return [...new Set(answer.result.map(({ refNo }) => refNo))];
}

test.each(["Nin\u0303a", "ohara", "dela cruz", "cruz nina", "NIÑA O'HARA", "123.45"])(
  "S163 a member's history finds the transfer by %j",
  async (search) => {
    expect(await found(search)).toEqual([sent]);
  },
);

test("a transfer to another bank is one row that names who was paid, as the member calls them", async () => {
  const today = manilaDate(world.app.now());
  const read = () =>
    world.call(
      getTransactionHistory,
      {
        params: { guid: member.guid },
        query: { fromDate: today, toDate: today, search: sent, fees: "inside" },
      },
      browser,
    );
  const { fee_centavos: fee } = await world.app.db
    .selectFrom("transfer")
    .select("fee_centavos")
    .where("ref_no", "=", sent)
    .executeTakeFirstOrThrow();
  expect(fee).toBeGreaterThan(0n);
  const row = { description: "Instapay Send", amount: -(123_45n + fee), fee };
  expect(await read()).toMatchObject({ result: [{ ...row, party: "Niña O’Hara De la Cruz" }] });
  const saved = await world.call(
    saveRecipient,
    { params: { guid: member.guid }, body: { refNo: sent, nickname: "Ninay" } },
    browser,
  );
  expect(saved.status).toBe(true);
  expect(await read()).toMatchObject({ result: [{ ...row, party: "Ninay" }] });
});

test("S163 it finds a transfer by its reference and all to a bank by the bank's name, and nothing by what is nowhere", async () => {
  expect(await found(sent)).toEqual([sent]);
  const { bank_name } = await world.app.db
    .selectFrom("rail_transfer")
    .select("bank_name")
    .where("ref_no", "=", sent)
    .executeTakeFirstOrThrow();
  expect((await found(bank_name.toLowerCase())).toSorted()).toEqual([sent, other].toSorted());
  expect(await found("Juana")).toEqual([]);
});

test("kept for both rails, a payee is one all the same: each transfer to them is one row", async () => {
  const order = (kind: "instapay" | "pesonet") =>
    acts.send(
      world,
      member,
      browser,
      acts.toBank(kind, "77.00", { name: "Luz Ramos", account: "2233445566" }),
    );
  for (const kind of ["instapay", "pesonet"] as const) {
    const refNo = await order(kind);
    const body = { refNo, nickname: "Ate Luz" };
    expect(
      await world.call(saveRecipient, { params: { guid: member.guid }, body }, browser),
    ).toMatchObject({
      status: true,
    });
  }
  await drainJobs(world.app);
  const today = manilaDate(world.app.now());
  const answer = await world.call(
    getTransactionHistory,
    {
      params: { guid: member.guid },
      query: { fromDate: today, toDate: today, search: "ate luz", fees: "inside" },
    },
    browser,
  );
  if (!answer.status) throw new Error(answer.message);
  const ids = answer.result.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
});

test("what went to a card of ours names its owner as the member was told, to the member alone", async () => {
  const receiver = await world.makeMember({ card: { balance: 0n } });
  const { first_name: given } = await world.app.db
    .selectFrom("member")
    .select("first_name")
    .where("id", "=", receiver.id)
    .executeTakeFirstOrThrow();
  const told = await world.call(
    checkCardPayee,
    { body: { destination_account: receiver.cardAccountNo ?? "" } },
    browser,
  );
  if (!told.status) throw new Error(told.message);
  expect(told.result.told).toContain(given);
  const refNo = await acts.send(world, member, browser, acts.toCard(receiver, "55.00"));
  await drainJobs(world.app);
  const today = manilaDate(world.app.now());
  const read = async (of: TestMember, by: Browser, search: string) => {
    const query = { fromDate: today, toDate: today, search, fees: "inside" as const };
    return world.call(getTransactionHistory, { params: { guid: of.guid }, query }, by);
  };
  expect(await read(member, browser, given)).toMatchObject({
    result: [{ refNo, party: told.result.told }],
  });
  const body = { refNo, nickname: "Pare" };
  await world.call(saveRecipient, { params: { guid: member.guid }, body }, browser);
  expect(await read(member, browser, "pare")).toMatchObject({ result: [{ refNo, party: "Pare" }] });
  const there = await world.signIn(receiver);
  expect(await read(receiver, there, refNo)).toMatchObject({ result: [{ refNo, party: null }] });
  expect(await read(receiver, there, "pare")).toMatchObject({ result: [] });
});
