import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, verifyOtp } from "#contract/auth.ts";
import { getDashboard } from "#contract/members.ts";
import { memberNumberField } from "#contract/identity.ts";
import {
  forgotPassword,
  forgotUsername,
  setPassword,
  setUsername,
  updatePassword,
} from "#contract/signUp.ts";

import {
  closeMemberAccess,
  endMemberSession,
  endMemberSessions,
  forgetMemberDevice,
  removeMemberPasskey,
} from "#contract/staff/memberActions.ts";
import { getMemberAccess } from "#contract/staff/members.ts";
import { transact } from "#server/db/db.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { givePasskey, signInBy } from "#test/support/passkeyActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { forgetDevices } from "./devices.ts";
import { startSession } from "./startSession.ts";

let world: World;
let maker: TestStaff;
let checker: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  maker = await world.makeStaff({ role: "supervisor", officeId: null });
  checker = await world.makeStaff({ role: "supervisor", officeId: null });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const NEW_PASSWORD = "a longer walk to Sagada";

/** What a sign-in in this browser is answered with. */
async function signIn(member: TestMember, browser: Browser) {
  const { username, password } = member;
  const answer = await world.call(login, { body: { username, password } }, browser);
  if (!answer.status) return answer.code;
  return "token" in answer.result ? "signed_in" : "code_sent";
}

/** Asks for a recovery in this browser and enters the code. */
async function prove(member: TestMember, browser: Browser, what: "password" | "username") {
  const asking =
    what === "password"
      ? await world.call(forgotPassword, { body: { identifier: member.membershipNo } }, browser)
      : await world.call(
          forgotUsername,
          { body: { [memberNumberField]: member.membershipNo } },
          browser,
        );
  if (!asking.status) throw new Error(asking.message);
  const { guid, pinId } = asking.result;
  const pin = await world.codeFor(member);
  const verified = await world.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser);
  expect(verified).toMatchObject({ status: true });
  return guid;
}

/** Each change of who can act as the member, made from `by`; answers the member as they are then. */
const changes: Record<string, (member: TestMember, by: Browser) => Promise<Partial<TestMember>>> = {
  "a recovered password": async (member, signedIn) => {
    const by = { ...signedIn, token: undefined };
    const memberGuid = await prove(member, by, "password");
    const body = { memberGuid, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    expect(await world.call(setPassword, { body }, by)).toMatchObject({ status: true });
    return { password: NEW_PASSWORD };
  },
  "a recovered username": async (member, signedIn) => {
    const by = { ...signedIn, token: undefined };
    const memberGuid = await prove(member, by, "username");
    const username = `renamed.${member.id}`;
    const body = { memberGuid, new_username: username };
    expect(await world.call(setUsername, { body }, by)).toMatchObject({ status: true });
    return { username };
  },
  "a new password": async (member, by) => {
    const body = {
      memberGuid: member.guid,
      current_password: member.password,
      new_password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
    };
    expect(await world.call(updatePassword, { body }, by)).toMatchObject({ status: true });
    return { password: NEW_PASSWORD };
  },
};

test.each(Object.keys(changes))(
  "S150 after %s no other browser of the member is known, and the one it was made in still is",
  async (what) => {
    const member = await world.makeMember({ officeId: 1n });
    const other = await world.signIn(member);
    const own = await world.signIn(member);
    expect(await signIn(member, { ...other })).toBe("signed_in");
    const by = await world.signIn(member, { ...own });
    const changed = { ...member, ...(await changes[what]?.(member, by)) };
    expect(await signIn(changed, { ...other, token: undefined })).toBe("code_sent");
    expect(await signIn(changed, { ...own, token: undefined })).toBe("signed_in");
  },
);

test("S150 a recovery in a browser that was not known makes it no known one", async () => {
  const member = await world.makeMember();
  const known = await world.signIn(member);
  const stranger = newBrowser();
  const changed = { ...member, ...(await changes["a recovered password"]?.(member, stranger)) };
  expect(await signIn(changed, { ...known, token: undefined })).toBe("code_sent");
  expect(await signIn(changed, stranger)).toBe("code_sent");
});

test("S150 after a change of mobile no browser and no passkey of the member is known", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const browser = await world.signIn(member);
  const { authenticator } = await givePasskey(world, { member, browser });
  const mobileNumber = "+639178880150";
  const payload = { memberGuid: member.guid, mobileNumber };
  await approve(checker, await asked(maker, { kind: "change_mobile", payload }));
  expect(await signIn(member, { ...browser, token: undefined })).toBe("code_sent");
  expect((await signInBy(world, authenticator)).answer).toMatchObject({ code: "passkey_unknown" });
});

test("S150 staff who end all sessions forget every browser and void what is under way; one session, its own browser", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const [first, second] = [await world.signIn(member), await world.signIn(member)];
  const params = { memberGuid: member.guid };
  const access = await maker.call(getMemberAccess, { params });
  const live = access.status && access.result.sessions.find(({ endedAt }) => endedAt === null);
  const sessionId = (live && live.sessionId) || "";
  expect(await maker.call(endMemberSession, { params: { ...params, sessionId } })).toMatchObject({
    result: { ended: 1 },
  });
  expect(await signIn(member, { ...second, token: undefined })).toBe("code_sent");
  expect(await signIn(member, { ...first, token: undefined })).toBe("signed_in");

  // Of the sign-in that waits for its code in the second browser, too, nothing is left.
  const waiting = newBrowser();
  const { username, password } = member;
  const sent = await world.call(login, { body: { username, password } }, waiting);
  if (!sent.status || !("pinId" in sent.result)) throw new Error("no code");
  const pin = await world.codeFor(member);
  expect(await maker.call(endMemberSessions, { params })).toMatchObject({ result: { ended: 1 } });
  const body = { memberGuid: sent.result.guid, pinId: sent.result.pinId, pin };
  expect(await world.call(verifyOtp, { body }, waiting)).toMatchObject({ status: false });
  expect(await signIn(member, { ...first, token: undefined })).toBe("code_sent");
  const seen = await maker.call(getMemberAccess, { params });
  expect(seen.status && seen.result.devices.map(({ forgottenAt }) => forgottenAt !== null)).toEqual(
    [true, true],
  );
});

test("S222 staff forget one device of a member as the member does: sessions there end, it asks for a code, and the member is told", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const [first, second] = [await world.signIn(member), await world.signIn(member)];
  const params = { memberGuid: member.guid };
  const access = await maker.call(getMemberAccess, { params });
  const [newest, older] = access.status ? access.result.devices : [];
  const forget = (deviceId = "") =>
    maker.call(forgetMemberDevice, { params: { ...params, deviceId } });
  expect(await forget(newest?.deviceId)).toMatchObject({ result: { ended: 1 } });
  expect(await forget(newest?.deviceId)).toMatchObject({ result: { ended: 0 } });
  expect(await signIn(member, { ...second, token: undefined })).toBe("code_sent");
  expect(await signIn(member, { ...first, token: undefined })).toBe("signed_in");
  expect((await world.textsTo(member.mobileNumber ?? "")).join()).toContain("a device was removed");

  const other = await world.makeMember({ officeId: 1n });
  const foreign = { memberGuid: other.guid, deviceId: older?.deviceId ?? "" };
  expect(await maker.call(forgetMemberDevice, { params: foreign })).toMatchObject({
    httpStatus: 404,
  });
});

test("S190 S194 staff see a member's passkeys and remove one: it signs nobody in, and the member is told", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const browser = await world.signIn(member);
  const lost = await givePasskey(world, { member, browser }, { name: "Lost phone" });
  world.passSeconds(61);
  const kept = await givePasskey(
    world,
    { member, browser },
    {
      name: "Laptop",
      by: lost.authenticator,
    },
  );
  const params = { memberGuid: member.guid };
  const access = () => maker.call(getMemberAccess, { params });
  expect(await access()).toMatchObject({
    result: {
      passkeys: [
        { id: kept.id, name: "Laptop" },
        { id: lost.id, name: "Lost phone" },
      ],
    },
  });
  const remove = (memberGuid: string) =>
    maker.call(removeMemberPasskey, { params: { memberGuid, passkeyId: lost.id } });
  const other = await world.makeMember({ officeId: 1n });
  expect(await remove(other.guid)).toMatchObject({ httpStatus: 404 });
  expect(await remove(member.guid)).toMatchObject({ status: true });
  // Who talked the hotline into it gains nothing at once either.
  const { paused_for: why } = await world.app.db
    .selectFrom("member")
    .select("paused_for")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(why).toBe("passkey_removed");
  expect(await remove(member.guid)).toMatchObject({ httpStatus: 404 });
  expect(await access()).toMatchObject({ result: { passkeys: [{ id: kept.id }] } });
  expect((await signInBy(world, lost.authenticator)).answer).toMatchObject({
    code: "passkey_unknown",
  });
  expect((await signInBy(world, kept.authenticator)).answer).toMatchObject({ status: true });
  expect((await world.textsTo(member.mobileNumber ?? "")).join()).toContain(
    "a passkey was removed from your account",
  );
});

test("S150 who ends one session ends its browser's other tabs with it, and no other browser's session", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const tab = await world.signIn(member);
  const otherTab = { ...tab };
  expect(await signIn(member, otherTab)).toBe("signed_in");
  const params = { memberGuid: member.guid };
  const access = await maker.call(getMemberAccess, { params });
  const open = access.status
    ? access.result.sessions.filter(({ endedAt }) => endedAt === null)
    : [];
  expect(open).toHaveLength(2);
  const sessionId = open[0]?.sessionId ?? "";
  expect(await maker.call(endMemberSession, { params: { ...params, sessionId } })).toMatchObject({
    result: { ended: 2 },
  });
  for (const one of [tab, otherTab]) {
    expect(await world.call(getDashboard, { params: { guid: member.guid } }, one)).toMatchObject({
      httpStatus: 401,
      message: "Session Expired",
    });
  }
});

test("S150 access that staff opened again takes a code in every browser", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const browser = await world.signIn(member);
  const params = { memberGuid: member.guid };
  await maker.call(closeMemberAccess, { params, body: { reason: "Lost phone" } });
  await approve(checker, await asked(maker, { kind: "reactivate_member", payload: params }));
  expect(await signIn(member, { ...browser, token: undefined })).toBe("code_sent");
});

test("S150 a browser that is forgotten while its password is looked at gets a code, no session", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const asBrowser = {
    source: "test",
    headers: {},
    correlationId: "c",
    cookies: Object.fromEntries(browser.cookies),
    setCookie: () => undefined,
  };
  const attempt = () =>
    transact(world.app.db, (tx) =>
      startSession(tx, world.app, { ...member, mustBeKnown: true }, asBrowser),
    );
  expect(await attempt()).toMatchObject({ token: expect.any(String) });
  await transact(world.app.db, (tx) =>
    forgetDevices(tx, { memberId: member.id, at: world.app.now() }),
  );
  expect(await attempt()).toBeUndefined();
});
