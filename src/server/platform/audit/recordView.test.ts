import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { recordView } from "./recordView.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S133 a look at a member's file says who looked at whom, at which part and when", async () => {
  const member = await world.makeMember();
  const staff = { username: "a.reyes", correlationId: "7f1c" };
  await recordView(world.app, staff, member.guid, "transfers");
  const looks = await world.app.db
    .selectFrom("audit_event")
    .selectAll()
    .where("object", "=", `member:${member.guid}`)
    .where("action", "=", "look_at_member")
    .execute();
  expect(looks).toMatchObject([
    {
      actor_kind: "staff",
      actor: "a.reyes",
      correlation_id: "7f1c",
      detail: { what: "transfers" },
    },
  ]);
  expect(Math.abs(Number(looks[0]?.at) - world.app.now().getTime())).toBeLessThan(60_000);
});
