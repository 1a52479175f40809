import { afterAll, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { getTransactionHistory } from "#contract/history.ts";
import { getBalances, getCardDetails, getDashboard, getLoans } from "#contract/members.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { getTransferSetup, visaSpielField } from "#contract/transferSetup.ts";
import { placeHold } from "#server/ledger/holds.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import * as acts from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({
    savings: 10_000_00n,
    storage: 250_75n,
    capital: { withdrawable: 90_000_00n, fixed: 10_000_00n },
    card: { balance: 1_234_56n },
  });
  browser = await world.signIn(member);
});

afterAll(() => world.close());

const own = () => ({ params: { guid: member.guid } });

test("H02 H03 T09 W05 balances: capital shows what may be withdrawn, and its fixed part only as outstanding", async () => {
  const answer = await world.call(getBalances, own(), browser);
  expect(answer).toMatchObject({
    status: true,
    result: [
      {
        name: "Capital Contribution",
        type: "me",
        accountNumber: member.accountNumbers.me,
        outstandingBalance: 100_000_00n,
        withdrawableBalance: 90_000_00n,
      },
      { name: "Savings Deposit", type: "savings", withdrawableBalance: 10_000_00n },
      { name: "Cash Advance Storage Account", type: "storage", outstandingBalance: 250_75n },
    ],
  });
});

test("a hold lowers what may be withdrawn, not what is outstanding", async () => {
  const other = await world.makeMember({ savings: 1_000_00n });
  const theirs = await world.signIn(other);
  const { ledger_account_id } = await world.app.db
    .selectFrom("member_account")
    .select("ledger_account_id")
    .where("member_id", "=", other.id)
    .executeTakeFirstOrThrow();
  await transact(world.app.db, (tx) =>
    placeHold(tx, {
      accountId: ledger_account_id,
      amount: 400_00n,
      reference: "L1",
      reason: "loan hold-out",
      at: world.app.now(),
      expiresAt: new Date("2099-01-01T00:00:00Z"),
    }),
  );
  expect(await world.call(getBalances, { params: { guid: other.guid } }, theirs)).toMatchObject({
    result: [{ outstandingBalance: 1_000_00n, withdrawableBalance: 600_00n }],
  });
});

test("H04 H05 T10 W06 active loans only, with what is due", async () => {
  const loan = (no: string, left: bigint) => ({
    loan_no: no,
    member_id: member.id,
    loan_type: "SL",
    name: "Salary Loan",
    principal_centavos: 100_000_00n,
    principal_outstanding_centavos: left,
    overdue_centavos: 10_01n,
    monthly_amortization_centavos: 8_884_88n,
    annual_rate: 1200n,
    months: 12,
    first_due_on: "2026-12-31",
    released_at: world.app.now(),
  });
  await world.app.db
    .insertInto("loan")
    .values([loan("LPRO-2026-0000001", 100_000_00n), loan("LPRO-2026-0000002", 0n)])
    .execute();
  const loans = [
    {
      loanId: "LPRO-2026-0000001",
      type: "SL",
      name: "Salary Loan",
      prin_out_balance: 100_000_00n,
      accumulatedUnpaidAmount: 10_01n,
      monthlyAmort: 8_884_88n,
    },
  ];
  expect(await world.call(getLoans, own(), browser)).toMatchObject({ result: loans });
  expect(await world.call(getDashboard, own(), browser)).toMatchObject({ result: { loans } });
});

test("T25 W04 card details come from the card book, the CVV masked", async () => {
  const answer = await world.call(getCardDetails, own(), browser);
  expect(answer).toMatchObject({
    result: { accountNo: member.cardAccountNo, balance: 1_234_56n, cvv: "***", memberLocked: 0 },
  });
});

test("the dashboard says what the single calls say, and hides the balance of a locked card", async () => {
  const balances = await world.call(getBalances, own(), browser);
  const dashboard = await world.call(getDashboard, own(), browser);
  if (!balances.status || !dashboard.status) throw new Error("refused");
  expect(dashboard.result.accounts).toEqual(balances.result);
  expect(dashboard.result.card).toMatchObject({ balance: 1_234_56n, status: 1 });
  const lock = (locked: boolean) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      forceCard(owner, member.guid, { member_locked: locked }),
    );
  await lock(true);
  expect(await world.call(getDashboard, own(), browser)).toMatchObject({
    result: { card: { balance: null, memberLocked: 1 } },
  });
  await lock(false);
});

test("T43 S065 another member's guid is not found, on every reading call", async () => {
  const other = await world.makeMember({});
  const params = { guid: other.guid };
  const query = { fromDate: "2026-11-01", toDate: "2026-11-21" };
  const notFound = { status: false, httpStatus: 404, code: "not_found" };
  for (const endpoint of [getDashboard, getBalances, getLoans, getCardDetails]) {
    expect(await world.call(endpoint, { params }, browser)).toMatchObject(notFound);
  }
  expect(await world.call(getTransactionHistory, { params, query }, browser)).toMatchObject(
    notFound,
  );
  const details = { params: { guid: other.guid, refNo: "OT1" }, query: {} };
  expect(await world.call(getTransferDetails, details, browser)).toMatchObject(notFound);
});

test("S067 another member's reference is like one nobody has", async () => {
  const other = await world.makeMember({ savings: 5_000_00n });
  const theirs = await world.signIn(other);
  const refNo = await acts.transfer(world, other, theirs, { amount: 1_00n });
  const ask = async (wanted: string) => {
    const input = { params: { guid: member.guid, refNo: wanted }, query: {} };
    const answer = await world.call(getTransferDetails, input, browser);
    return answer.status ? "found" : answer.message;
  };
  expect(await ask(refNo)).toBe(await ask("OT000000-0000000000"));
});

test("T32 W07 W09 W13 P03 the transfer setup has own accounts, own card, texts, limits and both bank lists", async () => {
  const answer = await world.call(getTransferSetup, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  const { eonAccount, sourceAccounts, otherDetails, instapayBankList, pesonetBankList } =
    answer.result;
  expect(eonAccount).toMatchObject({ accountNo: member.cardAccountNo, balance: 1_234_56n });
  expect(sourceAccounts.map(({ type }) => type)).toEqual(["me", "savings", "storage"]);
  expect(sourceAccounts[0]?.withdrawableBalance).toBe(90_000_00n);
  expect(otherDetails.loadLimitLeft).toBe(100_000_00n);
  expect(otherDetails.rawTransferToOtherBankInstaPayFee).toBe("10.00");
  // The names of row H05, with the product's in one of them.
  expect(otherDetails).toMatchObject({
    [`transfer${brand.product}ToVisaSpiel`]: expect.stringMatching(/^Transfers to your card/),
    transferHolidayReminder: expect.stringMatching(/holidays/),
  });
  expect(sourceAccounts[2]?.name).toBe("Cash Advance Storage Account");
  expect(instapayBankList).toHaveLength(90);
  expect(Object.keys(instapayBankList[0] ?? {})).toEqual([
    "id",
    "bankName",
    "shortName",
    "minDigits",
    "maxDigits",
    "isPopular",
    "bic",
  ]);
  expect(pesonetBankList).toHaveLength(124);
  const none = await world.makeMember({ card: null });
  expect(await world.call(getTransferSetup, {}, await world.signIn(none))).toMatchObject({
    result: { eonAccount: null },
  });
});

test("T32 the texts of the transfer forms are in the language asked for, and English where there is none", async () => {
  const ask = async (language: string) => {
    const headers = { "accept-language": language };
    const answer = await world.call(getTransferSetup, {}, browser, { headers });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.otherDetails;
  };
  const [english, filipino] = [await ask("en"), await ask("fil-PH")];
  expect(english.transferHolidayReminder).toMatch(/every day, weekends and holidays/);
  expect(filipino.transferHolidayReminder).toMatch(/araw-araw/);
  expect(filipino[visaSpielField]).toMatch(/inyong card/);
  expect(filipino.transferToOtherBankDailyLimit).toBe(english.transferToOtherBankDailyLimit);
});

test.each(["disabled", "hidden"])(
  "T37 history that staff made %s is unavailable",
  async (state) => {
    const setTo = (to: string) =>
      world.app.db
        .updateTable("feature")
        .set({ state: to })
        .where("name", "=", "transactionHistory")
        .execute();
    const input = { ...own(), query: { fromDate: "2026-11-01", toDate: "2026-11-21" } };
    await setTo(state);
    // A process keeps what it read of the switches for a second; one that starts reads them anew.
    const off = await world.makeTwin();
    expect(await off.call(getTransactionHistory, input, browser)).toMatchObject({
      httpStatus: 503,
      code: "unavailable",
    });
    await setTo("on");
    const on = await world.makeTwin();
    expect(await on.call(getTransactionHistory, input, browser)).toMatchObject({ status: true });
  },
);

test.each([
  ["0000-01-01", "0000-01-01"],
  ["2026-01-01", "0000-12-31"],
  ["9999-12-31", "0001-01-01"],
  ["2026-11-01", "0099-12-31"],
  ["0000-01-01", "9999-12-31"],
])("S014 history from %s to %s is a list, whatever the years", async (fromDate, toDate) => {
  const answer = await world.call(
    getTransactionHistory,
    { ...own(), query: { fromDate, toDate } },
    browser,
  );
  expect(answer).toMatchObject({ status: true });
});

test("T37 W10 history: newest first, twenty at a time, thirty days of Manila", async () => {
  const { id: cardId } = await world.app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  const row = (at: string, index: number) => ({
    card_id: cardId,
    transaction_date: new Date(at),
    description: "POS Purchase",
    amount_centavos: -100n,
    ref_no: `R${index}`,
    source_event: `test:${index}`,
  });
  const same = Array.from({ length: 45 }, (_, index) => row("2026-11-15T04:00:00Z", index));
  // 23 October begins in Manila at 16:00 UTC of the 22nd.
  const edges = [row("2026-10-22T16:00:00Z", 100), row("2026-10-22T15:59:59.999Z", 101)];
  await world.app.db
    .insertInto("card_transaction")
    .values([...same, ...edges])
    .execute();

  const query = { fromDate: "2026-01-01", toDate: "2026-12-31" };
  const seen: string[] = [];
  for (let lastTranId = ""; ;) {
    const input = { ...own(), query: { ...query, lastTranId } };
    const page = await world.call(getTransactionHistory, input, browser);
    if (!page.status) throw new Error(page.message);
    expect(page.result.length).toBeLessThanOrEqual(20);
    seen.push(...page.result.map(({ refNo }) => refNo));
    if (page.result.length === 0) break;
    lastTranId = page.result.at(-1)?.id ?? "";
  }
  expect(seen).toEqual([...Array.from({ length: 45 }, (_, index) => `R${44 - index}`), "R100"]);

  const foreign = { ...own(), query: { ...query, lastTranId: "999999" } };
  expect(await world.call(getTransactionHistory, foreign, browser)).toMatchObject({ result: [] });
  const backwards = { ...own(), query: { fromDate: "2026-11-20", toDate: "2026-11-10" } };
  expect(await world.call(getTransactionHistory, backwards, browser)).toMatchObject({ result: [] });
});
