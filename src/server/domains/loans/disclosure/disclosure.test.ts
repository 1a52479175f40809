import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { writtenDay } from "#server/platform/pdf/writtenDay.ts";
import { formatPesos } from "#common/money.ts";
import {
  getLoanApplications,
  getLoanDisclosure,
  withdrawLoanApplication,
} from "#contract/loans.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getDeskDisclosure, quoteLoan, reviseLoanOffer } from "#contract/staff/loans.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { acceptLoan, acceptStoredOffer, fileLoan } from "#test/support/loanActs.ts";
import { offerLoan, offerUndrawn, release } from "#test/support/loanActs.ts";
import { readFile } from "#test/support/loanDeskActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { trail } from "#test/support/requestActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import type { DisclosurePage } from "./drawDisclosure.ts";
import { drawStatement } from "./drawStatement.ts";

let world: World;
let member: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-21T10:00:00+08:00"));
  member = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
  browser = await world.signIn(member);
});

const SIZE = { principal: 300_000_00n, months: 36 };

const file = (pesos = 300_000) => fileLoan(world, member, browser, { loan_amount: pesos });
const download = (applicationNo: string) =>
  world.callRaw(getLoanDisclosure, { params: { guid: member.guid, applicationNo } }, browser);

const statementOf = (applicationNo: string) =>
  world.app.db
    .selectFrom("loan_statement as s")
    .innerJoin("loan_offer as o", "o.id", "s.offer_id")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .leftJoin("loan_disclosure as d", "d.offer_id", "o.id")
    .select(["s.offer_id", "s.page", "d.bytes", "o.penalty_rate", "o.grace_days"])
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirstOrThrow();

/** The first instalment of a loan, as it is booked, and the sums of all. */
async function booked(loanNo: string) {
  const rows = await world.app.db
    .selectFrom("loan_instalment as i")
    .innerJoin("loan as l", "l.id", "i.loan_id")
    .select(["i.due_on", "i.principal_centavos", "i.interest_centavos"])
    .where("l.loan_no", "=", loanNo)
    .orderBy("i.number")
    .execute();
  const interest = rows.reduce((sum, row) => sum + row.interest_centavos, 0n);
  const [first] = rows;
  const payment = (first?.principal_centavos ?? 0n) + (first?.interest_centavos ?? 0n);
  return [
    first?.due_on,
    ...[payment, interest, SIZE.principal + interest].map((sum) => formatPesos(sum)),
  ];
}

describe("R.A. 3765: what is booked is what was accepted", () => {
  test.each([0, 12, 22, 29])(
    "released %i days after the offer, the loan is as the statement says of that day",
    async (days) => {
      const applicationNo = await file();
      await offerLoan(world.app, applicationNo, SIZE);
      await acceptStoredOffer(world, applicationNo);
      const { page, bytes } = await statementOf(applicationNo);
      world.passSeconds(days * 24 * 3600);
      const { loanNo } = await release(world.app, applicationNo);
      const today = manilaDate(world.app.now());
      // Written by the server, from this type.
      const { releases } = page as unknown as DisclosurePage;
      const said = releases.find(([on]) => on === today);
      expect(said).toEqual([today, ...(await booked(loanNo))]);
      const words = pdfText(bytes ?? new Uint8Array());
      const [on = "", firstDueOn = "", ...sums] = said ?? [];
      const written = [on, firstDueOn].map((day) => writtenDay(day, "en"));
      for (const part of [...written, ...sums]) expect(words).toContain(part);
    },
  );

  test("each day until the offer is over is in it, and after the last nothing is released", async () => {
    const applicationNo = await file();
    await offerLoan(world.app, applicationNo, SIZE);
    await acceptStoredOffer(world, applicationNo);
    const { page } = await statementOf(applicationNo);
    const { releases } = page as unknown as DisclosurePage;
    expect(releases.map(([on]) => on)).toEqual(
      Array.from({ length: 31 }, (_, day) => addDays("2026-11-21", day)),
    );
    world.passSeconds(30 * 24 * 3600 + 1);
    await expect(release(world.app, applicationNo)).rejects.toMatchObject({
      code: "loan_release_too_late",
      values: { day: "Dec 21, 2026" },
    });
  });
});

describe("an offer from before its statement named each day", () => {
  const DAY = 24 * 3600;

  /** Such an offer: a document, and nothing that says what it says. */
  async function offered(pesos?: number): Promise<string> {
    const applicationNo = await file(pesos);
    await offerLoan(world.app, applicationNo, SIZE);
    const { offer_id: offerId } = await statementOf(applicationNo);
    await asAdmin(world.database.ownerUrl, (client) =>
      client.query(`
        alter table loan_statement disable trigger loan_statement_is_final;
        delete from loan_statement where offer_id = ${offerId};
        alter table loan_statement enable trigger loan_statement_is_final;`),
    );
    return applicationNo;
  }

  test("is accepted on the day of its document and no later", async () => {
    const [one, other] = [await offered(), await offered(310_000)];
    expect(await acceptLoan(world, member, browser, one)).toMatchObject({ status: true });
    world.passSeconds(DAY);
    browser = await world.signIn(member);
    await expect(acceptLoan(world, member, browser, other)).rejects.toThrow("loan_offer_expired");
    const own = { params: { guid: member.guid } };
    expect(await world.call(getLoanApplications, own, browser)).toMatchObject({
      result: [{ hasOffer: false }, { isAccepted: true }],
    });
  });

  test("accepted, it is released that day or taken back and proposed anew", async () => {
    const applicationNo = await offered();
    await acceptStoredOffer(world, applicationNo);
    world.passSeconds(DAY);
    await expect(release(world.app, applicationNo)).rejects.toMatchObject({
      code: "loan_release_too_late",
      values: { day: "Nov 21, 2026" },
    });
    const officer = await world.makeStaff({ role: "loan_officer" });
    expect(await readFile(officer, applicationNo)).toMatchObject({
      may: { revise: true, release: false },
    });
    const taken = { params: { applicationNo }, body: { words: "Its document is of another day" } };
    expect(await officer.call(reviseLoanOffer, taken)).toMatchObject({ status: true });
    expect(await readFile(officer, applicationNo)).toMatchObject({ stage: "for_approval" });
  });
});

describe("the document is drawn after the action", () => {
  test("until it is there nothing is accepted; then it is the same bytes each time", async () => {
    const applicationNo = await file();
    const offerId = await offerUndrawn(world.app, applicationNo, SIZE);
    expect((await statementOf(applicationNo)).bytes).toBeNull();
    expect(await download(applicationNo)).toMatchObject({ httpStatus: 409 });
    await expect(acceptLoan(world, member, browser, applicationNo)).rejects.toThrow(
      "loan_statement_not_ready",
    );
    await drainJobs(world.app);
    const { bytes } = await statementOf(applicationNo);
    await drawStatement(world.app, offerId);
    expect((await statementOf(applicationNo)).bytes).toEqual(bytes);
    const [first, second] = [await download(applicationNo), await download(applicationNo)];
    expect(first.httpStatus).toBe(200);
    expect(second.text).toBe(first.text);
    expect(await acceptLoan(world, member, browser, applicationNo)).toMatchObject({ status: true });
  });

  test("only then is the member told of the offer, in the portal and by text, and once", async () => {
    const applicationNo = await file();
    const told = async () => {
      const { rows } = await sql<{ kind: string }>`
        select kind from notification where member_id = ${member.id} and kind = 'loan_offer_ready'
        union all
        select purpose from text_message
        where member_id = ${member.id} and purpose = 'loan_offer_ready'`.execute(world.app.db);
      return rows.length;
    };
    const offerId = await offerUndrawn(world.app, applicationNo, SIZE);
    expect(await told()).toBe(0);
    await Promise.all([drawStatement(world.app, offerId), drawStatement(world.app, offerId)]);
    await drawStatement(world.app, offerId);
    expect(await told()).toBe(2);
  });

  test("of an offer that was taken back before its document was there nobody is told", async () => {
    const applicationNo = await file();
    const offerId = await offerUndrawn(world.app, applicationNo, SIZE);
    const withdrawal = { params: { guid: member.guid }, body: { applicationNo } };
    await world.call(withdrawLoanApplication, withdrawal, browser);
    await drawStatement(world.app, offerId);
    expect((await statementOf(applicationNo)).bytes).not.toBeNull();
    const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
    expect(JSON.stringify(answer)).not.toContain("Please read our offer");
  });

  test("sixty documents an hour, of a member and of one of the staff; the next hour more", async () => {
    const officer = await world.makeStaff({ role: "loan_officer" });
    const applicationNo = await file();
    const offerId = await offerUndrawn(world.app, applicationNo, SIZE);
    const desk = () => officer.callRaw(getDeskDisclosure, { params: { applicationNo } });
    const fetches = [() => download(applicationNo), desk];
    // Asked for too early: no document is given, and none counts.
    for (const fetch of fetches) expect((await fetch()).httpStatus).toBe(409);
    await drawStatement(world.app, offerId);
    for (const fetch of fetches) {
      for (let document = 0; document < 60; document += 1)
        expect((await fetch()).httpStatus).toBe(200);
      expect((await fetch()).httpStatus).toBe(429);
    }
    world.passSeconds(3601);
    browser = await world.signIn(member);
    expect((await download(applicationNo)).httpStatus).toBe(200);
  });
});

describe("what the document says", () => {
  /** Its words, in one line. */
  async function wordsOf(differing: Record<string, unknown>, size: typeof SIZE): Promise<string> {
    const applicationNo = await fileLoan(world, member, browser, differing);
    await offerLoan(world.app, applicationNo, size);
    const { bytes } = await statementOf(applicationNo);
    return pdfText(bytes ?? new Uint8Array()).replaceAll(/\s+/g, " ");
  }

  test("each page is numbered, and says how many there are", async () => {
    const words = await wordsOf({ loan_amount: 300_000 }, SIZE);
    const said = [...words.matchAll(/Page (\d+) of (\d+)/g)].map(([, page, of]) => [page, of]);
    expect(said.length).toBeGreaterThan(1);
    expect(said).toEqual(said.map((_, index) => [String(index + 1), String(said.length)]));
  });

  test("the first payment stands with its day and its amount, and nothing is held for it", async () => {
    const words = await wordsOf({ loan_amount: 300_000 }, SIZE);
    expect(words).toContain("First payment due, if released today Dec 31, 2026");
    // 9,964.29, with the interest of forty days in place of a month's.
    expect(words).toContain("First payment, if released today ₱10,964.29");
    expect(words).not.toContain("Held as security");
  });

  test.each([
    ["BL", "₱50,000.00 of the capital contribution"],
    ["BL-PVL", "What is in savings on the day of the release"],
  ])("%s: what is held of the member's own money is named as security", async (type, held) => {
    const principal = type === "BL" ? 50_000_00n : 150_000_00n;
    const loan = { loan_type: type, loan_amount: Number(principal / 100n) };
    const words = await wordsOf(loan, { principal, months: 12 });
    expect(words).toContain(`Held as security ${held}`);
    expect(words).toContain("No more is held than the principal that is left");
  });
});

test("S133 who reads a statement or reckons a loan has looked at the member", async () => {
  const officer = await world.makeStaff({ role: "loan_officer" });
  const applicationNo = await file();
  await offerLoan(world.app, applicationNo, SIZE);
  const params = { applicationNo };
  await officer.callRaw(getDeskDisclosure, { params });
  await officer.call(quoteLoan, { params, query: { principal: "50000", months: "12" } });
  const looks = await trail(world, `member:${member.guid}`);
  expect(looks.filter((line) => line === `${officer.username}: look_at_member`)).toHaveLength(2);
});
