import { afterAll, beforeAll, expect, test } from "vitest";
import { getSpending, getSpendingRows, groupOf, type SpendingGroup } from "#contract/spending.ts";
import { kindsWhere, RAILS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;

/** The bank stands on 21 November 2026. */
const LINES: readonly (readonly [string, string, bigint])[] = [
  // The last second of October in Manila, and the first of November.
  ["2026-10-31T15:59:59Z", "POS Purchase", -100_00n],
  ["2026-10-31T16:00:00Z", "POS Purchase", -250_50n],
  ["2026-11-02T02:00:00Z", "E Commerce", -49_50n],
  ["2026-11-03T02:00:00Z", "ATM Withdrawal", -2_000_00n],
  ["2026-11-03T02:00:00Z", "ATM Withdrawal Fee", -18_00n],
  ["2026-11-04T02:00:00Z", "Balance Inquiry", -2_00n],
  ["2026-11-05T02:00:00Z", "POS Purchase Reversal", 49_50n],
  ["2026-11-06T02:00:00Z", "Instapay Receive", 1_000_00n],
  ["2026-11-07T02:00:00Z", "Something new", -1_00n],
  // Of the month that is no longer looked back on.
  ["2025-11-30T15:59:59Z", "POS Purchase", -7_00n],
  ["2025-11-30T16:00:00Z", "POS Purchase", -8_00n],
];

beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ card: { balance: 9_000_00n } });
  browser = await world.signIn(member);
  const card = await world.app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  await world.app.db
    .insertInto("card_transaction")
    .values(
      LINES.map(([at, description, amount], index) => ({
        card_id: card.id,
        transaction_date: new Date(at),
        description,
        sub_description: "",
        amount_centavos: amount,
        ref_no: `PO-SPENT-${index}`,
        source_event: `test:${member.id}:${index}`,
      })),
    )
    .execute();
});
afterAll(() => world.close());

async function months() {
  const answer = await world.call(getSpending, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function rows(month: string, group: SpendingGroup, direction: "in" | "out") {
  const input = { params: { guid: member.guid, month, group }, query: { direction } };
  const answer = await world.call(getSpendingRows, input, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

test("twelve months of Manila, the newest first, each with what went in and out and what it was for", async () => {
  const all = await months();
  expect(all.map(({ month }) => month).join(" ")).toBe(
    "2026-11 2026-10 2026-09 2026-08 2026-07 2026-06 2026-05 2026-04 2026-03 2026-02 2026-01 2025-12",
  );
  expect(all[0]).toEqual({
    month: "2026-11",
    moneyIn: 1_049_50n,
    moneyOut: 2_321_00n,
    groups: [
      { group: "cash", isIn: false, amount: 2_000_00n, count: 1 },
      { group: "received", isIn: true, amount: 1_000_00n, count: 1 },
      { group: "purchases", isIn: false, amount: 300_00n, count: 2 },
      { group: "returned", isIn: true, amount: 49_50n, count: 1 },
      { group: "fees", isIn: false, amount: 20_00n, count: 2 },
      { group: "other", isIn: false, amount: 1_00n, count: 1 },
    ],
  });
  expect(all[1]).toMatchObject({ moneyIn: 0n, moneyOut: 100_00n });
  expect(all[2]).toEqual({ month: "2026-09", moneyIn: 0n, moneyOut: 0n, groups: [] });
  expect(all.at(-1)).toMatchObject({ month: "2025-12", moneyOut: 8_00n });
});

test("behind each figure stand the rows that add up to it", async () => {
  for (const { month, groups } of await months()) {
    for (const { group, isIn, amount, count } of groups) {
      // oxlint-disable-next-line no-await-in-loop -- one figure after the other
      const behind = await rows(month, group, isIn ? "in" : "out");
      expect(behind).toHaveLength(count);
      const sum = behind.reduce((total, row) => total + row.amount, 0n);
      expect([month, group, isIn ? sum : -sum]).toEqual([month, group, amount]);
    }
  }
  expect(await rows("2026-11", "cash", "in")).toEqual([]);
  expect(await rows("2026-10", "cash", "out")).toEqual([]);
});

test("every name that a transfer has in the history is of a group of its own meaning", () => {
  for (const { history } of Object.values(RAILS)) {
    expect(groupOf(history.sent, false)).toBe("sent");
    expect(groupOf(history.fee, false)).toBe("fees");
    expect(groupOf(`${history.sent} Returned`, true)).toBe("returned");
    expect(groupOf(`${history.fee} Returned`, true)).toBe("returned");
  }
  const named = kindsWhere(({ history }) => history !== null).map((kind) => {
    const { history, leaves } = TRANSFER_KINDS[kind];
    return [leaves, groupOf(history?.en ?? "", leaves === "account")];
  });
  expect(new Set(named.map(String))).toEqual(new Set(["account,topUps", "card,sent"]));
});

test.each([
  [{ month: "2026-13" }, {}, "month"],
  [{ month: "1999-01" }, {}, "month"],
  [{ group: "everything" }, {}, "group"],
  [{}, { direction: "sideways" }, "direction"],
  [{}, { lastTranId: "x" }, "lastTranId"],
])("what cannot be asked is refused at its field: %j %j", async (params, query, param) => {
  const input = {
    params: { guid: member.guid, month: "2026-11", group: "cash", ...params },
    query: { direction: "out", ...query },
  };
  const { httpStatus, body } = await world.callRaw(getSpendingRows, input, browser);
  expect(httpStatus).toBe(422);
  expect(body).toMatchObject({ errors: [{ param }] });
});

test("whoever has no card has no months, and nobody has those of somebody else", async () => {
  const other = await world.makeMember({ card: null });
  const theirs = await world.signIn(other);
  expect(await world.call(getSpending, { params: { guid: other.guid } }, theirs)).toMatchObject({
    code: "no_eon_account",
  });
  expect(await world.call(getSpending, { params: { guid: member.guid } }, theirs)).toMatchObject({
    httpStatus: 404,
  });
});
