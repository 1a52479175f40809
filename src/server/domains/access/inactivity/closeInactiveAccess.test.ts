import { afterAll, beforeAll, expect, test } from "vitest";
import { login, refreshSession } from "#contract/auth.ts";
import { getProfile } from "#contract/members.ts";
import { transact } from "#server/db/db.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { closeInactiveAccess } from "./closeInactiveAccess.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** A moment by the clocks of Manila. */
const manila = (text: string) => new Date(`${text}+08:00`);

async function runAt(moment: string): Promise<void> {
  world.setTime(manila(moment));
  await closeInactiveAccess(world.app);
}

/** A member who did nothing before or after this moment. */
async function lastActive(
  moment: string,
  options: Parameters<World["makeMember"]>[0] = {},
): Promise<TestMember> {
  world.setTime(manila(moment));
  const member = await world.makeMember(options);
  await world.app.db
    .updateTable("member")
    .set({ last_login_at: manila(moment) })
    .where("id", "=", member.id)
    .execute();
  return member;
}

const rowOf = ({ id }: { id: bigint }) =>
  world.app.db
    .selectFrom("member")
    .select(["status", "access_closed_for", "username_key", "password_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

async function auditOf({ guid }: { guid: string }): Promise<string[]> {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select("action")
    .where("object", "=", `member:${guid}`)
    .where("actor", "=", "closeInactiveAccess")
    .orderBy("id")
    .execute();
  return events.map(({ action }) => action);
}

const noticesOf = ({ id }: { id: bigint }) =>
  world.app.db
    .selectFrom("notification")
    .select(["kind", "params"])
    .where("member_id", "=", id)
    .where("kind", "like", "%_warned")
    .orderBy("id")
    .execute();

const trySignIn = ({ username, password }: TestMember) =>
  world.call(login, { body: { username, password } }, newBrowser());

/** Everything the association and the issuer keep for a member. */
async function belongings({ id }: { id: bigint }) {
  const { db } = world.app;
  const [cards, accounts, ledger] = await Promise.all([
    db.selectFrom("card").selectAll().where("member_id", "=", id).execute(),
    db.selectFrom("member_account").selectAll().where("member_id", "=", id).execute(),
    db.selectFrom("ledger_account").selectAll().orderBy("id").execute(),
  ]);
  return { cards, accounts, ledger };
}

test("S043 E02 a year without activity: warned, suspended, warned, cancelled, each once, and no money moves", async () => {
  const member = await lastActive("2026-05-21T15:00:00", {
    savings: 1_500_00n,
    capital: { withdrawable: 200_00n, fixed: 800_00n },
    card: { balance: 75_50n },
  });
  const before = await belongings(member);

  await runAt("2026-10-20T23:59:30");
  await runAt("2026-10-21T07:59:30");
  expect(await auditOf(member)).toEqual([]);
  await runAt("2026-10-21T08:00:00");
  await closeInactiveAccess(world.app);
  await runAt("2026-11-20T23:59:30");
  expect(await auditOf(member)).toEqual(["suspension_warned"]);
  expect(await noticesOf(member)).toEqual([
    { kind: "suspension_warned", params: { date: "Nov 21, 2026" } },
  ]);
  expect(await trySignIn(member)).toMatchObject({ status: true });

  await runAt("2026-11-21T00:00:00");
  await closeInactiveAccess(world.app);
  expect(await trySignIn(member)).toMatchObject({ httpStatus: 409, code: "access_suspended" });

  await runAt("2027-04-21T19:59:00");
  await closeInactiveAccess(world.app);
  await runAt("2027-05-20T23:59:30");
  expect(await rowOf(member)).toMatchObject({ status: "suspended" });
  await runAt("2027-05-21T00:00:00");
  await closeInactiveAccess(world.app);
  expect(await rowOf(member)).toEqual({
    status: "cancelled",
    access_closed_for: "inactivity",
    username_key: null,
    password_hash: null,
  });
  expect(await trySignIn(member)).toMatchObject({ httpStatus: 400, code: "login_incorrect" });
  expect(await auditOf(member)).toEqual([
    "suspension_warned",
    "access_suspended",
    "cancellation_warned",
    "access_cancelled",
  ]);
  expect(await belongings(member)).toEqual(before);
});

test.each([
  ["en", "Nov 21, 2026"],
  ["fil", "Nob 21, 2026"],
] as const)("S043 each warning is one text of one part, in %s", async (language, before) => {
  const member = await lastActive("2026-05-21T15:00:00", { language });
  const mobile = member.mobileNumber ?? "";
  await runAt("2026-10-21T09:00:00");
  const [first = "", ...none] = await world.textsTo(mobile);
  expect(none).toEqual([]);
  await runAt("2027-04-21T09:00:00");
  const [second = "", ...others] = await world.textsTo(mobile);
  expect(others).toEqual([first]);
  for (const [text, date] of [
    [first, before],
    [second, "May 21, 2027"],
  ] as const) {
    expect(text).toContain(date);
    // The letters that a text of 160 has room for.
    expect(text).toMatch(/^[\n\x20-\x5f\x61-\x7e]{1,160}$/);
  }
});

test.each([
  ["2026-05-21T00:00:00", "2026-11-21", "2027-04-21", "2027-05-21"],
  ["2026-05-21T23:59:59", "2026-11-21", "2027-04-21", "2027-05-21"],
  ["2026-03-31T12:00:00", "2026-09-30", "2027-02-28", "2027-03-31"],
  ["2026-08-31T12:00:00", "2027-02-28", "2027-07-31", "2027-08-31"],
  ["2027-08-29T12:00:00", "2028-02-29", "2028-07-29", "2028-08-29"],
  ["2027-08-31T23:59:59", "2028-02-29", "2028-07-31", "2028-08-31"],
  ["2028-02-29T12:00:00", "2028-08-29", "2029-01-29", "2029-02-28"],
])(
  "S043 last active %s: suspended on %s, warned on %s, cancelled on %s",
  async (active, suspended, warned, cancelled) => {
    const member = await lastActive(active);
    const turnsAt = async (day: string, before: string, after: string) => {
      const midnight = manila(`${day}T00:00:00`);
      world.setTime(new Date(midnight.getTime() - 30_000));
      await closeInactiveAccess(world.app);
      expect((await rowOf(member)).status).toBe(before);
      world.setTime(midnight);
      await closeInactiveAccess(world.app);
      expect((await rowOf(member)).status).toBe(after);
    };
    await turnsAt(suspended, "active", "suspended");
    await runAt(`${warned}T19:59:00`);
    await turnsAt(cancelled, "suspended", "cancelled");
  },
);

test("S043 a sign-in in the last minute counts, and the next warning comes five months after it", async () => {
  const member = await lastActive("2026-05-21T15:00:00");
  await runAt("2026-10-21T08:00:00");
  world.setTime(manila("2026-11-20T23:59:00"));
  await world.signIn(member);
  await runAt("2026-11-21T09:00:00");
  await runAt("2027-04-19T19:00:00");
  expect(await auditOf(member)).toEqual(["suspension_warned"]);
  await runAt("2027-04-20T08:00:00");
  expect(await auditOf(member)).toEqual(["suspension_warned", "suspension_warned"]);
});

test("S043 a session that goes on past midnight counts for the later day", async () => {
  const member = await lastActive("2026-05-20T23:50:00");
  const browser = await world.signIn(member);
  world.setTime(manila("2026-05-20T23:55:00"));
  const refreshed = await world.call(refreshSession, {}, browser);
  if (!refreshed.status) throw new Error(refreshed.message);
  world.setTime(manila("2026-05-21T00:00:05"));
  browser.token = refreshed.result.token;
  expect(await world.call(refreshSession, {}, browser)).toMatchObject({ status: true });

  await runAt("2026-11-20T23:59:00");
  expect(await rowOf(member)).toMatchObject({ status: "active" });
  await runAt("2026-11-21T00:00:00");
  expect(await rowOf(member)).toMatchObject({ status: "suspended" });
});

test("S043 looking alone is no activity, and a session is over with the access", async () => {
  const member = await lastActive("2026-05-21T15:00:00");
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  expect(await world.call(getProfile, { params }, browser)).toMatchObject({ status: true });
  await runAt("2026-11-21T00:00:00");
  expect(await world.call(getProfile, { params }, browser)).toMatchObject({ httpStatus: 401 });
});

test("S043 the worker was away for a year, or its clock jumped: suspended, and cancelled a month after a warning", async () => {
  const member = await lastActive("2026-05-21T15:00:00");
  await runAt("2026-10-21T12:00:00");
  await runAt("2027-07-01T03:00:00");
  expect(await rowOf(member)).toMatchObject({
    status: "suspended",
    username_key: expect.any(String),
    password_hash: expect.any(String),
  });
  await runAt("2027-07-01T12:00:00");
  expect((await noticesOf(member)).at(-1)).toEqual({
    kind: "cancellation_warned",
    params: { date: "Aug 1, 2027" },
  });
  await runAt("2027-07-31T23:59:30");
  expect(await auditOf(member)).toEqual([
    "suspension_warned",
    "access_suspended",
    "cancellation_warned",
  ]);
  await runAt("2027-08-01T00:00:00");
  expect(await rowOf(member)).toMatchObject({ status: "cancelled", username_key: null });
});

test("S043 what staff closed, and who never had access, is left as it is", async () => {
  const closed = await lastActive("2026-05-21T15:00:00", {
    status: "suspended",
    accessClosedFor: "staff",
  });
  const never = await lastActive("2026-05-21T15:00:00");
  await world.app.db
    .updateTable("member")
    .set({ username: null, username_key: null, password_hash: null })
    .where("id", "=", never.id)
    .execute();
  const before = await Promise.all([closed, never].map(rowOf));
  await runAt("2027-07-01T12:00:00");
  expect(await Promise.all([closed, never].map(rowOf))).toEqual(before);
  expect(await auditOf(closed)).toEqual([]);
});

test("S043 two workers at once and more members than a batch: each once; one who is signing in, not at all", async () => {
  const signingIn = await lastActive("2026-05-21T15:00:00");
  const twin = await world.makeTwin();
  const { rows: many } = await world.app.pool.query<{ id: bigint; guid: string }>(
    `insert into member (guid, membership_no, username, username_key, first_name, last_name, created_at)
     select gen_random_uuid(), lpad((9000000000000000 + n)::text, 16, '0'), 'sleeper.' || n, 'sleeper.' || n,
       'Juana', 'Reyes', $1 from generate_series(1, 250) n returning id, guid`,
    [manila("2026-05-21T15:00:00")],
  );
  world.setTime(manila("2026-11-21T00:00:00"));
  await transact(world.app.db, async (tx) => {
    await tx
      .updateTable("member")
      .set({ last_login_at: world.app.now() })
      .where("id", "=", signingIn.id)
      .execute();
    await Promise.all([closeInactiveAccess(world.app), closeInactiveAccess(twin.app)]);
  });
  await closeInactiveAccess(world.app);
  expect(await rowOf(signingIn)).toMatchObject({ status: "active" });
  const { rows: done } = await world.app.pool.query<{ object: string; times: bigint }>(
    `select object, count(*) as times from audit_event
     where action = 'access_suspended' and object = any($1) group by object`,
    [many.map(({ guid }) => `member:${guid}`)],
  );
  expect(done).toHaveLength(250);
  expect(done.filter(({ times }) => times !== 1n)).toEqual([]);
});
