import { afterAll, beforeAll, expect, test } from "vitest";
import { getCardDetails, getDashboard, getProfile } from "#contract/members.ts";
import { transact } from "#server/db/db.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { moveCard } from "./moveCard.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test.each(["profile", "dashboard", "details"] as const)(
  "a suspension is over after 24 hours to the second for who looks at the %s, without its job",
  async (where) => {
    const member = await world.makeMember();
    const { id: cardId } = await world.app.db
      .selectFrom("card")
      .select("id")
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const at = world.app.now();
    await transact(world.app.db, (tx) =>
      moveCard(tx, {
        cardId,
        event: "suspend",
        actor: { kind: "issuer", name: "issuer" },
        reason: "3 wrong PINs",
        at,
        correlationId: "test",
      }),
    );
    const own = { params: { guid: member.guid } };
    const look = async (): Promise<boolean> => {
      const browser = await world.signIn(member);
      const [profile, dashboard, details] = [
        where === "profile" && (await world.call(getProfile, own, browser)),
        where === "dashboard" && (await world.call(getDashboard, own, browser)),
        where === "details" && (await world.call(getCardDetails, own, browser)),
      ];
      if (profile && profile.status) return profile.result.cardStatus === 3;
      if (dashboard && dashboard.status) return dashboard.result.card?.status === 3;
      if (details && details.status) return details.result.suspendedUntil !== null;
      throw new Error("refused");
    };
    // Signing in takes a moment of the clock, which runs.
    world.setTime(new Date(at.getTime() + 24 * 3600_000 - 60_000));
    expect(await look()).toBe(true);
    world.setTime(new Date(at.getTime() + 24 * 3600_000));
    expect(await look()).toBe(false);
    const events = await world.app.db
      .selectFrom("card_event")
      .select(["event", "actor_kind"])
      .where("card_id", "=", cardId)
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      { event: "suspend", actor_kind: "issuer" },
      { event: "suspension_over", actor_kind: "job" },
    ]);
  },
);

test("S085 who looks ends the own suspension only, wherever they look", async () => {
  const looks = [getProfile, getDashboard, getCardDetails] as const;
  const until = new Date(world.app.now().getTime() + 60_000);
  const stranger = await world.makeMember({ card: { status: "suspended" } });
  const members = [];
  for (const _look of looks) {
    members.push(await world.makeMember({ card: { status: "suspended" } }));
  }
  const statusOf = async ({ id }: { id: bigint }) =>
    world.app.db
      .selectFrom("card")
      .select("status")
      .where("member_id", "=", id)
      .executeTakeFirstOrThrow();
  await world.app.db
    .updateTable("card")
    .set({ suspended_until: until })
    .where(
      "member_id",
      "in",
      [stranger, ...members].map(({ id }) => id),
    )
    .execute();
  world.setTime(new Date(until));
  for (const [index, member] of members.entries()) {
    const browser = await world.signIn(member);
    const look = looks[index];
    if (look === undefined) throw new Error("nowhere to look");
    const answer = await world.call(look, { params: { guid: member.guid } }, browser);
    expect(answer.status).toBe(true);
    expect(await statusOf(member)).toEqual({ status: "active" });
    expect(await statusOf(stranger)).toEqual({ status: "suspended" });
  }
});
