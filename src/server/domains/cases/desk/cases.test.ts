import { afterAll, beforeAll, expect, test } from "vitest";
import { getNotifications } from "#contract/notifications.ts";
import { getStaffQueues } from "#contract/staff/home.ts";
import {
  answerTransferCase,
  exportTransferCases,
  getTransferCase,
  handOverTransferCase,
  listTransferCases,
  noteTransferCase,
  resolveTransferCase,
  takeTransferCase,
} from "#contract/staff/transferCases.ts";
import { getTransferCases, reportTransfer } from "#contract/transferCases.ts";
import { addTransfer } from "#test/support/addTransfer.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let teller: TestStaff;
let colleague: TestStaff;
let elsewhere: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ officeId: 1n });
  browser = await world.signIn(member);
  teller = await world.makeStaff({ role: "teller" });
  colleague = await world.makeStaff({ role: "supervisor" });
  elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
});
afterAll(() => world.close());

let last = 0;
async function report(words = "It never came.", reason = "not_received" as const) {
  const refNo = await addTransfer(world, member, { refNo: `OT261121-${++last}` });
  const params = { guid: member.guid, refNo };
  const answer = await world.call(reportTransfer, { params, body: { reason, words } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return { refNo, caseNo: answer.result.caseNo };
}

const casesOf = async (staff: TestStaff, query: Record<string, string> = {}) => {
  const answer = await staff.call(listTransferCases, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows.map(({ caseNo }) => caseNo);
};

const look = async (caseNo: string) => {
  const answer = await teller.call(getTransferCase, { params: { caseNo } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
};

test("a case goes from hand to hand to an answer; the member hears what is theirs to hear", async () => {
  const { caseNo, refNo } = await report();
  const params = { caseNo };
  await teller.call(takeTransferCase, { params });
  await teller.call(noteTransferCase, { params, body: { words: "The bank's desk is closed." } });
  const answered = { words: "We asked the other bank.", waitsFor: "bank" as const };
  expect(await colleague.call(answerTransferCase, { params, body: answered })).toMatchObject({
    code: "case_of_another",
  });
  await teller.call(answerTransferCase, { params, body: answered });
  const handOver = (to: string) =>
    teller.call(handOverTransferCase, { params, body: { to, note: "It answers at nine." } });
  expect(await handOver(elsewhere.username)).toMatchObject({ code: "case_owner_unknown" });
  expect(await handOver("nobody.here")).toMatchObject({ code: "case_owner_unknown" });
  expect(await handOver(colleague.username)).toMatchObject({ status: true });
  expect(await look(caseNo)).toMatchObject({
    state: "waiting",
    waitsFor: "bank",
    owner: colleague.username,
  });

  const onTime = await look(caseNo);
  expect(onTime.answeredAt).not.toBeNull();
  world.passSeconds(60);
  // The member writes again: the desk has it before itself once more, with a time of its own.
  const again = { reason: "not_received", words: "Still nothing." } as const;
  await world.call(reportTransfer, { params: { guid: member.guid, refNo }, body: again }, browser);
  const reopened = await look(caseNo);
  expect(reopened).toMatchObject({
    state: "open",
    waitsFor: null,
    mayWork: true,
    answeredAt: null,
  });
  expect(Date.parse(reopened.respondBy)).toBeGreaterThan(Date.parse(onTime.respondBy));
  expect(await casesOf(teller, { due: "soon" })).toEqual([]);
  // An answer that was begun before is not sent past what the member wrote since.
  const body = { words: "It was credited this morning." };
  for (const call of [answerTransferCase, resolveTransferCase])
    expect(
      await colleague.call(call, { params, body: { ...body, waitsFor: null, wordsRead: 1 } }),
    ).toMatchObject({ code: "case_has_new_words", httpStatus: 409 });
  await colleague.call(resolveTransferCase, { params, body: { ...body, wordsRead: 2 } });
  expect(await colleague.call(resolveTransferCase, { params, body })).toMatchObject({
    code: "case_resolved",
  });

  const file = await look(caseNo);
  expect(file).toMatchObject({ state: "resolved", mayWork: false });
  expect(file.events.map(({ what, isMember }) => [what, isMember])).toEqual([
    ["reported", true],
    ["taken", false],
    ["noted", false],
    ["answered", false],
    ["handed_over", false],
    ["added", true],
    ["resolved", false],
  ]);
  const seen = await world.call(
    getTransferCases,
    { params: { guid: member.guid }, query: { refNo } },
    browser,
  );
  if (!seen.status) throw new Error(seen.message);
  expect(seen.results[0]?.events.map(({ what }) => what)).toEqual([
    "reported",
    "answered",
    "added",
    "resolved",
  ]);
  const notices = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  if (!notices.status) throw new Error(notices.message);
  const told = Object.values(notices.results).map(({ message }) => message);
  expect(told).toContainEqual(expect.stringContaining("We asked the other bank."));
  expect(told).toContainEqual(expect.stringContaining("It was credited this morning."));
  expect(told.join(" ")).not.toContain("desk is closed");
  expect(await trail(world, `transfer_case:${caseNo}`)).toEqual([
    `${member.guid}: report_transfer`,
    `${teller.username}: take_case`,
    `${teller.username}: note_case`,
    `${teller.username}: answer_case`,
    `${teller.username}: hand_over_case`,
    `${member.guid}: add_to_case`,
    `${colleague.username}: resolve_case`,
  ]);
});

test("S323 the member is told whose answer a case waits for, by a notice that leads to the transfer and by a text without its words", async () => {
  const { caseNo, refNo } = await report("Who has it?");
  const tell = (body: { words: string; waitsFor: "member" | "bank" | null }) =>
    teller.call(answerTransferCase, { params: { caseNo }, body });
  const seen = async () => {
    const query = { params: { guid: member.guid }, query: { refNo } };
    const answer = await world.call(getTransferCases, query, browser);
    return answer.status ? answer.results[0] : undefined;
  };
  const notices = async () => {
    const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
    if (!answer.status) throw new Error(answer.message);
    return Object.values(answer.results).filter(({ message }) => message.includes(caseNo));
  };
  const texts = async () =>
    (await world.textsTo(member.mobileNumber ?? "")).filter((text) => text.includes(caseNo));

  await tell({ words: "We asked the other bank.", waitsFor: "bank" });
  expect(await seen()).toMatchObject({ state: "waiting", waitsFor: "bank" });
  await tell({ words: "Send us the number again.", waitsFor: "member" });
  expect(await seen()).toMatchObject({ state: "waiting", waitsFor: "member" });
  await teller.call(resolveTransferCase, { params: { caseNo }, body: { words: "It is there." } });
  expect(await seen()).toMatchObject({ state: "resolved", waitsFor: null });

  for (const notice of await notices())
    expect(notice).toMatchObject({ leadsTo: "transfer", refNo });
  expect((await notices()).map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^We need your answer .+: Send us the number again\.$/),
  );
  const told = await texts();
  expect(told).toHaveLength(3);
  expect(told.join(" ")).toMatch(/is closed.+we need your answer.+we answered/);
  expect(told.join(" ")).not.toMatch(/other bank|number again|It is there/);
});

test("the same words after an answer, or none, say that it did not help; pressed twice they are said once", async () => {
  const { caseNo, refNo } = await report("Where is it?");
  const params = { guid: member.guid, refNo };
  for (const [round, words] of ["Where is it?", ""].entries()) {
    const body = { words: `It comes, ${round}.`, waitsFor: "bank" as const, wordsRead: round + 1 };
    expect(await teller.call(answerTransferCase, { params: { caseNo }, body })).toMatchObject({
      status: true,
    });
    world.passSeconds(60);
    const again = { reason: "not_received", words } as const;
    for (let times = 0; times < 2; times += 1)
      await world.call(reportTransfer, { params, body: again }, browser);
    const file = await look(caseNo);
    expect(file).toMatchObject({ state: "open", answeredAt: null });
    expect(file.events.filter(({ what }) => what === "added")).toHaveLength(round + 1);
  }
  await teller.call(resolveTransferCase, { params: { caseNo }, body: { words: "It is there." } });
});

test("the overview counts the cases whose member waits for an answer, and a list shows just them", async () => {
  const waiting = async () => {
    const cases = await casesOf(teller, { show: "to_answer" });
    const answer = await teller.call(getStaffQueues, {});
    if (!answer.status) throw new Error(answer.message);
    const counted = answer.results.find(({ queue }) => queue === "transfer_cases")?.count;
    expect(counted).toBe(cases.length);
    return cases;
  };
  const { caseNo, refNo } = await report("Where is my money?");
  const params = { caseNo };
  expect(await waiting()).toEqual([caseNo]);
  // Answered, and left open.
  const body = { words: "We look into it.", waitsFor: null };
  await teller.call(answerTransferCase, { params, body });
  expect(await look(caseNo)).toMatchObject({ state: "open" });
  expect(await waiting()).toEqual([]);
  const again = { reason: "not_received", words: "And now?" } as const;
  await world.call(reportTransfer, { params: { guid: member.guid, refNo }, body: again }, browser);
  expect(await waiting()).toEqual([caseNo]);
  await teller.call(resolveTransferCase, { params, body: { words: "It is there." } });
  expect(await waiting()).toEqual([]);
});

test("the queue shows what is to do in one's branches, by time, owner and reason", async () => {
  const first = await report("One");
  world.passSeconds(60);
  const second = await report("Two");
  await teller.call(takeTransferCase, { params: { caseNo: second.caseNo } });
  expect(await casesOf(teller)).toEqual([first.caseNo, second.caseNo]);
  expect(await casesOf(teller, { sort: "-due" })).toEqual([second.caseNo, first.caseNo]);
  expect(await casesOf(teller, { owner: "mine" })).toEqual([second.caseNo]);
  expect(await casesOf(teller, { owner: "none" })).toEqual([first.caseNo]);
  expect(await casesOf(teller, { reason: "not_me" })).toEqual([]);
  expect(await casesOf(teller, { due: "soon" })).toEqual([]);
  expect(await casesOf(elsewhere)).toEqual([]);
  expect(await casesOf(teller, { show: "resolved" })).toHaveLength(4);
  const { text } = await teller.callRaw(exportTransferCases, { query: {} });
  expect(text.trimEnd().split("\r\n")).toHaveLength(3);
  world.passSeconds(10 * 3600);
  teller = await world.makeStaff({ role: "teller" });
  expect(await casesOf(teller, { due: "soon" })).toEqual([first.caseNo, second.caseNo]);
  expect(
    await elsewhere.call(takeTransferCase, { params: { caseNo: first.caseNo } }),
  ).toMatchObject({ status: false });
});
