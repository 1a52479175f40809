import { afterAll, beforeAll, expect, test } from "vitest";
import { getMemberTold } from "#contract/staff/members.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("shows of each notice whether it also went by e-mail, was pushed, or went by text in its place", async () => {
  const { db, now } = world.app;
  const at = now();
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const owner = await world.makeMember({ officeId: 1n });
  const notices = await db
    .insertInto("notification")
    .values(
      Array.from({ length: 4 }, () => ({
        member_id: owner.id,
        kind: "password_changed",
        params: "{}",
        created_at: at,
      })),
    )
    .returning("id")
    .execute();
  const [mailed, texted, taken] = notices
    .map(({ id }) => id)
    .toSorted((one, other) => Number(one - other));
  if (mailed === undefined || texted === undefined || taken === undefined) throw new Error("none");
  const day = { created_at: at, expires_at: new Date(at.getTime() + 86_400_000) };
  await db
    .insertInto("mail_message")
    .values({ notification_id: mailed, ...day })
    .execute();
  const pushed = { member_id: owner.id, ...day };
  await db
    .insertInto("push_notice")
    .values([
      { notification_id: mailed, ...pushed },
      { notification_id: texted, ...pushed, texted_at: at },
      { notification_id: taken, ...pushed, accepted_at: at },
    ])
    .execute();
  const told = await teller.call(getMemberTold, { params: { memberGuid: owner.guid } });
  expect(told).toMatchObject({
    result: {
      notices: [
        { email: "", push: "" },
        { email: "", push: "taken" },
        { email: "", push: "texted" },
        { email: "queued", push: "offered" },
      ],
    },
  });
});
