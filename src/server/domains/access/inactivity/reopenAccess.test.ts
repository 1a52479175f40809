import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { transact } from "#server/db/db.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { closeInactiveAccess } from "./closeInactiveAccess.ts";
import { reopenAccess } from "./reopenAccess.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function reopened(options: MemberOptions, username?: null) {
  const member = await world.makeMember(options);
  const long = new Date("2026-01-05T04:00:00Z");
  await world.app.db
    .updateTable("member")
    .set({
      created_at: long,
      password_changed_at: long,
      ...(username === null && { username: null, username_key: null }),
    })
    .where("id", "=", member.id)
    .execute();
  const isOpen = await transact(world.app.db, (tx) =>
    reopenAccess(tx, world.app, member.id, "test-call"),
  );
  return { member, isOpen };
}

const trySignIn = ({ username, password }: TestMember) =>
  world.call(login, { body: { username, password } }, newBrowser());

const audited = ({ guid }: TestMember) =>
  world.app.db
    .selectFrom("audit_event")
    .select(["actor", "detail", "correlation_id"])
    .where("action", "=", "access_reopened")
    .where("object", "=", `member:${guid}`)
    .execute();

test("E02 a suspension for inactivity is lifted, audited, and inactivity is counted anew", async () => {
  const { member, isOpen } = await reopened({ status: "suspended" });
  expect(isOpen).toBe(true);
  await closeInactiveAccess(world.app);
  expect(await trySignIn(member)).toMatchObject({ status: true });
  expect(await audited(member)).toEqual([
    { actor: member.guid, detail: { was: "suspended" }, correlation_id: "test-call" },
  ]);
});

test("E02 a cancelled access opens with a new username, and not without", async () => {
  const withName = await reopened({ status: "cancelled" });
  expect(withName.isOpen).toBe(true);
  expect(await trySignIn(withName.member)).toMatchObject({ status: true });
  const without = await reopened({ status: "cancelled" }, null);
  expect(without.isOpen).toBe(false);
  expect(await audited(without.member)).toEqual([]);
});

test.each(["suspended", "cancelled"] as const)(
  "E02 access %s by staff is opened by staff alone",
  async (status) => {
    const { member, isOpen } = await reopened({ status, accessClosedFor: "staff" });
    expect(isOpen).toBe(false);
    expect(await trySignIn(member)).toMatchObject({ code: "access_closed", httpStatus: 409 });
    expect(await audited(member)).toEqual([]);
  },
);

test("E02 an open access stays open and its inactivity is counted anew, with nothing to audit", async () => {
  const { member, isOpen } = await reopened({});
  expect(isOpen).toBe(true);
  await closeInactiveAccess(world.app);
  expect(await trySignIn(member)).toMatchObject({ status: true });
  expect(await audited(member)).toEqual([]);
});
