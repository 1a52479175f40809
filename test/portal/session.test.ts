import { QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getBalances } from "#contract/members.ts";
import { readNotifications } from "#contract/notifications.ts";
import { visaSpielField } from "#contract/transferSetup.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { makePortalBench, type PortalBench } from "./portalBench.ts";

// The portal's own program of calls and sessions, before the real server. Its modules look at the page
// when they are loaded, so they are loaded when there is one.
const loadPortal = async () => ({
  ...(await import("#portal/api/activity.ts")),
  ...(await import("#portal/api/call.ts")),
  ...(await import("#portal/api/drafts.ts")),
  ...(await import("#portal/api/queries.ts")),
  ...(await import("#portal/api/reads.ts")),
  ...(await import("#portal/api/session.ts")),
  ...(await import("#portal/api/sessionState.ts")),
  ...(await import("#portal/texts/texts.ts")),
  ...(await import("#ui/toasts.ts")),
});

let world: World;
let bench: PortalBench;
let portal: Awaited<ReturnType<typeof loadPortal>>;
let member: TestMember;
let other: TestMember;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  member = await world.makeMember({ savings: 1_000_00n });
  other = await world.makeMember();
  bench = await makePortalBench(world);
  portal = await loadPortal();
  for (const extent of ["signedOut", "member"] as const) await portal.loadTexts("en", extent);
});
afterAll(() => world.close());

beforeEach(async () => {
  // The page tells the time by the device.
  world.setTime(new Date());
  for (const { id } of portal.currentToasts()) portal.closeToast(id);
  const answer = await portal.signIn(member.username, member.password);
  if (answer.name !== "signed_in") throw new Error(`not signed in: ${answer.name}`);
});

const params = () => ({ guid: member.guid });
const read = () => portal.call(getBalances, { params: params() });
const write = (ids: string[] = []) =>
  portal.call(readNotifications, { params: params(), body: { notification_ids: ids } });
const tenAtOnce = () =>
  Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? read() : write())));

const token = () => portal.currentSession()?.token ?? "";

test.each([
  ["F09", "Invalid Token", () => bench.cookies.delete("sid"), /^Invalid Token!$/],
  [
    "F10",
    "Token Error",
    () => portal.setIdentity({ guid: member.guid, token: "not of our form" }),
    /^Something went wrong! We are logging you out\./,
  ],
  ["F11", "Session Expired", () => world.passSeconds(400), /^Your session has expired\./],
  ["F11", "Token Expired", () => world.passSeconds(9 * 3600), /^Your session has expired\./],
  ["F08", "another device", () => world.signIn(member), /on another device\. Not you\?/],
] as const)(
  "%s S064 ten calls that meet %s at once make one toast and one end, and give nothing to anybody",
  async (_row, _what, makeState, toast) => {
    await makeState();
    const toasts: string[] = [];
    const ends: string[] = [];
    const stops = [
      portal.onToastsChange(() => toasts.push(...portal.currentToasts().map(({ text }) => text))),
      portal.sessionState.subscribe(() => ends.push(portal.sessionState.get().name)),
    ];
    const answers = await tenAtOnce();
    for (const stop of stops) stop();
    expect(new Set(answers.map((answer) => (answer.status ? "yes" : answer.code)))).toEqual(
      new Set(["session_ended"]),
    );
    expect(toasts).toEqual([expect.stringMatching(toast)]);
    expect(ends).toEqual(["signed_out"]);
    expect(bench.kept.size).toBe(0);
  },
);

test("F03 two refreshes at once agree, and calls under way are answered", async () => {
  const before = token();
  const underWay = tenAtOnce();
  expect(await Promise.all([portal.refresh(), portal.refresh()])).toEqual([true, true]);
  expect((await underWay).every(({ status }) => status)).toBe(true);
  expect(token()).not.toBe(before);
  expect((await tenAtOnce()).every(({ status }) => status)).toBe(true);
});

test("F16 a tab whose token another one renewed takes over the newer one, and its calls are answered", async () => {
  const newer = token();
  const otherTab = new BroadcastChannel("portal-tabs");
  otherTab.addEventListener("message", ({ data }) => {
    const { kind, ask } = data as { kind: string; ask: string };
    if (kind !== "who_is_signed_in") return;
    otherTab.postMessage({ kind: "signed_in", ask, identity: { guid: member.guid, token: newer } });
  });
  portal.setIdentity({ guid: member.guid, token: "A".repeat(43) });
  // As a tab with a session does: it is waited for.
  const answers = await navigator.locks.request("portal-tab-other", tenAtOnce);
  otherTab.close();
  expect(answers.every(({ status }) => status)).toBe(true);
  expect(token()).toBe(newer);
});

test("F16 a tab that is there but slow to answer is waited for", async () => {
  const newer = token();
  const otherTab = new BroadcastChannel("portal-tabs");
  let asks = 0;
  otherTab.addEventListener("message", ({ data }) => {
    const { kind, ask } = data as { kind: string; ask: string };
    if (kind !== "who_is_signed_in") return;
    asks += 1;
    if (asks < 3) return;
    otherTab.postMessage({ kind: "signed_in", ask, identity: { guid: member.guid, token: newer } });
  });
  portal.setIdentity({ guid: member.guid, token: "A".repeat(43) });
  const answers = await navigator.locks.request("portal-tab-other", tenAtOnce);
  otherTab.close();
  expect(answers.every(({ status }) => status)).toBe(true);
  expect(token()).toBe(newer);
});

test("F04 F16 a tab that is busy is heard before the session is ended for idleness", async () => {
  const since = Date.now() + 1000;
  const otherTab = new BroadcastChannel("portal-tabs");
  let asks = 0;
  otherTab.addEventListener("message", ({ data }) => {
    const { kind } = data as { kind: string };
    if (kind !== "who_is_active") return;
    asks += 1;
    if (asks >= 3) otherTab.postMessage({ kind: "active", at: since + 1, isCounted: false });
  });
  const deafen = portal.followActivity();
  await navigator.locks.request("portal-tab-busy", () => portal.askForActivity(since));
  deafen();
  otherTab.close();
  expect(asks).toBeGreaterThanOrEqual(3);
  expect(portal.lastActiveAt.get()).toBe(since + 1);
});

test("S064 what comes when somebody else sits here is given to nobody, and nothing of the first stays", async () => {
  expect(portal.profileState.get()?.username).toBe(member.username);
  const theirs = await world.signIn(other);
  const underWay = tenAtOnce();
  for (const [name, value] of theirs.cookies) bench.cookies.set(name, value);
  const adopted = portal.adopt({ guid: other.guid, token: theirs.token ?? "" });
  expect(portal.profileState.get()).toBeUndefined();
  const answers = await underWay;
  await adopted;
  expect(answers.map((answer) => (answer.status ? "yes" : answer.code))).toEqual(
    Array.from({ length: 10 }, () => "session_ended"),
  );
  expect(portal.profileState.get()?.username).toBe(other.username);
  expect(portal.currentToasts()).toEqual([]);
});

test("A12 a gateway's page in place of the profile is no answer: the member stays signed in, and nothing is said", async () => {
  let asked = 0;
  bench.gateway = (path) => {
    if (!path.endsWith(`/members/${member.guid}`)) return undefined;
    asked += 1;
    return new Response("<h1>Bad Gateway</h1>", { status: 502 });
  };
  const answer = await portal.signIn(member.username, member.password);
  bench.gateway = () => undefined;
  expect(asked).toBe(1);
  expect(answer).toEqual({ name: "signed_in" });
  expect(portal.currentToasts()).toEqual([]);
  expect((await read()).status).toBe(true);
});

test("F01 a call that is refused restarts the idle time too; reading does not", async () => {
  const counted = portal.lastCountedCallAt;
  const before = counted();
  await expect.poll(() => Date.now()).toBeGreaterThan(before);
  await read();
  expect(counted()).toBe(before);
  expect(await write(["no id"])).toMatchObject({ status: false, httpStatus: 422 });
  expect(counted()).toBeGreaterThan(before);
});

test("what the server says is read anew in the language that is chosen", async () => {
  const stop = portal.followSession();
  const stopWatching = new QueryObserver(portal.queryClient, portal.transferSetupRead()).subscribe(
    () => undefined,
  );
  const reminder = () =>
    portal.queryClient.getQueryData(portal.transferSetupRead().queryKey)?.otherDetails[
      visaSpielField
    ];
  await expect.poll(reminder).toMatch(/^Transfers to your card/);

  await portal.changeLanguage("fil");
  await expect.poll(reminder).toMatch(/^Pumapasok sa inyong card/);

  await portal.changeLanguage("en");
  stopWatching();
  stop();
});

test("what is kept in one moment is all there afterwards, of each form the last", async () => {
  await portal.forgetDrafts();
  await Promise.all([
    portal.keepDraft("transfer", { phase: "typed" }),
    portal.keepDraft("code", { tries: 1 }),
    portal.keepDraft("transfer", { phase: "reviewed" }),
  ]);
  expect(await portal.findDraft("transfer")).toEqual({ phase: "reviewed" });
  expect(await portal.findDraft("code")).toEqual({ tries: 1 });
});
