import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { activateCard, activatePersoCard } from "#contract/cardApplication.ts";
import { endUnclaimed } from "#server/cards/production/endUnclaimed.ts";
import { moveCard } from "#server/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { makeCardHolders } from "#test/support/cardHolders.ts";
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
