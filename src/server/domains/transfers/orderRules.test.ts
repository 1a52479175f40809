import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { verifyOtp } from "#contract/auth.ts";
import { NO_CODE } from "#contract/transfers.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import * as acts from "#test/support/transferActs.ts";

let world: World;
/** Two processes on one database, each asked in turn. */
let processes: Pick<World, "call">[];

beforeAll(async () => {
  world = await makeWorld();
  processes = [world, await world.makeTwin()];
});

afterEach(() => acts.assertBooksHold(world));

afterAll(() => world.close());

const processOf = (index: number) => processes[index % processes.length] ?? world;

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember({ savings: 10_000_00n, card: {}, ...options });
  return { member, browser: await world.signIn(member) };
}

async function transfersOf(member: TestMember): Promise<bigint[]> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("amount_centavos")
    .where("member_id", "=", member.id)
    .execute();
  return rows.map((row) => row.amount_centavos);
}

const savingsOf = async (member: TestMember) => (await acts.moneyOf(world, member)).savings;

test("S090 R20 fifty parallel repeats with one key, over two processes, are one transfer with one reference", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 4_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      acts.order(processOf(index), member, browser, wanted, approval, "one-key-0001"),
    ),
  );
  const refNos = answers.map((answer) => (answer.status ? answer.result.refNo : answer.code));
  expect(new Set(refNos).size).toBe(1);
  expect(refNos[0]).toMatch(/^OT/);
  expect(await savingsOf(member)).toBe(6_000_00n);
  expect(await transfersOf(member)).toEqual([4_000_00n]);
});

test("S090 a repeat gets the first answer after the state moved on, also with a newer code", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 4_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const first = await acts.order(world, member, browser, wanted, approval, "one-key-0002");
  await drainJobs(world.app);
  world.passSeconds(61);
  const again = await acts.order(world, member, browser, wanted, approval, "one-key-0002");
  expect(again).toEqual(first);
  const newer = await acts.approve(world, member, browser, wanted);
  expect(await acts.order(world, member, browser, wanted, newer, "one-key-0002")).toEqual(first);
  expect(await transfersOf(member)).toHaveLength(1);
});

test("S090 the same key with another order is refused and moves nothing", async () => {
  const { member, browser } = await enter();
  const first = { amount: 4_000_00n };
  const approval = await acts.approve(world, member, browser, first);
  await acts.order(world, member, browser, first, approval, "one-key-0003");
  const other = { amount: 4_000_01n };
  const second = await acts.approve(world, member, browser, other);
  expect(await acts.order(world, member, browser, other, second, "one-key-0003")).toMatchObject({
    status: false,
    httpStatus: 409,
    code: "idempotency_key_reused",
  });
  expect(await transfersOf(member)).toEqual([4_000_00n]);
});

test("S090 R20 one code under ten keys at once, over two processes, is one transfer", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 1_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      acts.order(processOf(index), member, browser, wanted, approval, `other-key-${index}`),
    ),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => !status)) {
    expect(answer).toMatchObject({
      code: "otp_not_for_this_transfer",
      errors: [{ param: "pin" }],
    });
  }
  expect(await savingsOf(member)).toBe(9_000_00n);
});

test("S090 without a key nothing happens", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 1_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  expect(await acts.order(world, member, browser, wanted, approval, "short")).toMatchObject({
    status: false,
    code: "idempotency_key_missing",
  });
  expect(await transfersOf(member)).toEqual([]);
});

test("S088 without a verified, unspent, unexpired code of one's own nothing is posted", async () => {
  const { member, browser } = await enter();
  const stranger = await enter();
  const wanted = { amount: 1_000_00n };
  const nowhere = { pinId: world.app.random.uuid(), pin: "123456" };
  expect(await acts.order(world, member, browser, wanted, nowhere, "key-nobody")).toMatchObject({
    code: "otp_incorrect",
    httpStatus: 401,
    errors: [{ param: "pin", msg: "OTP is incorrect. Please try again." }],
  });

  const sent = await acts.askForCode(world, member, browser, wanted);
  const pin = await world.codeFor(member);
  const unverified = { pinId: sent.pinId, pin };
  expect(
    await acts.order(world, member, browser, wanted, unverified, "key-unverified"),
  ).toMatchObject({ code: "otp_not_for_this_transfer" });
  const foreign = await acts.order(
    world,
    stranger.member,
    stranger.browser,
    wanted,
    unverified,
    "key-foreign",
  );
  expect(foreign).toMatchObject({ code: "otp_incorrect" });

  await world.call(verifyOtp, { body: { memberGuid: member.guid, ...unverified } }, browser);
  world.passSeconds(301);
  expect(await acts.order(world, member, browser, wanted, unverified, "key-expired")).toMatchObject(
    { code: "otp_incorrect" },
  );
  expect(await transfersOf(member)).toEqual([]);
  expect(await transfersOf(stranger.member)).toEqual([]);
  expect(await savingsOf(member)).toBe(10_000_00n);
});

test("S090 who asks without the code what became of an order is told its end: it is not accepted later", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 1_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const asked = { ...approval, pin: NO_CODE };
  const order = (proof: acts.Approval, by = browser) =>
    acts.order(world, member, by, wanted, proof, "lost-answer-key");
  // Nobody else can take the code away.
  const stranger = await enter();
  expect(await order(asked, stranger.browser)).toMatchObject({ status: false });
  for (const proof of [asked, approval, asked]) {
    expect(await order(proof)).toMatchObject({ code: "otp_not_for_this_transfer" });
  }
  expect(await transfersOf(member)).toEqual([]);
  const voided = await world.app.db
    .selectFrom("audit_event")
    .select("actor")
    .where("action", "=", "otp_voided")
    .execute();
  expect(voided).toEqual([{ actor: member.guid }]);

  const again = await acts.approve(world, member, browser, wanted);
  const accepted = await order(again);
  expect(accepted).toMatchObject({ status: true });
  expect(await order({ ...again, pin: NO_CODE })).toEqual(accepted);
});

test("S046 wrong codes at the transfer are counted, and the third kills the code", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 1_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const wrong = { ...approval, pin: acts.wrongPin(approval.pin) };
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      acts.order(world, member, browser, wanted, wrong, `wrong-key-${index}`),
    ),
  );
  const codes = answers.map((answer) => (answer.status ? "moved" : answer.code));
  expect(codes.filter((code) => code === "otp_incorrect")).toHaveLength(3);
  expect(codes.filter((code) => code === "otp_used_up")).toHaveLength(6);
  expect(await acts.order(world, member, browser, wanted, approval, "right-key")).toMatchObject({
    code: "otp_used_up",
  });
  expect(await transfersOf(member)).toEqual([]);
});

test("S089 a change of any one field voids the code", async () => {
  const { member, browser } = await enter({ storage: 50_000_00n });
  const wanted = { amount: 1_000_00n };
  const changes = [
    { amount: 1_000_01n },
    { amount: 100_00n },
    { source: member.accountNumbers.storage ?? "" },
    { destination: "990100000000" },
  ];
  for (const [index, change] of changes.entries()) {
    const approval = await acts.approve(world, member, browser, wanted);
    const changed = { ...wanted, ...change };
    expect(
      await acts.order(world, member, browser, changed, approval, `changed-${index}`),
    ).toMatchObject({ code: "otp_not_for_this_transfer", errors: [{ param: "pin" }] });
    expect(
      await acts.order(world, member, browser, wanted, approval, `original-${index}`),
    ).toMatchObject({ code: "otp_not_for_this_transfer" });
  }
  expect(await transfersOf(member)).toEqual([]);
});

/** Approved codes for one order: the limit of texts an hour would not allow so many by the front door. */
async function approvedCodes(
  member: TestMember,
  browser: Browser,
  wanted: acts.Order,
  count: number,
): Promise<acts.Approval[]> {
  const first = await acts.approve(world, member, browser, wanted);
  const challenge = await world.app.db
    .selectFrom("otp_challenge")
    .selectAll()
    .where("pin_id", "=", first.pinId)
    .executeTakeFirstOrThrow();
  const approvals = Array.from({ length: count }, () => ({
    pinId: world.app.random.uuid(),
    pin: "424242",
  }));
  await world.app.db
    .insertInto("otp_challenge")
    .values(
      approvals.map(({ pinId, pin }) => ({
        ...challenge,
        intent: JSON.stringify(challenge.intent),
        pin_id: pinId,
        pin_hmac: pinHmac(world.app.secrets, pinId, pin),
      })),
    )
    .execute();
  return approvals;
}

test.each([1, 2, 3])(
  "S092 of sixty parallel orders over an account that covers ten, ten pass (run %i)",
  async () => {
    const { member, browser } = await enter({ savings: 1_000_00n, card: { cardType: "platinum" } });
    const wanted = { amount: 100_00n };
    const approvals = await approvedCodes(member, browser, wanted, 60);
    const answers = await Promise.all(
      approvals.map((approval, index) =>
        acts.order(world, member, browser, wanted, approval, `parallel-${index}`),
      ),
    );
    expect(answers.filter(({ status }) => status)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => !status)) {
      expect(answer).toMatchObject({ code: "insufficient_funds", errors: [{ param: "amount" }] });
    }
    expect(await savingsOf(member)).toBe(0n);
    expect(await transfersOf(member)).toHaveLength(10);
  },
);

test("S093 of twenty parallel orders over a load limit that covers seven, seven pass", async () => {
  const { member, browser } = await enter({ savings: 300_000_00n });
  const wanted = { amount: 13_333_33n };
  const approvals = await approvedCodes(member, browser, wanted, 20);
  const answers = await Promise.all(
    approvals.map((approval, index) =>
      acts.order(world, member, browser, wanted, approval, `load-limit-${index}`),
    ),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(7);
  for (const answer of answers.filter(({ status }) => !status)) {
    expect(answer).toMatchObject({ code: "load_limit_exceeded", errors: [{ param: "amount" }] });
  }
  expect(await loadOf(member)).toBe(7n * wanted.amount);
  expect(await savingsOf(member)).toBe(300_000_00n - 7n * wanted.amount);
});

async function loadOf(member: TestMember): Promise<bigint> {
  const { loaded_centavos } = await world.app.db
    .selectFrom("card_load")
    .innerJoin("card", "card.id", "card_load.card_id")
    .select("loaded_centavos")
    .where("card.member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return loaded_centavos;
}

test("S093 the load limit holds to the centavo", async () => {
  const { member, browser } = await enter({ savings: 300_000_00n });
  await acts.transfer(world, member, browser, { amount: 60_000_00n });
  const intent = (amount: bigint) => acts.askForCode(world, member, browser, { amount });
  await expect(intent(40_000_01n)).rejects.toThrow(
    "load_limit_exceeded Your card can receive ₱40,000.00",
  );
  const exactly = { amount: 40_000_00n };
  const approval = await acts.approve(world, member, browser, exactly);
  const answer = await acts.order(world, member, browser, exactly, approval, "to-the-limit");
  expect(answer.status).toBe(true);
  await expect(intent(1_00n)).rejects.toThrow("load_limit_exceeded");

  expect(await loadOf(member)).toBe(100_000_00n);
});

const AGAIN = "It can be used again from Nov 22, 2026, 10:00 AM.";
test("S072 money never leaves for a suspended, deactivated or admin-locked card", async () => {
  const locked = [
    [{ status: "suspended", suspended_until: "2026-11-22T02:00:00Z" }, "card_suspended", AGAIN],
    [{ status: "deactivated" }, "card_deactivated"],
    [{ admin_locked: true }, "card_admin_locked"],
    [{ status: "for_pickup" }, "no_eon_account"],
    [{ status: "not_applied", perso_status: "processing" }, "no_eon_account"],
    [{ account_no: null }, "no_eon_account"],
  ] as const;
  for (const [state, code, words = code] of locked) {
    const { member, browser } = await enter();
    const wanted = { amount: 1_000_00n };
    const approval = await acts.approve(world, member, browser, wanted);
    await asAdmin(world.database.ownerUrl, (owner) => forceCard(owner, member.guid, state));
    expect(await acts.order(world, member, browser, wanted, approval, "key-locked")).toMatchObject({
      status: false,
      code,
    });
    await expect(acts.askForCode(world, member, browser, { amount: 1_01n })).rejects.toThrow(words);
    expect(await savingsOf(member)).toBe(10_000_00n);
  }
});

test("a card its member locked may be topped up, and a personalized card counts", async () => {
  for (const card of [
    { memberLocked: true },
    { status: "not_applied", persoStatus: "active" },
  ] as const) {
    const { member, browser } = await enter({ card });
    await acts.transfer(world, member, browser, { amount: 1_000_00n });
    expect(await savingsOf(member)).toBe(9_000_00n);
  }
});

test("S067 S068 another member's account or card is like one nobody has", async () => {
  const { member, browser } = await enter();
  const other = await enter();
  const ask = (order: Partial<acts.Order>) =>
    acts.askForCode(world, member, browser, { amount: 1_00n, ...order }).catch(String);
  const [foreignSource, nobodysSource, foreignCard, nobodysCard] = [
    await ask({ source: other.member.accountNumbers.savings ?? "" }),
    await ask({ source: "2010-9999999" }),
    await ask({ destination: other.member.cardAccountNo ?? "" }),
    await ask({ destination: "990199999999" }),
  ];
  expect(foreignSource).toContain("source_account_unknown");
  expect(foreignSource).toBe(nobodysSource);
  expect(foreignCard).toContain("destination_not_own_card");
  expect(foreignCard).toBe(nobodysCard);
});

test("a session that ended, or no session, moves nothing", async () => {
  const { member, browser } = await enter();
  const wanted = { amount: 1_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const copied: Browser = { ...newBrowser(), token: browser.token, guid: browser.guid };
  expect(await acts.order(world, member, copied, wanted, approval, "key-copied")).toMatchObject({
    httpStatus: 401,
    message: "Invalid Token",
  });
  world.passSeconds(361);
  expect(await acts.order(world, member, browser, wanted, approval, "key-idle")).toMatchObject({
    httpStatus: 401,
    message: "Session Expired",
  });
  expect(await transfersOf(member)).toEqual([]);
});

test("transfers that are switched off are refused", async () => {
  const { member, browser } = await enter();
  const set = (state: string) =>
    world.app.db
      .updateTable("feature")
      .set({ state })
      .where("name", "=", "transferFunds")
      .execute();
  await set("disabled");
  await expect(acts.askForCode(world, member, browser, { amount: 1_00n })).rejects.toThrow(
    "unavailable",
  );
  await set("on");
});
