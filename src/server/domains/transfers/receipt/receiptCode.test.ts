import { afterAll, beforeAll, expect, test } from "vitest";
import { printedPaperCode } from "#common/paperCode.ts";
import { checkReceipt, makeReceiptCode } from "#contract/transferReceipts.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { approve, order } from "#test/support/transferActs.ts";
import * as acts from "#test/support/sendActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});

afterAll(() => world.close());

async function enter() {
  const member = await world.makeMember({ savings: 500_00n, card: { balance: 10_000_00n } });
  const browser = await world.signIn(member);
  const codeFor = async (refNo: string) => {
    const answer = await world.call(
      makeReceiptCode,
      { params: { guid: member.guid, refNo } },
      browser,
    );
    return answer.status ? answer.result.code : String(answer.code);
  };
  return { member, browser, codeFor };
}

async function pdfOf(
  who: Pick<Awaited<ReturnType<typeof enter>>, "member" | "browser">,
  refNo: string,
) {
  const cookie = [...who.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await world.server.inject({
    method: "GET",
    url: `/api/members/${who.member.guid}/transfers/${refNo}/receipt`,
    headers: { host: "localhost", cookie, authorization: `Bearer ${who.browser.token}` },
  });
  expect(answer.statusCode).toBe(200);
  return pdfText(answer.rawPayload);
}

async function check(receiptCode: string) {
  const answer = await world.call(checkReceipt, { body: { receiptCode } }, newBrowser());
  return answer.status ? answer.result.receipt : String(answer.code);
}

test("S331 who is shown a receipt is told with its code what it says, and how the transfer stands since", async () => {
  const { member, browser, codeFor } = await enter();
  const sending = acts.toBank("instapay", "1500.25", { account: "5550001201" });
  const refNo = await acts.send(world, member, browser, sending);
  const code = await codeFor(refNo);
  const said = {
    amount: 1_500_25n,
    at: expect.stringMatching(/^2026-/),
    bank: "BDO Unibank, Inc.",
    lastFour: "1201",
    state: "accepted",
  };
  // As it is printed, and as people type it.
  for (const typed of [code, ` ${code.toLowerCase().replaceAll(/(.{4})/g, "$1 ")}`]) {
    expect(await check(typed)).toEqual(said);
  }
  await drainJobs(world.app);
  expect(await check(code)).toEqual({ ...said, state: "returned" });
  // Nothing of whose it is, and of the account no more than its end.
  const raw = JSON.stringify(await world.callRaw(checkReceipt, { body: { receiptCode: code } }));
  for (const secret of [
    member.guid,
    member.membershipNo,
    refNo,
    "5550001201",
    "Dela Cruz",
    member.cardAccountNo ?? "no card",
  ]) {
    expect(raw).not.toContain(secret);
  }
});

test("S331 a receipt has one code, on its picture and its PDF, and of who received it another", async () => {
  const sender = await enter();
  const receiver = await enter();
  const refNo = await acts.send(
    world,
    sender.member,
    sender.browser,
    acts.toCard(receiver.member, "250.00"),
  );
  expect(await receiver.codeFor(refNo)).toBe("not_found");
  await drainJobs(world.app);
  const codes = await Promise.all([sender.codeFor(refNo), sender.codeFor(refNo)]);
  expect(new Set(codes).size).toBe(1);
  const text = await pdfOf(sender, refNo);
  expect(text.split("\n")).toContain(printedPaperCode(codes[0] ?? ""));
  expect(text).toContain("http://localhost/verify");
  const theirs = await receiver.codeFor(refNo);
  expect(codes).not.toContain(theirs);
  expect(await check(theirs)).toEqual(await check(codes[0] ?? ""));
});

test("S332 a code that no receipt has is answered as all others are, and guessing ends after 120 calls", async () => {
  await world.app.db.deleteFrom("throttle").execute();
  const answers = [];
  for (let call = 0; call < 121; call += 1) answers.push(await check("0000-0000-0000"));
  expect(answers.slice(0, 120).every((answer) => answer === null)).toBe(true);
  expect(answers.at(-1)).toBe("too_many_requests");
});

test("S333 what is shared of a receipt has the sender's own account by its last four digits alone", async () => {
  const { member, browser } = await enter();
  const own = { amount: 100_00n };
  const approval = await approve(world, member, browser, own);
  const ordered = await order(world, member, browser, own, approval, "receipt-own");
  const refNo = ordered.status ? ordered.result.refNo : String(ordered.code);
  const text = await pdfOf({ member, browser }, refNo);
  const source = member.accountNumbers.savings ?? "no account";
  expect(text).not.toContain(source);
  expect(text).toContain(source.slice(-4));
});

test("S333 who is shown a receipt reads who sent it, by a given name and an initial; who received it, and who sends to themselves, has no such line", async () => {
  const sender = await enter();
  const receiver = await enter();
  const order = acts.toCard(receiver.member, "250.00");
  const refNo = await acts.send(world, sender.member, sender.browser, order);
  await drainJobs(world.app);
  const lines = (await pdfOf(sender, refNo)).split("\n");
  expect(lines).toContain("Sent by");
  expect(lines).toContain("Juana R.");
  expect(await pdfOf(receiver, refNo)).not.toMatch(/Sent by|Juana R/);
});
