import { afterAll, beforeAll, expect, test } from "vitest";
import { requestCard, requestPersoCard } from "#contract/cardApplication.ts";
import { destroyCardKit, takeBackCardKit } from "#contract/staff/cardStock.ts";
import { releaseCard } from "#contract/staff/cardDesk.ts";
import { listCardApplications } from "#contract/staff/cards.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { makeCardHolders } from "#test/support/cardHolders.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { markReady } from "#server/domains/cards/application/pickUp.ts";
import { transact } from "#server/db/db.ts";
import { endUnclaimed, remindOfPickUp } from "./endUnclaimed.ts";
import { expireCards } from "./expireCards.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** What an event of the issuer takes at most, also on a busy machine. */
const SOON = { timeout: 300_000 };

let world: World;
let bench: ReturnType<typeof makeCardBench>;
beforeAll(async () => {
  world = await makeWorld();
  bench = makeCardBench(world);
  await bench.listen();
});
afterAll(() => world.close());

async function statusOf(member: TestMember): Promise<string> {
  const card = await world.app.db
    .selectFrom("card")
    .select(["status", "perso_status"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return `${card.status} ${card.perso_status}`;
}

async function noticesOf(member: TestMember): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", member.id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

/** What the desk finds in its queue, by reference. */
async function queue(officer: TestStaff, show: "unclaimed" | "to_release"): Promise<string[]> {
  const { body } = await officer.callRaw(listCardApplications, { query: { show } });
  // By the contract.
  const { rows } = body["result"] as { rows: { reference: string }[] };
  return rows.map(({ reference }) => reference);
}

const kitOf = (token: string) =>
  world.app.db
    .selectFrom("card_kit")
    .select(["id", "serial", "state", "application_id"])
    .where("token", "=", token)
    .executeTakeFirstOrThrow();

test("a kit that nobody fetches: a reminder two weeks before, over after 60 days; the desk takes it back into stock", async () => {
  const member = await world.makeMember({ card: null, officeId: 1n });
  await bench.completeFile(member);
  const browser = await world.signIn(member);
  const [token = ""] = await bench.stock({ officeId: 1n, count: 1 });
  const params = { guid: member.guid };
  const made = await bench.ok(world.call(requestCard, { params }, browser));
  await bench.work();
  await bench.decide(made.result.transactionId, "approved");
  await expect.poll(() => statusOf(member), SOON).toBe("for_pickup not_applied");

  world.passSeconds(45 * DAY_SECONDS);
  expect(await remindOfPickUp(world.app)).toBe(0);
  world.passSeconds(DAY_SECONDS);
  expect(await remindOfPickUp(world.app)).toBe(1);
  expect(await remindOfPickUp(world.app)).toBe(0);
  world.passSeconds(14 * DAY_SECONDS);
  expect(await endUnclaimed(world.app)).toBe(0);
  world.passSeconds(DAY_SECONDS);
  expect(await endUnclaimed(world.app)).toBe(1);
  expect(await endUnclaimed(world.app)).toBe(0);
  expect(await statusOf(member)).toBe("not_applied not_applied");
  expect(await bench.stageOf(made.result.transactionId)).toBe("unclaimed");
  expect(await noticesOf(member)).toEqual(
    expect.arrayContaining(["card_pickup_reminder", "card_unclaimed"]),
  );
  const { transactionId: reference } = made.result;
  const { id } = await bench.application(reference);
  const kit = await kitOf(token);
  expect(kit).toMatchObject({ state: "reserved", application_id: id });
  const officer = await world.makeStaff({ role: "card_officer" });
  expect(await queue(officer, "unclaimed")).toEqual([reference]);
  expect(await queue(officer, "to_release")).toEqual([]);

  const back = { params: { kitId: String(kit.id) }, body: { reason: "Nobody came" } };
  expect(await officer.call(takeBackCardKit, back)).toMatchObject({ status: true });
  expect(await kitOf(token)).toMatchObject({ state: "in_stock", application_id: null });
  expect(await queue(officer, "unclaimed")).toEqual([]);
});

test("what was handed over is neither asked back nor reminded of", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } });
  const { reference } = await makeApplication(world.app, member, {
    stage: "approved",
    kit: "released",
  });
  world.passSeconds(70 * DAY_SECONDS);
  expect(await remindOfPickUp(world.app)).toBe(0);
  expect(await endUnclaimed(world.app)).toBe(0);
  expect(await bench.stageOf(reference)).toBe("approved");
  expect(await noticesOf(member)).toEqual([]);
});

test("a personalized card that nobody fetches is over after 90 days, its fee is kept, and the desk destroys it", async () => {
  const member = await world.makeMember({ officeId: 1n, storage: 200_00n });
  await bench.makeCustomer(member);
  const browser = await world.signIn(member);
  const call = { params: { guid: member.guid }, body: { office_id: 1 } };
  const made = await bench.ok(world.call(requestPersoCard, call, browser));
  const reference = made.result.transactionId;
  await bench.work();
  await bench.produce(reference);
  await expect.poll(() => bench.stageOf(reference), SOON).toBe("produced");
  const { id, card_id: cardId } = await bench.application(reference);
  await transact(world.app.db, async (tx) => {
    const actor = { kind: "staff", name: "card.demo" } as const;
    const at = world.app.now();
    const move = { cardId, actor, reason: "", at, correlationId: "test" };
    await moveCard(tx, { ...move, event: "receive_perso_card" });
    await tx
      .updateTable("card_kit")
      .set({ state: "reserved" })
      .where("application_id", "=", id)
      .execute();
    await markReady(tx, world.app, id, at);
  });
  world.passSeconds(90 * DAY_SECONDS);
  expect(await endUnclaimed(world.app)).toBe(0);
  world.passSeconds(DAY_SECONDS);
  expect(await endUnclaimed(world.app)).toBe(1);
  expect(await statusOf(member)).toBe("active not_applied");
  expect(await bench.fundsOf(member)).toBe("storage 50.00");
  const officer = await world.makeStaff({ role: "card_officer" });
  expect(await queue(officer, "unclaimed")).toEqual([reference]);
  const kit = await world.app.db
    .selectFrom("card_kit")
    .select(["id", "token"])
    .where("application_id", "=", id)
    .executeTakeFirstOrThrow();
  const cut = { params: { kitId: String(kit.id) }, body: { reason: "Nobody came" } };
  expect(await officer.call(destroyCardKit, cut)).toMatchObject({ status: true });
  expect(await kitOf(kit.token)).toMatchObject({ state: "destroyed" });
  expect(await queue(officer, "unclaimed")).toEqual([]);
});

test("what was not fetched in time is handed over no more, also when the member has asked again", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } });
  const old = await makeApplication(world.app, member, { stage: "unclaimed", kit: "reserved" });
  const now = await makeApplication(world.app, member, { stage: "approved", kit: "reserved" });
  const officer = await world.makeStaff({ role: "card_officer" });
  expect(await queue(officer, "unclaimed")).toEqual([old.reference]);
  expect(await queue(officer, "to_release")).toEqual([now.reference]);
  const shown = { shownId: "passport", isIdentityChecked: true, isSigned: true, note: "" } as const;
  const give = ({ id, serial }: { id: string; serial: string }) =>
    officer.call(releaseCard, { params: { applicationId: id }, body: { ...shown, serial } });
  expect(await give(old)).toMatchObject({ code: "card_state" });
  expect(await give(now)).toMatchObject({ status: true });
});

test("a hundred cards that wait and are not due yet hold up none that is", async () => {
  const others = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const member = await world.makeMember({ card: { persoStatus: "for_pickup" } });
      const made = { kind: "personalized", stage: "produced", kit: "reserved" } as const;
      return makeApplication(world.app, member, made);
    }),
  );
  const references = others.map(({ reference }) => reference);
  await world.app.db
    .updateTable("card_application")
    .set({ ready_at: world.app.now(), reminded_at: world.app.now() })
    .where("reference", "in", references)
    .execute();
  world.passSeconds(10 * DAY_SECONDS);
  const who = await makeCardHolders(world, bench).holder();
  world.passSeconds(61 * DAY_SECONDS);
  expect(await remindOfPickUp(world.app)).toBe(1);
  expect(await endUnclaimed(world.app)).toBe(1);
  expect(await statusOf(who.member)).toBe("not_applied not_applied");
});

test("a card ends 30 days after its plastic expired, once", async () => {
  const member = await world.makeMember();
  await world.app.db
    .updateTable("card")
    .set({ expires_on: "2031-11-30" })
    .where("member_id", "=", member.id)
    .execute();
  world.setTime(new Date("2031-12-29T15:59:00Z"));
  expect(await expireCards(world.app)).toBe(0);
  world.setTime(new Date("2031-12-29T16:01:00Z"));
  expect(await expireCards(world.app)).toBe(1);
  expect(await expireCards(world.app)).toBe(0);
  expect(await statusOf(member)).toBe("deactivated not_applied");
  expect(await noticesOf(member)).toContain("card_expired");
});

test("a row that cannot be ended or reminded of holds up none of the others", async () => {
  const [bad, good] = [await world.makeMember(), await world.makeMember()];
  const { cardId } = await world.app.db
    .selectFrom("card")
    .select("id as cardId")
    .where("member_id", "=", bad.id)
    .executeTakeFirstOrThrow();
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(`
      create function refuse_this() returns trigger language plpgsql as
        $$ begin raise exception 'a bad row'; end $$;
      create trigger refuse_this before insert on card_event for each row
        when (new.card_id = ${cardId}) execute function refuse_this();`),
  );
  const expiring = world.app.db.updateTable("card").where("member_id", "in", [bad.id, good.id]);
  await expiring.set({ expires_on: "2032-01-31" }).execute();
  world.setTime(new Date("2032-03-05T04:00:00Z"));
  expect(await expireCards(world.app)).toBe(1);
  expect(await statusOf(good)).toBe("deactivated not_applied");
  expect(await statusOf(bad)).toBe("active not_applied");

  const [odd, next] = [
    await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } }),
    await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } }),
  ];
  const { reference } = await makeApplication(world.app, odd, {
    stage: "approved",
    kit: "reserved",
  });
  await makeApplication(world.app, next, { stage: "approved", kit: "reserved" });
  // Of no office, so that nobody can say where it waits.
  await world.app.db
    .updateTable("card_application")
    .set({ office_id: null })
    .where("reference", "=", reference)
    .execute();
  world.passSeconds(47 * DAY_SECONDS);
  expect(await remindOfPickUp(world.app)).toBe(1);
  expect(await noticesOf(next)).toContain("card_pickup_reminder");
  expect(await noticesOf(odd)).toEqual([]);
});
