import { afterAll, beforeAll, expect, test } from "vitest";
import { cardOfAccountText } from "#contract/cardNames.ts";
import { getTransactionDetails, getTransactionHistory } from "#contract/history.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;
const AT = "2026-11-20T02:00:00.000Z";

const LINES = [
  ["POS Purchase", "100% Ñandú_Store \\", -1_250_50n, "PO-AAA1"],
  ["E Commerce", "TAWAG TEXT LOAD", -100_00n, "PO-BBB2"],
  ["ATM Withdrawal", "RCBC ATM", -2_000_00n, "AT-CCC3"],
  ["ATM Withdrawal Fee", "RCBC ATM", -18_00n, "AT-CCC3"],
  ["Instapay Send Returned", "Bank …1234", 500_00n, "IP-DDD4"],
] as const;

beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ card: { balance: 9_000_00n } });
  browser = await world.signIn(member);
  await addLines(member);
});
afterAll(() => world.close());

async function addLines({ id }: TestMember) {
  const card = await world.app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow();
  for (const [index, [description, sub, amount, reference]] of LINES.entries()) {
    await world.app.db
      .insertInto("card_transaction")
      .values({
        card_id: card.id,
        transaction_date: new Date(AT),
        description,
        sub_description: sub,
        amount_centavos: amount,
        ref_no: reference,
        source_event: `test:${id}:${index}`,
      })
      .execute();
  }
}

async function found(query: object, language = "en"): Promise<string[]> {
  const input = {
    params: { guid: member.guid },
    query: { fromDate: "2026-11-01", toDate: "2026-11-21", ...query },
  };
  const options = { headers: { "accept-language": language } };
  const answer = await world.call(getTransactionHistory, input, browser, options);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.map(({ refNo, amount }) => `${refNo} ${amount}`).toReversed();
}

const [STORE, LOAD, CASH, FEE, BACK] = LINES.map(
  ([, , amount, reference]) => `${reference} ${amount}`,
);

test.each([
  ["store", [STORE]],
  ["ÑANDÚ_store", [STORE]],
  ["%", [STORE]],
  ["_", [STORE]],
  ["\\", [STORE]],
  ["%%", []],
  ["' or true --", []],
  ["ccc3", [CASH, FEE]],
  ["withdrawal", [CASH, FEE]],
  ["1250", [STORE]],
  ["₱1,250.50", [STORE]],
  ["-1250.5", [STORE]],
  ["PHP 18", [FEE]],
  ["1250.51", []],
  ["500", [BACK]],
  ["   ", [STORE, LOAD, CASH, FEE, BACK]],
])(
  "S113 a search for %j finds what has it, and no sign in it is a pattern",
  async (search, lines) => {
    expect(await found({ search })).toEqual(lines);
  },
);

test("R02 what is older than 30 days is found by a search over days as old as one likes, and not without one", async () => {
  const seen = async (query: object) => found({ fromDate: "0000-01-01", ...query });
  world.setTime(new Date("2027-03-01T02:00:00Z"));
  browser = await world.signIn(member);
  const days = { fromDate: "2026-11-01", toDate: "2027-03-01" };
  expect(await found(days)).toEqual([]);
  expect(await found({ ...days, search: " " })).toEqual([]);
  expect(await found({ ...days, direction: "in" })).toEqual([]);
  expect(await found({ ...days, search: "rcbc" })).toEqual([CASH, FEE]);
  expect(await seen({ search: "rcbc", direction: "out" })).toEqual([CASH, FEE]);
  expect(await found({ ...days, search: "rcbc", fromDate: "2026-11-21" })).toEqual([]);
  // Of the rows that fit, what comes after the last one.
  const lastTranId = await idOf("AT-CCC3");
  expect(await found({ ...days, search: "rcbc", lastTranId })).toEqual([CASH]);
  world.setTime(new Date(AT));
  browser = await world.signIn(member);
});

/** Of the last line with this reference. */
async function idOf(reference: string): Promise<string> {
  const { id } = await world.app.db
    .selectFrom("card_transaction")
    .select(({ fn }) => fn.max("id").as("id"))
    .where("ref_no", "=", reference)
    .executeTakeFirstOrThrow();
  return String(id);
}

test("a search in Filipino finds the kinds by the names they are shown under", async () => {
  expect(await found({ search: "bayad sa withdrawal" }, "fil")).toEqual([FEE]);
  expect(await found({ search: "bayad sa withdrawal" })).toEqual([]);
});

test("money in, money out, and a search among it, go on after the last row", async () => {
  expect(await found({ direction: "in" })).toEqual([BACK]);
  expect(await found({ direction: "out", search: "AT-" })).toEqual([CASH, FEE]);
});

const inside = { fees: "inside" };
const WITH_FEE = "AT-CCC3 -201800";

test("a fee is in the row of what it was paid for, of which it is told how much", async () => {
  expect(await found(inside)).toEqual([STORE, LOAD, WITH_FEE, BACK]);
  const input = {
    params: { guid: member.guid },
    query: { fromDate: "2026-11-01", toDate: "2026-11-21", search: "AT-CCC3", fees: "inside" },
  } as const;
  expect(await world.call(getTransactionHistory, input, browser)).toMatchObject({
    result: [{ description: "ATM Withdrawal", amount: -2_018_00n, fee: 18_00n, party: null }],
  });
});

test.each(["2,018", "2000", "18", "withdrawal fee"])(
  "S113 such a row is found by %j: all of it, its amount, its fee, and the fee's name",
  async (search) => {
    expect(await found({ ...inside, search })).toEqual([WITH_FEE]);
  },
);

test("a fee whose movement is of another card or way, or is not there, keeps a row of its own", async () => {
  const lonely = await world.makeMember({ card: { balance: 9_000_00n } });
  const card = await world.app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", lonely.id)
    .executeTakeFirstOrThrow();
  const line = (description: string, amount: bigint, index: number) => ({
    card_id: card.id,
    transaction_date: new Date(AT),
    description,
    sub_description: "RCBC ATM",
    amount_centavos: amount,
    ref_no: "AT-CCC3",
    source_event: `test:${lonely.id}:${index}`,
  });
  await world.app.db
    .insertInto("card_transaction")
    .values([line("ATM Withdrawal Fee", -18_00n, 0), line("ATM Withdrawal Reversed", 2_000_00n, 1)])
    .execute();
  const input = {
    params: { guid: lonely.guid },
    query: { fromDate: "2026-11-01", toDate: "2026-11-21", fees: "inside" },
  } as const;
  const answer = await world.call(getTransactionHistory, input, await world.signIn(lonely));
  expect(answer.status && answer.result.map(({ amount, fee }) => [amount, fee])).toEqual([
    [2_000_00n, 0n],
    [-18_00n, 0n],
  ]);
});

test("a search in Filipino finds a row by the name of the fee in it", async () => {
  expect(await found({ ...inside, search: "bayad sa withdrawal" }, "fil")).toEqual([WITH_FEE]);
});

test.each([
  [{ search: "x".repeat(61) }, "search"],
  [{ search: "a\u0007b" }, "search"],
  [{ direction: "sideways" }, "direction"],
])("a search that cannot be is refused at its field: %j", async (query, param) => {
  const input = {
    params: { guid: member.guid },
    query: { fromDate: "2026-11-01", toDate: "2026-11-21", ...query },
  };
  const { httpStatus, body } = await world.callRaw(getTransactionHistory, input, browser);
  expect(httpStatus).toBe(422);
  expect(body).toMatchObject({ errors: [{ param }] });
});

const details = (refNo: string, tranDate = "2026-11-20", who = member, by = browser) =>
  world.call(getTransactionDetails, { params: { guid: who.guid, refNo }, query: { tranDate } }, by);

test("R08 the details of a withdrawal have its fee, of a purchase where it was made, of money in where it came from", async () => {
  expect(await details("AT-CCC3")).toMatchObject({
    result: {
      description: "ATM Withdrawal",
      amount: 2_000_00n,
      transactionFee: 18_00n,
      total: 2_018_00n,
      merchant: "RCBC ATM",
      isIn: false,
      accountNumber: member.cardAccountNo,
      status: "posted",
    },
  });
  const purchase = await details("PO-AAA1");
  expect(purchase).toMatchObject({
    result: { merchant: "100% Ñandú_Store \\", transferVia: "POS Purchase", transactionFee: 0n },
  });
  expect(purchase.status && purchase.result.transferFrom).toBe(
    cardOfAccountText(member.cardAccountNo ?? ""),
  );
  expect(await details("IP-DDD4")).toMatchObject({
    result: { isIn: true, amount: 500_00n, transferFrom: "Bank …1234" },
  });
});

test("R07 S117 another day, another's reference and a reference of nobody are alike", async () => {
  const none = { status: false, httpStatus: 404 };
  expect(await details("AT-CCC3", "2026-11-21")).toMatchObject(none);
  expect(await details("NOBODY-1")).toMatchObject(none);
  expect(await details("AT-CCC3", "0000-01-01")).toMatchObject(none);
  const other = await world.makeMember({ card: { balance: 1_00n } });
  const theirs = await world.signIn(other);
  expect(await details("AT-CCC3", "2026-11-20", other, theirs)).toMatchObject(none);
});

test("R01 a top-up is in the list once it is on the card, and then it is posted", async () => {
  const issuer = makeIssuerBench(world);
  const { member: sender, refNo } = await issuer.acceptedTransfer();
  const by = await world.signIn(sender);
  expect(await issuer.send(issuer.credited(sender, refNo))).toBe(200);
  const input = {
    params: { guid: sender.guid },
    query: { fromDate: "2026-11-01", toDate: "2026-11-30" },
  };
  expect(await world.call(getTransactionHistory, input, by)).toMatchObject({
    result: [{ refNo, status: "posted", amount: 250_00n }],
  });
});
