import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { activatePersoCard, requestPersoCard } from "#contract/cardApplication.ts";
import { getPinKey, setWithdrawalLimit } from "#contract/cardSettings.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { sweepActivations } from "#server/domains/cards/activation/sweepActivations.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { sweepCardOrders } from "./sweepCardOrders.ts";

/** What an event of the issuer takes at most, also on a busy machine. */
const SOON = { timeout: 300_000 };

let world: World;
let bench: ReturnType<typeof makeCardBench>;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
  bench = makeCardBench(world);
  await bench.listen();
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

/** A member with a card in use, whose personalized card was handed over. */
type Holder = { member: TestMember; browser: Browser; token: string };

async function holder(): Promise<Holder> {
  const member = await world.makeMember({ officeId: 1n, storage: 200_00n });
  await bench.makeCustomer(member);
  const browser = await world.signIn(member);
  const request = { params: { guid: member.guid }, body: { office_id: 1 } };
  const made = await bench.ok(world.call(requestPersoCard, request, browser));
  const reference = made.result.transactionId;
  await bench.work();
  await bench.produce(reference);
  await expect.poll(() => bench.stageOf(reference), SOON).toBe("produced");
  const { token, card_id: cardId, id } = await bench.application(reference);
  await transact(world.app.db, async (tx) => {
    const actor = { kind: "staff", name: "card.demo" } as const;
    const move = { cardId, actor, reason: "", at: world.app.now(), correlationId: "test" };
    await moveCard(tx, { ...move, event: "receive_perso_card" });
    await moveCard(tx, { ...move, event: "hand_over" });
    const released = tx.updateTable("card_kit").set({ state: "released" });
    await released.where("application_id", "=", id).execute();
  });
  return { member, browser, token: token ?? "" };
}

/** Takes the new plastic into use, as the page does. */
async function activate({ member, browser, token }: Holder, { isLost = false } = {}) {
  const params = { guid: member.guid };
  const { result: key } = await bench.ok(world.call(getPinKey, { params }, browser));
  const atm_pin = await sealPin({ key, purpose: "new", accountNo: "", pin: "907060" });
  const body = { visa_card_no: await bench.numberOn(token), atm_pin };
  if (isLost) await bench.issuerDoes("timeout", { effect: "kept" });
  const answer = await world.call(activatePersoCard, { params, body }, browser);
  await bench.issuerDoes("ok");
  expect(answer.status).toBe(!isLost);
}

/** Staff who have not asked for anything yet. */
async function desk() {
  const officer = await world.makeStaff({ role: "card_officer" });
  const one = await world.makeStaff({ role: "supervisor" });
  const other = await world.makeStaff({ role: "supervisor" });
  return {
    lock: ({ member }: Holder) =>
      officer.call(lockMemberCard, {
        params: { memberGuid: member.guid },
        body: { reason: "Seen at an odd machine" },
      }),
    lift: async ({ member: { guid: memberGuid } }: Holder) =>
      approve(other, await asked(one, { kind: "lift_admin_lock", payload: { memberGuid } })),
    deactivate: async ({ member: { guid: memberGuid } }: Holder) => {
      const payload = { memberGuid, cause: "stolen" };
      await approve(other, await asked(one, { kind: "deactivate_card", payload }));
    },
  };
}

/** What the worker does, the clock moving on. */
async function work() {
  for (let round = 0; round < 5; round += 1) {
    world.passSeconds(31);
    await sweepActivations(world.app);
    await sweepCardOrders(world.app);
  }
}

const cardOf = ({ member }: Holder) =>
  world.app.db
    .selectFrom("card")
    .select(["status", "admin_locked", "token", "withdrawal_limit_centavos as limit"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();

async function openOrders({ member }: Holder): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select("o.kind")
    .where("c.member_id", "=", member.id)
    .where("o.state", "=", "open")
    .orderBy("o.id")
    .execute();
  return rows.map(({ kind }) => kind);
}

test("S084 a lock of the desk stays at the issuer, though its lifting was asked of the plastic before", async () => {
  const who = await holder();
  const { lock, lift } = await desk();
  await lock(who);
  await bench.issuerDoes("down");
  await lift(who);
  await bench.issuerDoes("ok");
  await activate(who);
  expect(await lock(who)).toMatchObject({ result: { isConfirmed: true } });
  await work();
  expect(await cardOf(who)).toMatchObject({ admin_locked: true });
  expect(await world.app.issuer.cardState(who.token)).toMatchObject({ adminLocked: true });
  expect(await openOrders(who)).toEqual([]);
});

test("S084 a lock of the desk reaches plastic whose activation got no answer", async () => {
  const who = await holder();
  const { lock } = await desk();
  await activate(who, { isLost: true });
  expect(await lock(who)).toMatchObject({ result: { isConfirmed: false } });
  expect(await openOrders(who)).toEqual(["admin_lock"]);
  await work();
  expect(await cardOf(who)).toMatchObject({ admin_locked: true, token: who.token });
  expect(await world.app.issuer.cardState(who.token)).toMatchObject({ adminLocked: true });
  expect(await openOrders(who)).toEqual([]);
});

test("S084 a deactivation reaches plastic whose activation got no answer", async () => {
  const who = await holder();
  const { deactivate } = await desk();
  await activate(who, { isLost: true });
  await deactivate(who);
  await sweepCardOrders(world.app);
  expect(await openOrders(who)).toEqual(["deactivate"]);
  await work();
  expect(await cardOf(who)).toMatchObject({ status: "deactivated", token: who.token });
  expect(await world.app.issuer.cardState(who.token)).toMatchObject({ state: "deactivated" });
  expect(await openOrders(who)).toEqual([]);
});

test("S083 a cut of the limit whose answer was lost outlives new plastic", async () => {
  const who = await holder();
  await bench.issuerDoes("timeout", { effect: "kept" });
  const cut = { body: { transaction_limit: "100.00" } };
  expect(await world.call(setWithdrawalLimit, cut, who.browser)).toMatchObject({
    code: "limit_change_open",
  });
  await bench.issuerDoes("ok");
  await activate(who);
  await work();
  expect(await cardOf(who)).toMatchObject({ limit: 100_00n });
  expect(await world.app.issuer.cardState(who.token)).toMatchObject({ withdrawalLimit: 100_00n });
});
