import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  activateCard,
  activatePersoCard,
  getCardApplications,
  retryPersoCard as retryCall,
} from "#contract/cardApplication.ts";
import { changePin, getPinKey } from "#contract/cardSettings.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { endUnclaimed } from "#server/domains/cards/production/endUnclaimed.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { type Holder, makeCardHolders } from "#test/support/cardHolders.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { retryPersoCard } from "./retryPersoCard.ts";
import { sweepActivations } from "./sweepActivations.ts";

const DAY_SECONDS = 24 * 60 * 60;

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let holders: ReturnType<typeof makeCardHolders>;
beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "30000" });
  bench = makeCardBench(world);
  await bench.listen();
  holders = makeCardHolders(world, bench);
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

const cardOf = (member: TestMember) =>
  world.app.db
    .selectFrom("card")
    .selectAll()
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();

async function deactivate(member: TestMember): Promise<void> {
  const { id: cardId } = await cardOf(member);
  const actor = { kind: "staff", name: "card.demo" } as const;
  const move = { cardId, actor, reason: "stolen", at: world.app.now(), correlationId: "test" };
  await transact(world.app.db, (tx) => moveCard(tx, { ...move, event: "deactivate" }));
}

const kitOf = (token: string) =>
  world.app.db
    .selectFrom("card_kit")
    .select("state")
    .where("token", "=", token)
    .executeTakeFirstOrThrow();

test("a card deactivated before its answer came keeps its state, has the new plastic, and holds nobody up", async () => {
  const first = await holders.persoHolder();
  const next = await holders.holder();
  await holders.enterAndLose(activatePersoCard, first);
  await deactivate(first.member);
  world.passSeconds(1);
  await holders.enterAndLose(activateCard, next);
  world.passSeconds(31);
  await sweepActivations(world.app);
  expect(await holders.statusOf(next.member)).toEqual(["active", "not_applied"]);
  expect(await holders.statusOf(first.member)).toEqual(["deactivated", "active"]);
  expect(await cardOf(first.member)).toMatchObject({
    token: first.token,
    last_four: first.number.slice(-4),
  });
  expect(await kitOf(first.token)).toEqual({ state: "activated" });
  expect(await bench.stageOf(first.reference)).toBe("fulfilled");
});

test("an answer that does not fit our books holds up none of the others", async () => {
  const odd = await holders.persoHolder();
  const next = await holders.holder();
  await holders.enterAndLose(activatePersoCard, odd);
  // Another account than the issuer's.
  await world.app.db
    .updateTable("card")
    .set({ account_no: "700000000001" })
    .where("member_id", "=", odd.member.id)
    .execute();
  world.passSeconds(1);
  await holders.enterAndLose(activateCard, next);
  world.passSeconds(31);
  await sweepActivations(world.app);
  expect(await holders.statusOf(next.member)).toEqual(["active", "not_applied"]);
  expect(await holders.statusOf(odd.member)).toEqual(["active", "for_activation"]);
});

test("a kit whose activation is under way is not taken back into stock", async () => {
  const who = await holders.holder();
  await holders.enterAndLose(activateCard, who);
  world.passSeconds(61 * DAY_SECONDS);
  await endUnclaimed(world.app);
  expect(await kitOf(who.token)).toEqual({ state: "reserved" });
  await sweepActivations(world.app);
  expect(await holders.statusOf(who.member)).toEqual(["active", "not_applied"]);
});

test("a kit that works at the issuer is not taken back into stock, nor one that nobody can say anything of", async () => {
  const [active, unsaid] = [await holders.holder(), await holders.holder()];
  await holders.enterAndLose(activateCard, active);
  await world.app.db
    .updateTable("card_application")
    .set({ activation_asked_at: null })
    .where("reference", "=", active.reference)
    .execute();
  world.passSeconds(61 * DAY_SECONDS);
  await bench.issuerDoes("down");
  await endUnclaimed(world.app);
  expect(await bench.stageOf(unsaid.reference)).toBe("approved");
  await bench.issuerDoes("ok");
  await endUnclaimed(world.app);
  expect(await bench.stageOf(active.reference)).toBe("approved");
  // The plastic itself waits for the desk.
  expect(await bench.stageOf(unsaid.reference)).toBe("unclaimed");
  expect(await kitOf(unsaid.token)).toEqual({ state: "reserved" });
});

test("what the issuer tells of a card before its activation is known waits for it", async () => {
  const [perso, first] = [await holders.persoHolder(), await holders.holder()];
  await holders.enterAndLose(activatePersoCard, perso);
  await holders.enterAndLose(activateCard, first);
  const there = await world.app.issuer.cardState(first.token);
  const accountNumber = there.kind === "card" ? (there.accountNo ?? "") : "";
  const now = world.app.now().getTime();
  const occurredAt = new Date(now).toISOString();
  const until = new Date(now + DAY_SECONDS * 1000).toISOString();
  const told = [
    {
      type: "card.deactivated",
      token: perso.token,
      accountNumber: "990000000000",
      reason: "fraud",
    },
    { type: "card.suspended", token: first.token, until, reason: "pin_tries" },
    {
      type: "card.authorization",
      accountNumber,
      kind: "purchase",
      outcome: "declined",
      merchant: "SM Cubao",
      amount: "77.00",
    },
  ].map((event) => ({ ...event, eventId: randomUUID(), occurredAt }));
  for (const event of told) expect(await bench.send(event)).toBe(503);
  world.passSeconds(31);
  await sweepActivations(world.app);
  for (const event of told) expect(await bench.send(event)).toBe(200);
  expect(await holders.statusOf(perso.member)).toEqual(["deactivated", "active"]);
  expect(await holders.statusOf(first.member)).toEqual(["suspended", "not_applied"]);
  const notices = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", first.member.id)
    .execute();
  expect(notices).toContainEqual({ kind: "card_declined" });
});

test("a deactivation that is told late ends no card that was reactivated since", async () => {
  const member = await world.makeMember();
  await bench.makeCustomer(member);
  const { id: cardId, token } = await cardOf(member);
  const occurredAt = world.app.now().toISOString();
  await deactivate(member);
  world.passSeconds(60);
  const actor = { kind: "staff", name: "card.demo" } as const;
  const move = { cardId, actor, reason: "", at: world.app.now(), correlationId: "test" };
  await transact(world.app.db, (tx) => moveCard(tx, { ...move, event: "reactivate" }));
  const event = {
    type: "card.deactivated",
    eventId: randomUUID(),
    token,
    accountNumber: member.cardAccountNo,
    reason: "lost",
    occurredAt,
  };
  expect(await bench.send(event)).toBe(200);
  expect(await holders.statusOf(member)).toEqual(["active", "not_applied"]);
});

/** The worker's looks for lost answers, minute by minute. */
async function lookFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 10) {
    world.passSeconds(600);
    await sweepActivations(world.app);
  }
}

const lookAt = async (reference: string) => (await bench.application(reference)).activation_look_at;
const askedAt = async (reference: string) =>
  (await bench.application(reference)).activation_asked_at;

test("S081 a try that never reached the issuer is over after an hour: the card can be tried again, and taken back", async () => {
  const [again, never] = [await holders.holder(), await holders.holder()];
  for (const who of [again, never]) {
    // oxlint-disable-next-line no-await-in-loop -- the issuer has one state
    await bench.issuerDoes("ok");
    // oxlint-disable-next-line no-await-in-loop -- the same
    await holders.enterInVain(activateCard, who);
  }
  // Nobody says so while the issuer is down.
  await lookFor(70);
  expect(await askedAt(again.reference)).not.toBeNull();
  await bench.issuerDoes("ok");
  await lookFor(10);
  expect(await askedAt(again.reference)).toBeNull();
  expect(await lookAt(again.reference)).toBeNull();
  again.browser = await world.signIn(again.member);
  expect(await holders.enter(activateCard, again, again.number)).toMatchObject({ status: true });
  world.passSeconds(62 * DAY_SECONDS);
  await endUnclaimed(world.app);
  expect(await bench.stageOf(never.reference)).toBe("unclaimed");
});

test("S081 within the hour a try whose answer is lost is still looked for", async () => {
  const who = await holders.holder();
  await holders.enterInVain(activateCard, who);
  await bench.issuerDoes("ok");
  await lookFor(50);
  expect(await askedAt(who.reference)).not.toBeNull();
  await lookFor(10);
  expect(await askedAt(who.reference)).toBeNull();
});

test("T24 a failed activation is looked for no more after an hour, and Retry finds number and PIN all the same", async () => {
  const who = await holders.persoHolder();
  await bench.issuerDoes("reject");
  await holders.enter(activatePersoCard, who, who.number);
  await bench.issuerDoes("ok");
  await lookFor(70);
  expect(await lookAt(who.reference)).toBeNull();
  who.browser = await world.signIn(who.member);
  expect(await world.call(retryCall, holders.own(who), who.browser)).toMatchObject({
    status: true,
  });
  expect(await holders.statusOf(who.member)).toEqual(["active", "active"]);
});

test("T24 under a lock of the desk Retry is refused, and the issuer is not asked", async () => {
  const who = await holders.persoHolder();
  await bench.issuerDoes("reject");
  await holders.enter(activatePersoCard, who, who.number);
  await bench.issuerDoes("ok");
  const { id: cardId } = await cardOf(who.member);
  const actor = { kind: "staff", name: "card.demo" } as const;
  const move = { cardId, actor, reason: "test", at: world.app.now(), correlationId: "test" };
  await transact(world.app.db, (tx) => moveCard(tx, { ...move, event: "admin_lock" }));
  expect(await world.call(retryCall, holders.own(who), who.browser)).toMatchObject({
    code: "card_admin_locked",
  });
  expect(await holders.statusOf(who.member)).toEqual(["active", "failed"]);
  expect(await bench.application(who.reference)).toMatchObject({ retries: 0 });
});

test("T24 retries pressed at once: the issuer is asked three times", async () => {
  const who = await holders.persoHolder();
  await bench.issuerDoes("reject");
  await holders.enter(activatePersoCard, who, who.number);
  const { member } = who;
  const caller = {
    memberId: member.id,
    memberGuid: member.guid,
    sessionId: 0n,
    correlationId: "test",
    language: "en",
  } as const;
  // The issuer answers none before all have asked it or were refused.
  let come = 0;
  let arrive = () => {};
  const all = new Promise<void>((resolve) => {
    arrive = () => {
      come += 1;
      if (come === 9) resolve();
    };
  });
  const { issuer } = world.app;
  const retryActivation: typeof issuer.retryActivation = async (order) => {
    arrive();
    await all;
    return issuer.retryActivation(order);
  };
  const app = { ...world.app, issuer: { ...issuer, retryActivation } };
  const press = () => retryPersoCard(app, caller).catch(() => arrive());
  await Promise.all(Array.from({ length: 9 }, press));
  const failed = (await bench.events(who.member)).filter((each) => each.startsWith("retry_failed"));
  expect(failed).toHaveLength(3);
});

/** Whether a PIN is the card's, as a change to another one is answered. */
async function answerTo(who: Holder, pin: string): Promise<string | undefined> {
  const accountNo = (await cardOf(who.member)).account_no ?? "";
  const { result: key } = await bench.ok(world.call(getPinKey, holders.own(who), who.browser));
  const body = {
    current_pin: await sealPin({ key, purpose: "current", accountNo, pin }),
    new_pin: await sealPin({ key, purpose: "new", accountNo, pin: "582914" }),
  };
  const answer = await world.call(changePin, { ...holders.own(who), body }, who.browser);
  return answer.status ? "yes" : answer.code;
}

async function triedAt({ reference }: Holder): Promise<Date> {
  const at = await askedAt(reference);
  if (at === null) throw new Error("nothing was tried");
  return at;
}

const toldOf = async ({ member }: Holder) =>
  (
    await world.app.db
      .selectFrom("notification")
      .select(["kind", "params"])
      .where("member_id", "=", member.id)
      .where("kind", "like", "card_activated%")
      .execute()
  ).map(({ kind, params }) => ({ kind, params }));

test.each([
  ["default", activateCard, () => holders.holder()],
  ["personalized", activatePersoCard, () => holders.persoHolder()],
] as const)(
  "L03 %s card: a try that was done without an answer counts, and a second PIN is told so",
  async (_, call, make) => {
    const who = await make();
    await holders.enterAndLose(call, who);
    const firstAt = await triedAt(who);
    world.passSeconds(120);
    const answer = await holders.enter(call, who, who.number, "640917");
    const moment = manilaMoment(firstAt);
    expect(answer).toMatchObject({
      status: true,
      result: { earlierPinFrom: firstAt.toISOString() },
      message: `Your card is active. The ATM PIN that counts is the one you chose on ${moment}.`,
    });
    expect(await toldOf(who)).toEqual([
      { kind: "card_activated_late", params: { lastFour: who.number.slice(-4), moment } },
    ]);
    expect(await answerTo(who, "640917")).toBe("pin_incorrect");
    expect(await answerTo(who, "907060")).toBe("yes");
  },
);

test.each([
  ["default", activateCard, () => holders.holder()],
  ["personalized", activatePersoCard, () => holders.persoHolder()],
] as const)(
  "L03 %s card: a try that the issuer never got is over, and the PIN of the next one counts",
  async (_, call, make) => {
    const who = await make();
    await holders.enterInVain(call, who);
    const key = await holders.ownKey(who);
    // Nobody can say more: the second PIN is not sent either.
    expect(await holders.enter(call, who, who.number, "640917", key)).toMatchObject({
      status: false,
      code: "activation_unknown",
    });
    const { result } = await bench.ok(
      world.call(getCardApplications, holders.own(who), who.browser),
    );
    expect(result.find((one) => one.transactionId === who.reference)).toMatchObject({
      activationTriedAt: expect.any(String),
    });
    await bench.issuerDoes("ok");
    expect(await holders.enter(call, who, who.number, "640917")).toMatchObject({
      status: true,
      result: { earlierPinFrom: null },
    });
    expect(await answerTo(who, "907060")).toBe("pin_incorrect");
    expect(await answerTo(who, "640917")).toBe("yes");
  },
);

test("L03 an answer that the job finds names the PIN's moment, and a later try hears the same", async () => {
  const who = await holders.holder();
  await holders.enterAndLose(activateCard, who);
  const firstAt = await triedAt(who);
  world.passSeconds(60);
  await sweepActivations(world.app);
  const params = { lastFour: who.number.slice(-4), moment: manilaMoment(firstAt) };
  expect(await toldOf(who)).toEqual([{ kind: "card_activated_late", params }]);
  expect(await holders.enter(activateCard, who, who.number, "640917")).toMatchObject({
    status: true,
    result: { earlierPinFrom: firstAt.toISOString() },
  });
});
