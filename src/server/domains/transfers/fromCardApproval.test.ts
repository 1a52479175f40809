import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { formatPesos } from "#common/money.ts";
import { resendOtp, verifyOtp } from "#contract/auth.ts";
import { changedTables, dumpDatabase } from "#test/support/dumpDatabase.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { type Approval, assertBooksHold, moneyOf, wrongPin } from "#test/support/transferActs.ts";

const CARD = 10_000_00n;
let world: World;
let receiver: TestMember;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  receiver = await world.makeMember({ card: {} });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember({ card: { balance: CARD }, ...options });
  return { member, browser: await world.signIn(member) };
}

async function expectUntouched(member: TestMember): Promise<void> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("ref_no")
    .where("member_id", "=", member.id)
    .execute();
  expect(rows).toEqual([]);
  const account = await world.app.db
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("subledger", "=", member.cardAccountNo ?? "")
    .executeTakeFirstOrThrow();
  expect(account.available_centavos).toBe(CARD);
}

const KINDS = ["instapay", "pesonet", "card"] as const;
const sendingOf = (kind: (typeof KINDS)[number], amount = "1000.00"): acts.Sending =>
  kind === "card" ? acts.toCard(receiver, amount) : acts.toBank(kind, amount);

test.each(KINDS)(
  "S088 %s: without a verified, unspent, unexpired code of one's own nothing is posted",
  async (kind) => {
    const { member, browser } = await enter();
    const stranger = await enter();
    const sending = sendingOf(kind);
    const order = (approval: { pinId: string; pin: string }, key: string, by = browser) =>
      acts.orderSending(world, by, sending, approval, key);
    const nowhere = { pinId: world.app.random.uuid(), pin: "123456" };
    expect(await order(nowhere, "key-nowhere")).toMatchObject({
      httpStatus: 401,
      errors: [{ param: "pin", msg: "OTP is incorrect. Please try again." }],
    });

    const sent = await acts.askFor(world, member, browser, sending);
    if (!sent.status) throw new Error(sent.message);
    const unverified = { pinId: sent.result.pinId, pin: await world.codeFor(member) };
    expect(await order(unverified, "key-unverified")).toMatchObject({
      code: "otp_not_for_this_transfer",
      errors: [{ param: "pin" }],
    });
    expect(await order(unverified, "key-foreign", stranger.browser)).toMatchObject({
      code: "otp_incorrect",
    });
    await world.call(verifyOtp, { body: { memberGuid: member.guid, ...unverified } }, browser);
    const wrong = { ...unverified, pin: wrongPin(unverified.pin) };
    expect(await order(wrong, "key-wrong-pin")).toMatchObject({ code: "otp_incorrect" });
    world.passSeconds(301);
    expect(await order(unverified, "key-expired")).toMatchObject({ code: "otp_incorrect" });
    await expectUntouched(member);
    await expectUntouched(stranger.member);
  },
);

test.each(KINDS)("S088 S090 %s: one code under ten keys at once is one transfer", async (kind) => {
  const { member, browser } = await enter();
  const sending = sendingOf(kind);
  const approval = await acts.approveSending(world, member, browser, sending);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      acts.orderSending(world, browser, sending, approval, `other-key-${index}`),
    ),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => !status)) {
    expect(answer).toMatchObject({ code: "otp_not_for_this_transfer", errors: [{ param: "pin" }] });
  }
});

/** What is ordered in place of what was approved. */
const MUTATIONS: [string, acts.Sending][] = [
  ["another bank", acts.toBank("instapay", "1000.00", { bank: "3" })],
  ["another account", acts.toBank("instapay", "1000.00", { account: "109450542672" })],
  ["another name", acts.toBank("instapay", "1000.00", { name: "Juan Dela Crux" })],
  ["a centavo more", acts.toBank("instapay", "1000.01")],
  ["a centavo less", acts.toBank("instapay", "999.99")],
  ["another rail", acts.toBank("pesonet", "1000.00")],
];

test.each(MUTATIONS)(
  "S089 a code for an InstaPay transfer does not approve %s",
  async (_, other) => {
    const { member, browser } = await enter();
    const approved = acts.toBank("instapay", "1000.00");
    const approval = await acts.approveSending(world, member, browser, approved);
    expect(await acts.orderSending(world, browser, other, approval, "changed-1")).toMatchObject({
      code: "otp_not_for_this_transfer",
      errors: [{ param: "pin" }],
    });
    // And the code is void from then on.
    expect(await acts.orderSending(world, browser, approved, approval, "original")).toMatchObject({
      code: "otp_not_for_this_transfer",
    });
    await expectUntouched(member);
  },
);

test("S089 a code for a card does not approve another card, another amount or another way", async () => {
  const other = await world.makeMember({ card: {} });
  const { member, browser } = await enter();
  const approved = acts.toCard(receiver, "1000.00");
  const changes = [
    acts.toCard(other, "1000.00"),
    acts.toCard(receiver, "1000.01"),
    acts.toBank("instapay", "1000.00", { account: receiver.cardAccountNo ?? "" }),
  ];
  const approvals = await acts.approvedCodes(world, { member, browser }, approved, changes.length);
  for (const [index, change] of changes.entries()) {
    const approval = approvals[index];
    if (approval === undefined) throw new Error("there are too few codes");
    expect(
      await acts.orderSending(world, browser, change, approval, `changed-${index}`),
    ).toMatchObject({ code: "otp_not_for_this_transfer" });
  }
  await expectUntouched(member);
});

test.each([
  ["fee and with it the total", { name: "instapay_fee", centavos: 10_01n }],
  ["fee down to nothing", { name: "instapay_fee", centavos: 0n }],
] as const)(
  "S089 S095 S149 a change of the %s voids the code that approved the old one, and is said to be that",
  async (_, change) => {
    const { member, browser } = await enter();
    const sending = acts.toBank("instapay", "1000.00");
    const approval = await acts.approveSending(world, member, browser, sending);
    const set = (centavos: bigint) =>
      world.app.db
        .updateTable("transfer_limit")
        .set({ centavos })
        .where("name", "=", change.name)
        .execute();
    await set(change.centavos);
    const answer = await acts.orderSending(world, browser, sending, approval, "fee-changed");
    await set(10_00n);
    expect(answer).toMatchObject({
      httpStatus: 409,
      code: "fee_changed",
      message: `The fee is ${formatPesos(change.centavos)} now. Please look at the total again.`,
    });
    expect(await acts.orderSending(world, browser, sending, approval, "fee-as-was")).toMatchObject({
      code: "otp_not_for_this_transfer",
    });
    await expectUntouched(member);
  },
);

test("S089 S095 no code is sent for another fee than the member was shown", async () => {
  const { member, browser } = await enter();
  for (const sending of [acts.toBank("instapay", "1000.00"), acts.toCard(receiver, "1000.00")]) {
    const fee = sending.kind === "card" ? "0.00" : "10.00";
    const asked = (shown: string) =>
      acts.askFor(world, member, browser, { ...sending, shown_fee: shown });
    expect(await asked("9.99")).toMatchObject({
      httpStatus: 409,
      code: "fee_changed",
      message: `The fee is ₱${fee} now. Please look at the total again.`,
    });
    expect(await asked("ten")).toMatchObject({ errors: [{ param: "intent.shown_fee" }] });
    expect(await asked(fee)).toMatchObject({ status: true });
  }
  await expectUntouched(member);
});

test("S089 a code kept for another account or member approves nothing", async () => {
  const { member, browser } = await enter();
  const sending = acts.toBank("instapay", "1000.00");
  const approvals = await acts.approvedCodes(world, { member, browser }, sending, 3);
  const stored = { from: "990100000000", fee: "0.00", total: "1000.00" };
  for (const [index, [field, value]] of Object.entries(stored).entries()) {
    const approval = approvals[index];
    if (approval === undefined) throw new Error("there are too few codes");
    const { intent } = await world.app.db
      .selectFrom("otp_challenge")
      .select("intent")
      .where("pin_id", "=", approval.pinId)
      .executeTakeFirstOrThrow();
    await world.app.db
      .updateTable("otp_challenge")
      .set({ intent: JSON.stringify({ ...(intent as object), [field]: value }) })
      .where("pin_id", "=", approval.pinId)
      .execute();
    expect(
      await acts.orderSending(world, browser, sending, approval, `stored-${field}`),
    ).toMatchObject({ code: field === "fee" ? "fee_changed" : "otp_not_for_this_transfer" });
  }
  await expectUntouched(member);
});

test("S099 an order that is refused leaves every row about money as it was", async () => {
  const { member, browser } = await enter();
  const poor = acts.toBank("instapay", "9995.00");
  const approved = acts.toBank("instapay", "1000.00");
  const [first, second, third] = await acts.approvedCodes(world, { member, browser }, approved, 3);
  if (first === undefined || second === undefined || third === undefined) throw new Error("codes");
  // Approved before another transfer took the money.
  await sql`
    update otp_challenge set intent = intent || '{"amount": "9995.00", "total": "10005.00"}'
    where pin_id = ${third.pinId}`.execute(world.app.db);
  const refused: [acts.Sending, Approval, string][] = [
    [acts.toBank("pesonet", "1000.00"), first, "otp_not_for_this_transfer"],
    [approved, { ...second, pin: wrongPin(second.pin) }, "otp_incorrect"],
    [poor, third, "insufficient_funds"],
  ];
  const before = await dumpDatabase(world.database.ownerUrl);
  for (const [sending, approval, code] of refused) {
    expect(
      await acts.orderSending(world, browser, sending, approval, `refused-${approval.pinId}`),
    ).toMatchObject({ code });
  }
  const changed = changedTables(before, await dumpDatabase(world.database.ownerUrl));
  const others = ["audit_event", "otp_challenge", "session", "throttle"];
  expect(changed.filter((name) => !others.includes(name))).toEqual([]);
});

test("S095 fee and total are the server's: whatever else a client says is not read", async () => {
  const { member, browser } = await enter();
  const sending = {
    ...acts.toBank("instapay", "1000.00"),
    transactionFee: "-500.00",
    total: "1.00",
    fee: "0.00",
  };
  await acts.send(world, member, browser, sending);
  expect((await moneyOf(world, member)).card).toBe(CARD - 1_010_00n);
});

test("S051 S089 S155 the text names what the payee gets, the fee, both together and the payee's last digits, and so does the next one", async () => {
  const { member, browser } = await enter();
  const sent = await acts.askFor(world, member, browser, acts.toBank("instapay", "500.25"));
  if (!sent.status) throw new Error(sent.message);
  world.passSeconds(61);
  const { pinId } = sent.result;
  await world.call(resendOtp, { body: { memberGuid: member.guid, pinId } }, browser);
  const texts = await world.textsTo(member.mobileNumber ?? "");
  const named =
    "to send PHP 500.25 and a fee of 10.00 (510.25 in all) to the bank account ending 2671";
  expect(texts.filter((text) => text.includes(named))).toHaveLength(2);
});

test("S155 where there is no fee the text of the code speaks of none", async () => {
  const { member, browser } = await enter();
  const receiver = await world.makeMember({ card: {} });
  await acts.askFor(world, member, browser, acts.toCard(receiver, "137.25"));
  const [text = ""] = await world.textsTo(member.mobileNumber ?? "");
  expect(text).toMatch(/to send PHP 137\.25 to the .* account ending \d{4}\. Never share it\.$/);
  expect(text).not.toMatch(/fee/);
});
