import { afterAll, beforeAll, expect, test } from "vitest";
import { getNotifications } from "#contract/notifications.ts";
import { type CaseReason, getTransferCases, reportTransfer } from "#contract/transferCases.ts";
import { addTransfer } from "#test/support/addTransfer.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ savings: 100_00n });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

let last = 0;
/** A transfer of the member, accepted so many hours ago. */
const aTransfer = async (hoursAgo = 0, of: TestMember = member) => {
  const acceptedAt = new Date(world.app.now().getTime() - hoursAgo * 3_600_000);
  return addTransfer(world, of, { refNo: `OT261121-${++last}`, acceptedAt });
};

const report = (refNo: string, reason: CaseReason, words = "") =>
  world.call(
    reportTransfer,
    { params: { guid: member.guid, refNo }, body: { reason, words } },
    browser,
  );

async function taken(refNo: string, reason: CaseReason, words = "") {
  const answer = await report(refNo, reason, words);
  if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
  return answer.result;
}

async function cases(refNo?: string) {
  const query = refNo === undefined ? {} : { refNo };
  const answer = await world.call(
    getTransferCases,
    { params: { guid: member.guid }, query },
    browser,
  );
  return answer.status ? answer.results : answer.code;
}

test("a report opens a case with a number, an answer within 12 hours, a notice and a record", async () => {
  const refNo = await aTransfer(1);
  const opened = await taken(refNo, "wrong_account", "It went to my sister.\nNot to Juana.");
  expect(opened.caseNo).toMatch(/^TC261121-\d{10}$/);
  expect(Date.parse(opened.respondBy) - world.app.now().getTime()).toBeLessThanOrEqual(43_200_000);
  expect(opened.isLate).toBe(false);
  expect(await cases(refNo)).toMatchObject([
    {
      caseNo: opened.caseNo,
      reason: "wrong_account",
      state: "open",
      events: [{ what: "reported", words: "It went to my sister.\nNot to Juana." }],
    },
  ]);
  const notices = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!notices.status) throw new Error(notices.message);
  expect(Object.values(notices.results)).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining(opened.caseNo) }),
  );
  expect(await trail(world, `transfer_case:${opened.caseNo}`)).toEqual([
    `${member.guid}: report_transfer`,
  ]);
});

test("pressed twice, or at the same moment, it is one case; new words are added to it", async () => {
  const refNo = await aTransfer();
  const answers = await Promise.all([1, 2, 3, 4].map(() => taken(refNo, "not_received", "Where?")));
  expect(new Set(answers.map(({ caseNo }) => caseNo)).size).toBe(1);
  const added = await taken(refNo, "not_received", "Still nothing.");
  expect(added).toEqual(answers[0]);
  expect(await cases(refNo)).toMatchObject([
    {
      events: [
        { what: "reported", words: "Where?" },
        { what: "added", words: "Still nothing." },
      ],
    },
  ]);
  const other = await taken(refNo, "not_me");
  expect(other.caseNo).not.toBe(added.caseNo);
  expect(await cases(refNo)).toHaveLength(2);
});

test("a report after the 12 hours of the terms is taken and marked late", async () => {
  expect(await taken(await aTransfer(11.9), "other", "Late?")).toMatchObject({ isLate: false });
  expect(await taken(await aTransfer(400), "other", "Late.")).toMatchObject({ isLate: true });
});

test("words have a limit, and a case can be added to 20 times", async () => {
  const refNo = await aTransfer();
  expect(await report(refNo, "other", "x".repeat(1001))).toMatchObject({ httpStatus: 422 });
  expect(await report(refNo, "other", "a\u0007b")).toMatchObject({ httpStatus: 422 });
  for (let words = 0; words <= 20; words++) await taken(refNo, "other", `More ${words}`);
  expect(await report(refNo, "other", "Even more")).toMatchObject({ code: "case_words_too_many" });
  expect(await taken(refNo, "other", "More 3")).toMatchObject({ isLate: false });
});

test("another member's transfer is nobody's", async () => {
  const stranger = await world.makeMember();
  const theirs = await aTransfer(0, stranger);
  expect(await report(theirs, "not_me")).toMatchObject({ code: "not_found", httpStatus: 404 });
  expect(await report("OT261121-nobodys", "not_me")).toMatchObject({ code: "not_found" });
  expect(await cases(theirs)).toEqual([]);
});
