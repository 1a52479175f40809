import { afterAll, beforeAll, expect, test } from "vitest";
import { listInwardCredits } from "#contract/staff/inwardCredits.ts";
import { settleInward } from "#server/domains/transfers/inward/settleInward.ts";
import { savingsOf, sendInward } from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import type { World } from "#test/support/makeWorld.ts";
import { makeRailWorld, railFault } from "#test/support/railWorld.ts";

let world: World;
let member: TestMember;
let elsewhere: TestMember;
let teller: TestStaff;
let supervisor: TestStaff;

beforeAll(async () => {
  world = await makeRailWorld();
  member = await world.makeMember({ officeId: 1n, savings: 0n, card: { balance: 0n } });
  elsewhere = await world.makeMember({ officeId: 2n, savings: 0n });
  teller = await world.makeStaff({ role: "teller" });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const card = member.cardAccountNo ?? "";
  await sendInward(world, { txId: "TX-1", account: savingsOf(member), amount: 10_00n });
  world.passSeconds(1);
  await sendInward(world, { txId: "TX-2", account: savingsOf(elsewhere), amount: 20_00n });
  world.passSeconds(1);
  await sendInward(world, { txId: "TX-3", account: "99999999", amount: 30_00n });
  world.passSeconds(1);
  await sendInward(world, { txId: "TX-4", account: card, amount: 40_00n, sender: "ANA CRUZ" });
  await settleInward(world.app);
  world.passSeconds(1);
  await railFault(world, "issuer", "reject");
  await sendInward(world, { txId: "TX-5", account: card, amount: 50_00n, bank: "NOBKPHM2XXX" });
  await settleInward(world.app);
  await railFault(world, "issuer", "ok");
  world.passSeconds(1);
  await sendInward(world, { txId: "TX-6", account: card, amount: 60_00n });
});
afterAll(() => world.close());

async function rowsOf(query: Record<string, string>, staff = supervisor) {
  const answer = await staff.call(listInwardCredits, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}
const idsOf = async (query: Record<string, string>, staff = supervisor) =>
  (await rowsOf(query, staff)).rows.map(({ txId }) => txId);

test("the desk sees what came in, from whom, and how it stands, the newest first", async () => {
  const { rows, total } = await rowsOf({});
  expect(total).toEqual({ count: 6, isMore: false });
  expect(
    rows.map(({ txId, state, into, issuer, reasonCode, member: whose }) => [
      txId,
      state,
      into,
      issuer,
      reasonCode,
      whose === null,
    ]),
  ).toEqual([
    ["TX-6", "accepted", "card_account", "to_ask", null, false],
    ["TX-5", "returning", "card_account", "refused", null, false],
    ["TX-4", "credited", "card_account", "agreed", null, false],
    ["TX-3", "rejected", null, null, "AC03", true],
    ["TX-2", "credited", "deposit_account", null, null, false],
    ["TX-1", "credited", "deposit_account", null, null, false],
  ]);
  expect(rows[1]?.issuerReason).toEqual(expect.stringMatching(/./));
  expect(rows[1]?.bankName).toBe("NOBKPHM2XXX");
  expect(rows[2]).toMatchObject({
    refNo: expect.stringMatching(/^IN\d{6}-\d{10}$/),
    rail: "instapay",
    amount: 40_00n,
    sender: "ANA CRUZ",
    senderTail: "7890",
    bankName: "BDO Unibank, Inc.",
    memberGuid: member.guid,
  });
});

test("it is filtered, ordered and paged", async () => {
  expect(await idsOf({ state: "credited" })).toEqual(["TX-4", "TX-2", "TX-1"]);
  expect(await idsOf({ into: "card_account" })).toEqual(["TX-6", "TX-5", "TX-4"]);
  expect(await idsOf({ into: "deposit_account" })).toEqual(["TX-2", "TX-1"]);
  expect(await idsOf({ sender: "ana" })).toEqual(["TX-4"]);
  expect(await idsOf({ rail: "pesonet" })).toEqual([]);
  expect(await idsOf({ exception: "open" })).toEqual([]);
  expect(await idsOf({ sort: "amount" })).toEqual(["TX-1", "TX-2", "TX-3", "TX-4", "TX-5", "TX-6"]);
  expect(await idsOf({ from: "2026-11-24" })).toEqual([]);
  expect(await idsOf({ from: "2026-11-23", to: "2026-11-23" })).toHaveLength(6);
  expect((await idsOf({ sort: "member" })).length).toBe(6);
  const paged: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await rowsOf({ limit: "2", ...(after === undefined ? {} : { after }) });
    paged.push(...page.rows.map(({ txId }) => txId));
    after = page.next;
  }
  expect(paged).toEqual(["TX-6", "TX-5", "TX-4", "TX-3", "TX-2", "TX-1"]);
});

test("a branch sees what came for its members, and not what is nobody's", async () => {
  expect(await idsOf({}, teller)).toEqual(["TX-6", "TX-5", "TX-4", "TX-1"]);
});
