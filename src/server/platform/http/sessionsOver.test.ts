import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionLimits } from "./session.ts";
import { findSessionsOver } from "./sessionsOver.ts";
import { makeMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function session(ago: { started: number; active: number; ended?: string }): Promise<bigint> {
  const at = (seconds: number) => new Date(world.app.now().getTime() - seconds * 1000);
  const { id: memberId } = await makeMember(world.app);
  const { id } = await world.app.db
    .insertInto("session")
    .values({
      member_id: memberId,
      device_id: randomUUID(),
      token_hash: randomBytes(32),
      cookie_hash: randomBytes(32),
      started_at: at(ago.started),
      last_active_at: at(ago.active),
      ended_at: ago.ended === undefined ? null : at(0),
      ended_reason: ago.ended ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("of more sockets than a statement has parameters, those are found whose sessions are over", async () => {
  const { idleSeconds, lifeSeconds } = sessionLimits(world.app);
  const live = await session({ started: 60, active: 1 });
  const idle = await session({ started: idleSeconds + 60, active: idleSeconds + 1 });
  const old = await session({ started: lifeSeconds + 1, active: 1 });
  const ended = await session({ started: 60, active: 1, ended: "other_device" });
  // The protocol of PostgreSQL counts parameters up to 65,535.
  const others = Array.from({ length: 70_000 }, (_, n) => 1_000_000n + BigInt(n));

  const over = await findSessionsOver(world.app, [live, idle, ...others, old, ended]);

  expect(over.toSorted((a, b) => Number(a.id - b.id))).toEqual([
    { id: idle, reason: "expired" },
    { id: old, reason: "expired" },
    { id: ended, reason: "other_device" },
  ]);
});
