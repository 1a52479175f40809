import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import {
  activateCard,
  activatePersoCard,
  getCardApplications,
  requestPersoCard,
} from "#contract/cardApplication.ts";
import { replaceLostCard, reportLostCard } from "#contract/cardLoss.ts";
import { lockCard } from "#contract/cardSettings.ts";
import { getExceptions, inquireIssuerAgain } from "#contract/staff/jobs.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { type Holder, makeCardHolders } from "#test/support/cardHolders.ts";
import { approveWith, atIssuer, settingsOf } from "#test/support/cardUse.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ask } from "#test/support/requestActs.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let holders: ReturnType<typeof makeCardHolders>;
let staff: TestStaff;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
  bench = makeCardBench(world);
  holders = makeCardHolders(world, bench);
  await bench.listen();
  staff = await world.makeStaff({ role: "supervisor" });
});
beforeEach(async () => {
  await bench.issuerDoes("ok");
  await bench.stock({ officeId: 1n, count: 2 });
});
afterAll(() => world.close());

type Who = Pick<Holder, "member" | "browser">;

/** A member with a default card in use and money for the fee. */
async function enter(storage = 500_00n): Promise<Who> {
  const member = await world.makeMember({ officeId: 1n, storage, card: { balance: 5_000_00n } });
  await bench.makeCustomer(member);
  return { member, browser: await world.signIn(member) };
}

const report = (who: Who, cause: "lost" | "stolen" = "lost") =>
  world.call(reportLostCard, { ...holders.own(who), body: { cause } }, who.browser);

type Wish = { card: "generic" | "personalized"; office_id: string };
const DEFAULT: Wish = { card: "generic", office_id: "" };

const approve = (who: Who, wish: Wish = DEFAULT, fee = "100.00") =>
  approveWith(world, who.member, who.browser, { kind: "replace_card", ...wish, fee });

const order = (who: Who, code: { pinId: string; pin: string }, wish: Wish = DEFAULT) =>
  world.call(replaceLostCard, { ...holders.own(who), body: { ...wish, ...code } }, who.browser);

async function buy({ member }: Who): Promise<string> {
  const answer = await fetch(new URL("/card/purchase", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accountNo: member.cardAccountNo, amount: "100.00", merchant: "Shop" }),
  });
  const { reason = "approved" } = (await answer.json()) as { reason?: string };
  return reason;
}

const cardOf = ({ member }: Who) =>
  world.app.db
    .selectFrom("card")
    .select(["account_no", "ledger_account_id", "uses_off", "withdrawal_limit_centavos", "token"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();

async function newest(who: Who) {
  const { result } = await bench.ok(world.call(getCardApplications, holders.own(who), who.browser));
  return result.find(({ isReplacement }) => isReplacement);
}

const stepsOf = async (who: Who) =>
  ((await newest(who))?.steps ?? []).map(({ step, at }) => (at === null ? `(${step})` : step));

async function applicationsOf({ member }: Who): Promise<number> {
  const rows = await world.app.db
    .selectFrom("card_application")
    .select("id")
    .where("member_id", "=", member.id)
    .execute();
  return rows.length;
}

const textsAbout = async ({ member }: Who, words: string) =>
  (await world.textsTo(member.mobileNumber ?? "")).filter((text) => text.includes(words));

test("S356 a card that its member lost is stopped at the issuer at once, locked or not, and told once", async () => {
  const who = await enter();
  expect(await buy(who)).toBe("approved");
  await world.call(lockCard, holders.own(who), who.browser);
  const answers = await Promise.all([report(who), report(who), report(who, "stolen")]);
  for (const answer of answers) expect(answer).toMatchObject({ status: true });
  expect(await report(who)).toMatchObject({ result: { isConfirmed: true } });
  expect(await buy(who)).toBe("deactivated");
  expect(await holders.statusOf(who.member)).toEqual(["deactivated", "not_applied"]);
  expect(await atIssuer(world, who.member)).toMatchObject({ state: "deactivated" });
  expect(await textsAbout(who, "reported lost")).toHaveLength(1);
  const events = await bench.events(who.member);
  expect(events.filter((event) => event.startsWith("deactivate"))).toEqual([
    `deactivate member ${who.member.guid}`,
  ]);
});

test("S356 with an issuer that is away the card is blocked with us, and stopped there when it is back", async () => {
  const who = await enter();
  await bench.issuerDoes("down");
  expect(await report(who)).toMatchObject({ result: { isConfirmed: false } });
  expect(await holders.statusOf(who.member)).toEqual(["deactivated", "not_applied"]);
  expect(await settingsOf(world, who.member, who.browser)).toMatchObject({
    loss: { cause: "lost", isConfirmed: false },
  });
  // What is asked of the old plastic would stop the new one.
  const body = {
    memberGuid: who.member.guid,
    intent: { kind: "replace_card" as const, ...DEFAULT, fee: "100.00" },
  };
  expect(await world.call(sendOtp, { body }, who.browser)).toMatchObject({
    httpStatus: 503,
    code: "card_stop_open",
  });
  await bench.issuerDoes("ok");
  world.passSeconds(20);
  await sweepCardOrders(world.app);
  expect(await buy(who)).toBe("deactivated");
  expect(await settingsOf(world, who.member, who.browser)).toMatchObject({
    loss: { isConfirmed: true },
  });
});

/** The exceptions about the member's card that nobody has resolved. */
async function exceptionsAbout({ member }: Who) {
  const answer = await staff.call(getExceptions, { query: { state: "open" } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows.filter(({ reason }) =>
    reason.includes(`deactivate, member ${member.membershipNo}`),
  );
}

const askFor = (who: Who) => {
  const intent = { kind: "replace_card" as const, ...DEFAULT, fee: "100.00" };
  return world.call(sendOtp, { body: { memberGuid: who.member.guid, intent } }, who.browser);
};

const lossOf = async (who: Who) => (await settingsOf(world, who.member, who.browser)).loss;

const REFUSED = { isConfirmed: false, isRefused: true };
const STOPPED = { isConfirmed: true, isRefused: false };

test("S356 S357 a card that the issuer refused to stop is never said to be stopped nor replaced, and the next report asks again", async () => {
  const who = await enter();
  await bench.issuerDoes("reject");
  expect(await report(who)).toMatchObject({ result: { isConfirmed: false } });
  expect(await lossOf(who)).toMatchObject(REFUSED);
  expect(await askFor(who)).toMatchObject({ httpStatus: 503, code: "card_stop_open" });
  const code = { pinId: crypto.randomUUID(), pin: "123456" };
  expect(await order(who, code)).toMatchObject({ code: "card_stop_open" });
  const replace = { kind: "replace_card" as const, payload: { memberGuid: who.member.guid } };
  expect(await ask(staff, replace)).toMatchObject({ code: "request_does_not_apply" });
  expect(await exceptionsAbout(who)).toHaveLength(1);

  // Pressed again at once it asks nothing anew; later it does, and one exception stands for all refusals.
  const [before] = await exceptionsAbout(who);
  expect(await report(who)).toMatchObject({ result: { isConfirmed: false } });
  expect(await exceptionsAbout(who)).toEqual([before]);
  world.passSeconds(31);
  const answers = await Promise.all([report(who), report(who)]);
  for (const answer of answers) expect(answer).toMatchObject({ result: { isConfirmed: false } });
  const after = await exceptionsAbout(who);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual([before]);

  await bench.issuerDoes("ok");
  expect(await buy(who)).toBe("approved");
  world.passSeconds(31);
  expect(await report(who)).toMatchObject({ result: { isConfirmed: true } });
  expect(await buy(who)).toBe("deactivated");
  expect(await lossOf(who)).toMatchObject(STOPPED);
  expect(await exceptionsAbout(who)).toEqual([]);
  expect(await textsAbout(who, "reported lost")).toHaveLength(1);
  expect(await askFor(who)).toMatchObject({ status: true });
});

test("S356 S357 staff ask the issuer again for the card that it refused to stop, and the upgrade on its way then takes its place", async () => {
  const who = await enter();
  const call = { ...holders.own(who), body: { office_id: 1 } };
  await bench.ok(world.call(requestPersoCard, call, who.browser));
  await bench.issuerDoes("reject");
  await report(who);
  expect(await lossOf(who)).toMatchObject({ ...REFUSED, replacements: [] });
  const [refusal] = await exceptionsAbout(who);
  await bench.issuerDoes("ok");
  const both = await Promise.all([
    staff.call(inquireIssuerAgain, { body: { id: refusal?.id ?? "" } }),
    report(who),
  ]);
  expect(both[0]).toMatchObject({ status: true });
  expect(await exceptionsAbout(who)).toEqual([]);
  await sweepCardOrders(world.app);
  expect(await buy(who)).toBe("deactivated");
  expect(await holders.statusOf(who.member)).toEqual(["not_applied", "processing"]);
});

test("S357 a card that the issuer itself stopped as lost is replaced without an order of ours", async () => {
  const who = await enter();
  const token = `TK${who.member.cardAccountNo}`;
  await bench.control("/sandbox/deactivations", { token, reason: "lost" });
  await world.sandbox.tellEvents();
  expect(await lossOf(who)).toMatchObject(STOPPED);
  expect(await report(who)).toMatchObject({ result: { isConfirmed: true } });
  expect(await askFor(who)).toMatchObject({ status: true });
});

test("S357 the new card is ordered once for the fee that was approved, and account, balance and limit stay", async () => {
  const who = await enter();
  const before = await cardOf(who);
  await report(who);
  const { loss, balance } = await settingsOf(world, who.member, who.browser);
  expect(loss?.replacements).toEqual([
    expect.objectContaining({
      kind: "generic",
      fee: 100_00n,
      feeAccount: "Cash Advance Storage Account",
    }),
    expect.objectContaining({ kind: "personalized", fee: 150_00n }),
  ]);
  const code = await approve(who);
  const answers = await Promise.all([order(who, code), order(who, code), order(who, code)]);
  const references = new Set(
    answers.map((answer) => (answer.status ? answer.result.transactionId : answer.code)),
  );
  expect(references.size).toBe(1);
  expect(await applicationsOf(who)).toBe(1);
  expect(await bench.fundsOf(who.member)).toBe("storage 400.00");
  expect(await stepsOf(who)).toEqual(["ordered", "(ready)", "(handed_over)", "(activated)"]);

  await bench.work();
  expect(await holders.statusOf(who.member)).toEqual(["for_pickup", "not_applied"]);
  expect(await textsAbout(who, "is ready at")).toHaveLength(1);
  const { token } = await world.app.db
    .selectFrom("card_kit as k")
    .innerJoin("card_application as a", "a.id", "k.application_id")
    .select("k.token")
    .where("a.member_id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  const number = await bench.numberOn(token);
  expect(await holders.enter(activateCard, who, number)).toMatchObject({ status: true });
  expect(await stepsOf(who)).toEqual(["ordered", "ready", "activated"]);
  expect(await cardOf(who)).toEqual({ ...before, token });
  const after = await settingsOf(world, who.member, who.browser);
  expect(after).toMatchObject({ balance, loss: null, accountNo: before.account_no });
  expect(await world.app.issuer.cardState(`TK${who.member.cardAccountNo}`)).toMatchObject({
    state: "replaced",
  });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S357 a personalized one is tracked from its order to its office and into use, each step told", async () => {
  const who = await enter();
  await report(who, "stolen");
  const wish: Wish = { card: "personalized", office_id: "1" };
  const code = await approve(who, wish, "150.00");
  const made = await bench.ok(order(who, code, wish));
  const reference = made.result.transactionId;
  await bench.work();
  expect(await stepsOf(who)).toEqual([
    "ordered",
    "making",
    "(sent)",
    "(ready)",
    "(handed_over)",
    "(activated)",
  ]);
  await bench.produce(reference);
  await world.sandbox.tellEvents();
  expect((await stepsOf(who)).slice(0, 4)).toEqual(["ordered", "making", "sent", "(ready)"]);
  const told = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", who.member.id)
    .where("kind", "=", "card_on_its_way")
    .execute();
  expect(told).toHaveLength(1);
  const { number } = await holders.handOver(reference);
  expect(await holders.enter(activatePersoCard, who, number)).toMatchObject({ status: true });
  expect((await stepsOf(who)).at(-1)).toBe("activated");
  expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
});

test("S357 no approval of another kind, office or fee orders a card, and none is ordered that was not lost", async () => {
  const who = await enter();
  const intent = (wish: Wish, fee: string) =>
    world.call(
      sendOtp,
      { body: { memberGuid: who.member.guid, intent: { kind: "replace_card", ...wish, fee } } },
      who.browser,
    );
  expect(await intent(DEFAULT, "100.00")).toMatchObject({ code: "card_state" });
  await report(who);
  expect(await intent(DEFAULT, "0.00")).toMatchObject({ code: "card_state" });
  expect(await intent({ card: "personalized", office_id: "" }, "150.00")).toMatchObject({
    code: "pickup_office_unknown",
  });
  const code = await approve(who);
  expect(await order(who, code, { card: "personalized", office_id: "1" })).toMatchObject({
    code: "otp_not_for_this",
  });
  expect(await bench.fundsOf(who.member)).toBe("storage 500.00");
  expect(await applicationsOf(who)).toBe(0);
  const poor = await enter(50_00n);
  await report(poor);
  const body = {
    memberGuid: poor.member.guid,
    intent: { kind: "replace_card" as const, ...DEFAULT, fee: "100.00" },
  };
  expect(await world.call(sendOtp, { body }, poor.browser)).toMatchObject({
    code: "card_fee_not_covered",
  });
});

test("S357 a card that staff ended for another cause is replaced at an office alone", async () => {
  const who = await enter();
  await world.app.db
    .updateTable("card")
    .set({ deactivated_for: "fraud" })
    .where("member_id", "=", who.member.id)
    .execute();
  await report(who);
  await world.app.db
    .updateTable("card")
    .set({ deactivated_for: "fraud" })
    .where("member_id", "=", who.member.id)
    .execute();
  expect(await report(who)).toMatchObject({ httpStatus: 409, code: "card_deactivated" });
  expect((await settingsOf(world, who.member, who.browser)).loss).toBeNull();
  const code = { pinId: crypto.randomUUID(), pin: "123456" };
  expect(await order(who, code)).toMatchObject({ code: "card_deactivated" });
});

test("S357 an upgrade that is on its way takes the place of the lost card: none is ordered beside it, and no fee is taken", async () => {
  const who = await enter();
  const call = { ...holders.own(who), body: { office_id: 1 } };
  const upgrade = await bench.ok(world.call(requestPersoCard, call, who.browser));
  const reference = upgrade.result.transactionId;
  await bench.issuerDoes("down");
  await report(who);
  const { loss } = await settingsOf(world, who.member, who.browser);
  expect(loss).toMatchObject({ isConfirmed: false, replacements: [] });
  await bench.issuerDoes("ok");
  world.passSeconds(20);
  await sweepCardOrders(world.app);
  expect(await holders.statusOf(who.member)).toEqual(["not_applied", "processing"]);
  const code = { pinId: crypto.randomUUID(), pin: "123456" };
  expect(await order(who, code)).toMatchObject({ result: { transactionId: reference } });
  await bench.work();
  await bench.produce(reference);
  await world.sandbox.tellEvents();
  const { number } = await holders.handOver(reference);
  expect(await holders.enter(activatePersoCard, who, number)).toMatchObject({ status: true });
  expect(await buy(who)).toBe("approved");
  expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
});
