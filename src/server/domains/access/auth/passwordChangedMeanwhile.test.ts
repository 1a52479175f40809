import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { transact } from "#server/db/db.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { changePassword } from "./changePassword.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const NEW_PASSWORD = "a longer walk to Sagada";

const signInWith = ({ username, password }: TestMember, browser: Browser) =>
  world.call(login, { body: { username, password } }, browser);

/** Of the application, for a row that another transaction holds. */
async function waitingStatements(): Promise<number> {
  const { rows } = await world.app.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** A sign-in with the former password, which was looked at before the change and goes on after it. */
async function signInDuringChange(member: TestMember, browser: Browser) {
  const passwordHash = await hashPassword(world.app.secrets, NEW_PASSWORD);
  const change = { memberId: member.id, passwordHash, correlationId: "test" };
  let signingIn: ReturnType<typeof signInWith> | undefined;
  await transact(world.app.db, async (tx) => {
    await changePassword(tx, world.app, change);
    signingIn = signInWith(member, browser);
    await expect.poll(waitingStatements).toBe(1);
  });
  return signingIn;
}

const openRows = async ({ id }: TestMember) => {
  const { rows } = await world.app.pool.query(
    `select 'session' as kind from session where member_id = $1 and ended_at is null
     union all select 'code' from otp_challenge where member_id = $1 and closed_at is null`,
    [id],
  );
  return rows;
};

test("S036 S042 a sign-in under way when the password changes does not outlive the former one", async () => {
  const member = await world.makeMember();
  const known = await world.signIn(member);
  expect(await signInDuringChange(member, { ...known, token: undefined })).toMatchObject({
    httpStatus: 400,
    code: "login_incorrect",
  });
  expect(await openRows(member)).toEqual([]);
  await world.signIn({ ...member, password: NEW_PASSWORD }, { ...known, token: undefined });
});

test("S036 S042 nor does one that is still to get its code", async () => {
  const member = await world.makeMember();
  expect(await signInDuringChange(member, newBrowser())).toMatchObject({
    httpStatus: 400,
    code: "login_incorrect",
  });
  expect(await openRows(member)).toEqual([]);
  await world.signIn({ ...member, password: NEW_PASSWORD });
});
