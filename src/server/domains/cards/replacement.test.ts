import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  activateCard,
  activatePersoCard,
  getCardRequestDetails,
  requestCard,
  requestPersoCard,
} from "#contract/cardApplication.ts";
import { getProfile } from "#contract/members.ts";
import { getMemberFile } from "#contract/staff/members.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { type Holder, makeCardHolders } from "#test/support/cardHolders.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked } from "#test/support/requestActs.ts";
import { sweepCardOrders } from "./orders/sweepCardOrders.ts";
import { reserveWaiting } from "./application/pickUp.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let holders: ReturnType<typeof makeCardHolders>;
let one: TestStaff;
let other: TestStaff;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
  bench = makeCardBench(world);
  holders = makeCardHolders(world, bench);
  await bench.listen();
  one = await world.makeStaff({ role: "supervisor", officeId: 1n });
  other = await world.makeStaff({ role: "supervisor", officeId: 1n });
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

/** A member whose personalized card is in use, with 50.00 left of the fee's account. */
async function perso(): Promise<Holder> {
  const who = await holders.persoHolder();
  expect(await holders.enter(activatePersoCard, who, who.number)).toMatchObject({ status: true });
  expect(await holders.statusOf(who.member)).toEqual(["active", "active"]);
  return who;
}

const of = ({ member }: Holder) => ({ memberGuid: member.guid });
const replace = (who: Holder) => ({ kind: "replace_card" as const, payload: of(who) });

async function deactivate(who: Holder, cause: string): Promise<void> {
  const payload = { ...of(who), cause };
  await approve(other, await asked(one, { kind: "deactivate_card", payload }));
}

async function offered(who: Holder): Promise<string[]> {
  const answer = await one.call(getMemberFile, { params: of(who) });
  return answer.status ? answer.result.may.request : [answer.code ?? ""];
}

const cardOf = ({ member }: Holder) =>
  world.app.db
    .selectFrom("card")
    .select(["account_no", "ledger_account_id", "token", "replaces", "deactivated_for"])
    .select("withdrawal_limit_centavos as limit")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();

/** The new plastic of an application for the default card. */
async function kitOf(reference: string) {
  const kit = await world.app.db
    .selectFrom("card_kit as k")
    .innerJoin("card_application as a", "a.id", "k.application_id")
    .select("k.token")
    .where("a.reference", "=", reference)
    .executeTakeFirstOrThrow();
  return { token: kit.token, number: await bench.numberOn(kit.token) };
}

async function addMoney(who: Holder, centavos: bigint): Promise<void> {
  await world.app.db
    .updateTable("card_fee")
    .set({ replacement_fee_centavos: centavos })
    .where("kind", "=", "generic")
    .execute();
  expect(await bench.fundsOf(who.member)).toBe("storage 50.00");
}

test("N01 who lost a personalized card gets new plastic for the same account, for the fee of a replacement", async () => {
  const who = await perso();
  const before = await cardOf(who);
  await deactivate(who, "stolen");
  // The issuer does not know so far: a new card would be stopped by what is still asked of the old one.
  expect(await ask(one, replace(who))).toMatchObject({ code: "request_does_not_apply" });
  await sweepCardOrders(world.app);
  expect(await offered(who)).toContain("replace_card");
  expect(await offered(who)).not.toContain("reactivate_card");
  await approve(other, await asked(one, replace(who)));
  expect(await holders.statusOf(who.member)).toEqual(["not_applied", "not_applied"]);
  expect((await bench.events(who.member)).slice(-2)).toEqual([
    `close_perso_card staff ${other.username}`,
    `replace_card staff ${other.username}`,
  ]);
  expect(await ask(one, replace(who))).toMatchObject({ code: "request_does_not_apply" });

  await addMoney(who, 40_00n);
  await bench.stock({ officeId: 1n, count: 1 });
  const review = await world.call(getCardRequestDetails, holders.own(who), who.browser);
  expect(review).toMatchObject({
    result: { cardFee: 40_00n },
    errors: [],
    feeAccount: "Cash Advance Storage Account",
  });
  const made = await bench.ok(world.call(requestCard, holders.own(who), who.browser));
  expect(await bench.fundsOf(who.member)).toBe("storage 10.00");
  await reserveWaiting(world.app);
  expect(await holders.statusOf(who.member)).toEqual(["for_pickup", "not_applied"]);
  const kit = await kitOf(made.result.transactionId);
  expect(await holders.enter(activateCard, who, kit.number)).toMatchObject({ status: true });
  await sweepCardOrders(world.app);

  expect(await holders.statusOf(who.member)).toEqual(["active", "not_applied"]);
  expect(await cardOf(who)).toEqual({
    ...before,
    token: kit.token,
    replaces: null,
    deactivated_for: null,
  });
  expect(await world.app.issuer.cardState(kit.token)).toMatchObject({
    state: "active",
    accountNo: before.account_no,
  });
  expect(await world.app.issuer.cardState(who.token)).toMatchObject({ state: "replaced" });
  const profile = await world.call(getProfile, holders.own(who), who.browser);
  expect(profile).toMatchObject({ result: { cardStatus: 1, persoCardStatus: 0 } });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("N01 what the issuer tells late of plastic that was replaced is nobody's to resolve", async () => {
  const who = await perso();
  const old = `TK${who.member.cardAccountNo}`;
  const at = world.app.now();
  const until = new Date(at.getTime() + 86_400_000).toISOString();
  const common = { token: old, occurredAt: at.toISOString() };
  const told = [
    { ...common, type: "card.suspended", until, reason: "pin_tries" },
    { ...common, type: "card.deactivated", accountNumber: "990000000000", reason: "lost" },
  ].map((event) => ({ ...event, eventId: randomUUID() }));
  for (const event of told) expect(await bench.send(event)).toBe(200);
  const ends = await world.app.db
    .selectFrom("issuer_event")
    .select("outcome")
    .where(
      "event_id",
      "in",
      told.map(({ eventId }) => eventId),
    )
    .execute();
  expect(ends).toEqual([{ outcome: "already" }, { outcome: "already" }]);
  expect(await holders.statusOf(who.member)).toEqual(["active", "active"]);
});

test("N01 an expired card is replaced by a personalized one without a fee", async () => {
  const who = await perso();
  const { account_no: account } = await cardOf(who);
  await deactivate(who, "expired");
  await sweepCardOrders(world.app);
  await approve(other, await asked(one, replace(who)));
  const call = { ...holders.own(who), body: { office_id: 1 } };
  const made = await bench.ok(world.call(requestPersoCard, call, who.browser));
  expect(await bench.fundsOf(who.member)).toBe("storage 50.00");
  await bench.work();
  const { token } = await bench.application(made.result.transactionId);
  // The issuer has taken the order.
  expect(await world.app.issuer.cardState(token ?? "")).toMatchObject({ accountNo: account });
  expect(await holders.statusOf(who.member)).toEqual(["not_applied", "processing"]);

  await bench.produce(made.result.transactionId);
  await world.sandbox.tellEvents();
  const { number } = await holders.handOver(made.result.transactionId);
  expect(await holders.enter(activatePersoCard, who, number)).toMatchObject({ status: true });
  expect(await world.app.issuer.cardState(token ?? "")).toMatchObject({
    state: "active",
    accountNo: account,
  });
});

test("N01 an upgrade that lies at the office already is the new card", async () => {
  const who = await holders.persoHolder();
  await deactivate(who, "lost");
  await sweepCardOrders(world.app);
  await approve(other, await asked(one, replace(who)));
  expect(await holders.statusOf(who.member)).toEqual(["not_applied", "for_activation"]);
  expect(await holders.enter(activatePersoCard, who, who.number)).toMatchObject({ status: true });
  expect(await holders.statusOf(who.member)).toEqual(["active", "active"]);
  expect(await world.app.issuer.cardState(who.token)).toMatchObject({ state: "active" });
});

test("N01 what ends the account as well is not replaced", async () => {
  const who = await perso();
  await deactivate(who, "death");
  await sweepCardOrders(world.app);
  expect(await ask(one, replace(who))).toMatchObject({ code: "request_does_not_apply" });
  expect(await offered(who)).not.toContain("replace_card");
});
