import { brand } from "#brand";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cardOfAccountText } from "#contract/cardNames.ts";
import { getTransactionHistory } from "#contract/history.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { send, toCard } from "#test/support/sendActs.ts";
import * as acts from "#test/support/transferActs.ts";
import { sendToIssuer } from "#server/domains/transfers/settlement/settleWithIssuer.ts";

const FROM = 1_000_00n;
const TO = 50_00n;
const AMOUNT = 300_00n;

let world: World;
let sender: TestMember;
let receiver: TestMember;
let browser: Browser;

beforeEach(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "400", LOGIN_OTP: "off" });
  sender = await world.makeMember({ card: { balance: FROM } });
  receiver = await world.makeMember({ card: { balance: TO } });
  browser = await world.signIn(sender);
});

afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

async function detailsOf(refNo: string) {
  const params = { guid: sender.guid, refNo };
  const answer = await world.call(getTransferDetails, { params, query: {} }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function historyOf(member: TestMember, of: Browser) {
  const params = { guid: member.guid };
  const query = { fromDate: "2026-11-21", toDate: "2026-11-21" };
  const answer = await world.call(getTransactionHistory, { params, query }, of);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.map(({ amount, refNo }) => ({ amount, refNo }));
}

async function noticesOf(member: TestMember, of: Browser): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, of);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
}

async function heldOf(member: TestMember): Promise<bigint> {
  const { hold_centavos } = await world.app.db
    .selectFrom("ledger_account")
    .select("hold_centavos")
    .where("subledger", "=", member.cardAccountNo ?? "")
    .executeTakeFirstOrThrow();
  return hold_centavos;
}

async function loadOf(member: TestMember): Promise<bigint> {
  const row = await world.app.db
    .selectFrom("card_load")
    .innerJoin("card", "card.id", "card_load.card_id")
    .select("loaded_centavos")
    .where("card.member_id", "=", member.id)
    .executeTakeFirst();
  return row?.loaded_centavos ?? 0n;
}

async function expectEnd(end: "credited" | "returned"): Promise<void> {
  const moved = end === "credited" ? AMOUNT : 0n;
  const [from, to] = [await acts.moneyOf(world, sender), await acts.moneyOf(world, receiver)];
  expect([from.card, from.issuer]).toEqual([FROM - moved, FROM - moved]);
  expect([to.card, to.issuer]).toEqual([TO + moved, TO + moved]);
  expect(await heldOf(sender)).toBe(0n);
  expect(await loadOf(receiver)).toBe(moved);
}

test("T36 S105 money goes from card to card once, and both are told", async () => {
  const refNo = await send(world, sender, browser, toCard(receiver, "300.00"));
  expect(await heldOf(sender)).toBe(AMOUNT);
  expect((await acts.moneyOf(world, receiver)).card).toBe(TO);
  await drainJobs(world.app);
  await expectEnd("credited");

  const receiverBrowser = await world.signIn(receiver);
  expect(await historyOf(sender, browser)).toEqual([{ amount: -AMOUNT, refNo }]);
  expect(await historyOf(receiver, receiverBrowser)).toEqual([{ amount: AMOUNT, refNo }]);
  const tail = (member: TestMember) => member.cardAccountNo?.slice(-4) ?? "";
  expect(await noticesOf(sender, browser)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        `₱300.00 from your card to the ${brand.cardAccount} account ending in ${tail(receiver)} is being`,
      ),
      expect.stringContaining(`arrived on the ${brand.cardAccount} account`),
    ]),
  );
  expect(await noticesOf(receiver, receiverBrowser)).toContainEqual(
    expect.stringContaining(
      `You received ₱300.00 on your card from the ${brand.cardAccount} account ending in ${tail(sender)}`,
    ),
  );
  const texts = await world.textsTo(sender.mobileNumber ?? "");
  const to = `${brand.cardAccount} account ...${tail(receiver)}`;
  expect(texts).toContainEqual(
    expect.stringContaining(`PHP 300.00 from your card to ${to} is on its way. Ref ${refNo}.`),
  );
  expect(await world.textsTo(receiver.mobileNumber ?? "")).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `you received PHP 300\\.00 on your card from the .+${tail(sender)}\\. Ref ${refNo}\\.$`,
      ),
    ),
  );

  const details = await detailsOf(refNo);
  expect(details).toMatchObject({
    kind: "card",
    state: "credited",
    total: AMOUNT,
    destinationBank: null,
  });
  expect(details.steps.map(({ state }) => state)).toEqual(["accepted", "sent", "credited"]);
  const params = { guid: receiver.guid, refNo };
  const received = await world.call(getTransferDetails, { params, query: {} }, receiverBrowser);
  expect(received).toMatchObject({
    result: {
      amount: AMOUNT,
      canReport: false,
      // Not the sender's whole account number.
      transferFrom: cardOfAccountText(sender.cardAccountNo ?? ""),
    },
  });
});

/** What the issuer does, and how the transfer must end once it behaves again. */
const MODES = [
  ["slow", { delaySeconds: 0.9 }, "credited"],
  ["timeout", {}, "credited"],
  ["timeout", { effect: "lost" }, "credited"],
  ["reject", {}, "returned"],
  ["duplicate", {}, "credited"],
  ["out-of-order", {}, "credited"],
  ["late", { delaySeconds: 1, effect: "kept" }, "credited"],
  ["late", { delaySeconds: 1, effect: "lost" }, "returned"],
] as const;

test.each(MODES)(
  "S101 S103 an issuer in mode %s %j: the transfer is %s",
  async (mode, more, end) => {
    await acts.fault(world, mode, more);
    const refNo = await send(world, sender, browser, toCard(receiver, "300.00"));
    await drainJobs(world.app);
    // The job once more, as after a crash.
    await world.app.db
      .insertInto("outbox")
      .values({
        kind: "move_between_cards",
        payload: JSON.stringify({ refNo, correlationId: "again" }),
        created_at: world.app.now(),
      })
      .execute();
    await drainJobs(world.app);
    await acts.fault(world, "ok");
    for (let look = 0; look < 5; look++) {
      world.passSeconds(61);
      await sweepTransfers(world.app);
    }
    expect((await detailsOf(refNo)).state).toBe(end);
    await expectEnd(end);
  },
);

test("S101 a transfer that the issuer does not answer for a day is queued for review, once", async () => {
  await acts.fault(world, "timeout", { effect: "lost" });
  const refNo = await send(world, sender, browser, toCard(receiver, "300.00"));
  await drainJobs(world.app);
  const exceptions = () =>
    world.app.db.selectFrom("transfer_exception").select(["ref_no", "kind"]).execute();
  world.passSeconds(23 * 60 * 60);
  await sweepTransfers(world.app);
  expect(await exceptions()).toEqual([]);
  for (const seconds of [60 * 60, 31 * 60]) {
    world.passSeconds(seconds);
    await sweepTransfers(world.app);
    expect(await exceptions()).toEqual([{ ref_no: refNo, kind: "unanswered" }]);
  }
  await acts.fault(world, "ok");
  world.passSeconds(31 * 60);
  await sweepTransfers(world.app);
  await expectEnd("credited");
});

test("S101 a transfer whose job was lost is sent by the sweep", async () => {
  const refNo = await send(world, sender, browser, toCard(receiver, "300.00"));
  await world.app.db.deleteFrom("outbox").where("kind", "=", "move_between_cards").execute();
  world.passSeconds(31);
  await sweepTransfers(world.app);
  expect((await detailsOf(refNo)).state).toBe("credited");
  await expectEnd("credited");
});

test("S092 two cards that send to each other at once, many times, lose and make no money", async () => {
  const other = await world.signIn(receiver);
  for (let round = 0; round < 3; round++) {
    world.passSeconds(61);
    await send(world, sender, browser, toCard(receiver, "10.00"));
    await send(world, receiver, other, toCard(sender, "10.00"));
  }
  const rows = await world.app.db.selectFrom("transfer").select(["ref_no"]).execute();
  await world.app.db.deleteFrom("outbox").where("kind", "=", "move_between_cards").execute();
  await Promise.all(
    rows.map(({ ref_no: refNo }) => sendToIssuer(world.app, { refNo, correlationId: "" })),
  );
  expect((await acts.moneyOf(world, sender)).card).toBe(FROM);
  expect((await acts.moneyOf(world, receiver)).card).toBe(TO);
  expect(await acts.states(world)).toEqual(rows.map(() => "credited"));
});
