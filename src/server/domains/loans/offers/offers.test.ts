import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import {
  acceptLoanOffer,
  getLoanAccount,
  getLoanApplications,
  getLoanOffer,
} from "#contract/loans.ts";
import { getDashboard, getLoans } from "#contract/members.ts";
import { sendOtp } from "#contract/auth.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { endUnclaimed } from "#server/domains/loans/jobs/endUnclaimed.ts";
import type { Browser } from "#test/support/browser.ts";
import { approveWith } from "#test/support/cardUse.ts";
import { acceptLoan, fileLoan, offerLoan, release } from "#test/support/loanActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  member = await world.makeMember({ savings: 1_000_00n });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const own = (applicationNo: string) => ({ params: { guid: member.guid, applicationNo } });

async function readOffer(applicationNo: string) {
  const answer = await world.call(getLoanOffer, own(applicationNo), browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

function intentOf(offer: Awaited<ReturnType<typeof readOffer>>) {
  return {
    kind: "accept_loan" as const,
    applicationNo: offer.applicationNo,
    version: String(offer.version),
    principal: toDecimal(offer.principal),
    months: String(offer.months),
    netProceeds: toDecimal(offer.netProceeds),
  };
}

async function savings(): Promise<bigint> {
  const answer = await world.call(getDashboard, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.accounts[0]?.outstandingBalance ?? -1n;
}

test("H04 an offer says every charge, is accepted with a code for exactly it, and is released once to the savings", async () => {
  const applicationNo = await fileLoan(world, member, browser, { loan_amount: 300_000 });
  await offerLoan(world.app, applicationNo, { principal: 300_000_00n, months: 36 });
  const offer = await readOffer(applicationNo);
  expect(offer).toMatchObject({
    version: 1,
    annualRate: "12.00",
    processingFee: 3_000_00n,
    // 1.50 for each 200 of 300,000.
    stampTax: 2_250_00n,
    // 0.55 % a year for three years.
    premium: 4_950_00n,
    totalCharges: 10_200_00n,
    netProceeds: 289_800_00n,
    monthlyAmortization: 9_964_29n,
    penaltyRate: "2.00",
    acceptedAt: null,
  });
  expect(offer.disclosureNo).toMatch(/^DS-2026-\d{7}$/);
  expect(offer.schedule).toHaveLength(36);
  // Released on the 21st, so first due at the end of the next month.
  expect(offer.schedule[0]).toMatchObject({ dueOn: "2026-12-31", interest: 4_000_00n });
  expect(offer.schedule.at(-1)?.balance).toBe(0n);
  expect(offer.totalPayments).toBe(offer.schedule.reduce((sum, { payment }) => sum + payment, 0n));
  expect(offer.totalCost).toBe(offer.totalInterest + offer.totalCharges);
  await expect(release(world.app, applicationNo)).rejects.toMatchObject({
    code: "loan_offer_not_accepted",
  });

  const accepted = await acceptLoan(world, member, browser, applicationNo);
  expect(accepted).toMatchObject({ status: true });
  const [phone] = await world.textsTo(member.mobileNumber ?? "");
  expect(phone).toContain("you accepted our loan offer of PHP 300,000.00");

  const before = await savings();
  const { loanNo } = await release(world.app, applicationNo);
  expect(await savings()).toBe(before + 289_800_00n);
  await expect(release(world.app, applicationNo)).rejects.toMatchObject({
    code: "loan_application_state",
  });
  expect(await savings()).toBe(before + 289_800_00n);

  const shown = { loanId: loanNo, prin_out_balance: 300_000_00n, monthlyAmort: 9_964_29n };
  const guid = { params: { guid: member.guid } };
  expect(await world.call(getLoans, guid, browser)).toMatchObject({
    result: [{ ...shown, accumulatedUnpaidAmount: 0n }],
  });
  const params = { guid: member.guid, loanNo };
  expect(await world.call(getLoanAccount, { params }, browser)).toMatchObject({
    result: {
      ...shown,
      state: "active",
      maturesOn: "2029-11-30",
      nextDue: { dueOn: "2026-12-31" },
      arrears: { total: 0n, since: null },
      settlement: { total: 300_000_00n },
    },
  });
  expect(await world.call(getLoanApplications, guid, browser)).toMatchObject({
    result: [{ state: "released", loanNo }],
  });
  const { rows } = await world.app.pool.query(
    `select a.code, p.side, p.amount_centavos from journal_entry e join posting p on p.journal_entry_id = e.id
     join ledger_account a on a.id = p.ledger_account_id where e.reference = $1 order by p.id`,
    [loanNo],
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["1210", "D", 300_000_00n],
    ["4030", "C", 3_000_00n],
    ["2120", "C", 2_250_00n],
    ["2130", "C", 4_950_00n],
    ["2010", "C", 289_800_00n],
  ]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("a code for other figures, another version or a wrong one accepts nothing, and the wrong one is counted", async () => {
  const applicationNo = await fileLoan(world, member, browser, { loan_amount: 20_000 });
  await offerLoan(world.app, applicationNo, { principal: 20_000_00n, months: 12 });
  const offer = await readOffer(applicationNo);
  const intent = intentOf(offer);
  const ask = (differing: object) =>
    world.call(
      sendOtp,
      { body: { memberGuid: member.guid, intent: { ...intent, ...differing } } },
      browser,
    );
  expect(await ask({ netProceeds: "19999.00" })).toMatchObject({ code: "loan_offer_changed" });
  expect(await ask({ months: "24" })).toMatchObject({ code: "loan_offer_changed" });
  expect(await ask({ version: "2" })).toMatchObject({ code: "loan_offer_changed" });
  expect(await ask({ applicationNo: "LA-2026-9999999" })).toMatchObject({ code: "not_found" });

  world.passSeconds(61);
  const code = await approveWith(world, member, browser, intent);
  const accept = (body: { version: number; pinId: string; pin: string }) =>
    world.call(acceptLoanOffer, { ...own(applicationNo), body }, browser);
  const wrong = code.pin === "000000" ? "111111" : "000000";
  expect(await accept({ version: 1, ...code, pin: wrong })).toMatchObject({
    code: "otp_incorrect",
  });
  expect(await accept({ version: 2, ...code })).toMatchObject({ code: "loan_offer_changed" });
  const first = await accept({ version: 1, ...code });
  expect(first).toMatchObject({ status: true });
  // What was lost was the answer.
  expect(await accept({ version: 1, ...code })).toEqual(first);
});

test("a code for one offer does not accept another, and an offer is over after 30 days", async () => {
  const one = await fileLoan(world, member, browser, { loan_amount: 30_000 });
  const other = await fileLoan(world, member, browser, { loan_amount: 40_000 });
  await offerLoan(world.app, one, { principal: 30_000_00n, months: 12 });
  await offerLoan(world.app, other, { principal: 40_000_00n, months: 12 });
  world.passSeconds(61);
  const code = await approveWith(world, member, browser, intentOf(await readOffer(one)));
  const body = { version: 1, ...code };
  expect(await world.call(acceptLoanOffer, { ...own(other), body }, browser)).toMatchObject({
    code: "otp_not_for_this",
  });
  world.passSeconds(30 * 24 * 3600 + 1);
  browser = await world.signIn(member);
  expect(await world.call(acceptLoanOffer, { ...own(one), body }, browser)).toMatchObject({
    code: "loan_offer_expired",
  });
  await endUnclaimed(world.app);
  const listed = await world.call(getLoanApplications, { params: { guid: member.guid } }, browser);
  expect(
    listed.status && listed.result.find(({ applicationNo }) => applicationNo === one),
  ).toMatchObject({
    state: "cancelled",
    hasOffer: false,
  });
});

test("terms that a product does not have are not offered", async () => {
  const applicationNo = await fileLoan(world, member, browser, { loan_amount: 50_000 });
  const offer = (principal: bigint, months: number) =>
    offerLoan(world.app, applicationNo, { principal, months });
  await expect(offer(4_999_99n, 12)).rejects.toMatchObject({ code: "loan_terms_not_allowed" });
  await expect(offer(2_000_000_01n, 12)).rejects.toMatchObject({ code: "loan_terms_not_allowed" });
  await expect(offer(50_000_00n, 13)).rejects.toMatchObject({ param: "months" });
});
