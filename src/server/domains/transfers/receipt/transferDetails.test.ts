import { afterAll, beforeAll, expect, test } from "vitest";
import { cardOfAccountText } from "#contract/cardNames.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { MemberOptions } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});

afterAll(() => world.close());

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember({ card: { balance: 10_000_00n }, ...options });
  const browser = await world.signIn(member);
  const details = (refNo: string, language = "en") =>
    world.call(getTransferDetails, { params: { guid: member.guid, refNo }, query: {} }, browser, {
      headers: { "accept-language": language },
    });
  return { member, browser, details };
}

test("O06 T39 the receipt of a transfer to another bank says what the form said, and how it went", async () => {
  const { member, browser, details } = await enter();
  const refNo = await acts.send(world, member, browser, acts.toBank("instapay", "1500.25"));
  expect(await details(refNo)).toMatchObject({ result: { state: "accepted", creditBy: null } });
  await drainJobs(world.app);
  expect(await details(refNo)).toMatchObject({
    result: {
      refNo,
      kind: "instapay",
      state: "credited",
      amount: 1_500_25n,
      transactionFee: 10_00n,
      total: 1_510_25n,
      transferFrom: cardOfAccountText(member.cardAccountNo ?? ""),
      transferTo: "Other Bank",
      destinationBank: "BDO Unibank, Inc.",
      merchant: "BDO Unibank, Inc.",
      accountNumber: "109450542671",
      accountName: "Juan Dela Cruz",
      transferVia: "InstaPay",
      steps: [
        { state: "accepted" },
        { state: "debited" },
        { state: "sent" },
        { state: "credited" },
      ],
      reason: null,
      canReport: true,
    },
  });
});

test("S102 the receipt of one that came back says why, in the member's language", async () => {
  const { member, browser, details } = await enter();
  const sending = acts.toBank("instapay", "100.00", { account: "5550001201" });
  const refNo = await acts.send(world, member, browser, sending);
  await drainJobs(world.app);
  expect(await details(refNo)).toMatchObject({
    result: {
      state: "returned",
      reason: "The account name does not match the account number.",
    },
  });
  const filipino = await details(refNo, "fil");
  const reason = filipino.status ? filipino.result.reason : null;
  expect(reason).toMatch(/pangalan/i);
});

test("O08 the receipt of one over PESONet says by when it arrives", async () => {
  const { member, browser, details } = await enter();
  const refNo = await acts.send(world, member, browser, acts.toBank("pesonet", "100.00"));
  expect(await details(refNo)).toMatchObject({
    result: { transferVia: "PESONET", creditBy: "2026-11-23T06:00:00.000Z" },
  });
});

test("S067 another member's reference is like one nobody has", async () => {
  const { member, browser } = await enter();
  const stranger = await enter();
  const refNo = await acts.send(world, member, browser, acts.toBank("pesonet", "100.00"));
  const receiver = await enter();
  const toReceiver = acts.toCard(receiver.member, "1.00");
  world.passSeconds(61);
  const underWay = await acts.send(world, member, browser, toReceiver);
  for (const hidden of [
    await stranger.details(refNo),
    await stranger.details("PN261121-9999999999"),
    // Not before it has arrived.
    await receiver.details(underWay),
  ]) {
    expect(hidden).toMatchObject({ httpStatus: 404, code: "not_found" });
  }
});

test("S164 the receipt says that the day of its arrival may still be proclaimed a holiday", async () => {
  const confirmed = await enter();
  const first = await acts.send(
    world,
    confirmed.member,
    confirmed.browser,
    acts.toBank("pesonet", "100.00"),
  );
  expect(await confirmed.details(first)).toMatchObject({ result: { isCreditDayConfirmed: true } });
  // Nothing is entered of 2029.
  world.setTime(new Date("2029-03-06T08:00:00+08:00"));
  const { member, browser, details } = await enter();
  const refNo = await acts.send(world, member, browser, acts.toBank("pesonet", "100.00"));
  expect(await details(refNo)).toMatchObject({
    result: { creditBy: expect.stringMatching(/^2029-03-06/), isCreditDayConfirmed: false },
  });
});
