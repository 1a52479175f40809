import { afterAll, beforeAll, expect, test } from "vitest";
import { login, refreshSession, sendOtp, verifyOtp } from "#contract/auth.ts";
import { getProfile } from "#contract/members.ts";
import { makeLog } from "#server/log.ts";
import { relayOutbox } from "#server/jobs/relayOutbox.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import { formsOf, formsOfToken, isCodeIn } from "#test/support/findSecrets.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";

const PASSWORD = "canary-of-right-kind";
const WRONG_PASSWORD = "canary of the wrong kind";
const WRONG_PIN = "907060";

let world: World;
let member: TestMember;
const log: string[] = [];
/** Everything the database held, at each moment that was looked at. */
const dumps: string[] = [];

beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: "trace" });
  world.app.log = makeLog("test", "trace", { write: (line) => log.push(line) });
  member = await world.makeMember({ password: PASSWORD, savings: 10_000_00n, card: {} });
});
afterAll(() => world.close());

/** Looks at everything the database holds now. */
async function dump(): Promise<void> {
  const tables = await dumpDatabase(world.database.adminUrl);
  dumps.push([...tables].map(([name, rows]) => `${name}: ${rows}`).join("\n"));
}

/** Sends the promised texts as the worker does, looking at the outbox and at the jobs on the way. */
async function codeOnThePhone(): Promise<string> {
  await dump();
  await relayOutbox(world.app);
  await dump();
  await drainJobs(world.app);
  await dump();
  return world.codeFor(member);
}

test("S135 neither database nor log ever hold a password, a code, a token or a cookie", async () => {
  const { username, guid } = member;
  const browser: Browser = newBrowser();
  const secrets = new Set([PASSWORD, WRONG_PASSWORD]);
  const tokens = new Set<string>();
  const codes = new Set([WRONG_PIN]);
  const remember = () => {
    for (const cookie of browser.cookies.values()) tokens.add(cookie);
    if (browser.token !== undefined) tokens.add(browser.token);
  };

  await world.call(login, { body: { username, password: WRONG_PASSWORD } }, browser);
  // People type the password into the wrong box.
  await world.call(login, { body: { username: PASSWORD, password: PASSWORD } }, browser);
  const entered = await world.call(login, { body: { username, password: PASSWORD } }, browser);
  if (!entered.status || !("pinId" in entered.result)) throw new Error("no code was asked for");
  remember();
  const { pinId } = entered.result;
  await world.call(verifyOtp, { body: { memberGuid: guid, pinId, pin: WRONG_PIN } }, browser);
  const pin = await codeOnThePhone();
  codes.add(pin);
  const verified = await world.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser);
  if (!verified.status) throw new Error(verified.message);
  browser.token = verified.result.token;
  remember();
  await world.call(getProfile, { params: { guid } }, browser);
  const refreshed = await world.call(refreshSession, {}, browser);
  if (!refreshed.status) throw new Error(refreshed.message);
  browser.token = refreshed.result.token;
  remember();

  const order = {
    source_account: member.accountNumbers.savings ?? "",
    destination_account: member.cardAccountNo ?? "",
    amount: "1000.00" as const,
  };
  const intent = { kind: "own" as const, ...order };
  const sent = await world.call(sendOtp, { body: { memberGuid: guid, intent } }, browser);
  if (!sent.status) throw new Error(sent.message);
  const approval = { pinId: sent.result.pinId, pin: await codeOnThePhone() };
  codes.add(approval.pin);
  const wanted = { amount: 1_000_00n };
  const wrong = { ...approval, pin: WRONG_PIN };
  await acts.order(world, member, browser, wanted, wrong, "canary-order-0");
  await world.call(verifyOtp, { body: { memberGuid: guid, ...approval } }, browser);
  const done = await acts.order(world, member, browser, wanted, approval, "canary-order-1");
  expect(done).toMatchObject({ status: true });
  await codeOnThePhone();
  // A copied token and a broken call, for the lines that failures write.
  await world.callRaw(getProfile, { params: { guid } }, { ...newBrowser(), token: browser.token });
  await world.send({ method: "GET", url: `/api/members/${browser.token}?pin=${approval.pin}` });
  await dump();

  const everything = [...dumps, log.join("\n")].join("\n");
  // The nets are whole: they caught what may be there.
  expect(everything).toContain(guid);
  expect(everything).toMatch(/_private_jobs: .*credit_card|_private_jobs: \(/);
  expect(log.length).toBeGreaterThan(10);
  expect([secrets.size, tokens.size, codes.size]).toEqual([2, 5, 3]);

  const keys = Object.values(world.app.secrets);
  const caught = [
    ...[...secrets].flatMap(formsOf),
    ...[...tokens].flatMap(formsOfToken),
    ...keys.flatMap((key) => formsOfToken(key.toString("base64url"))),
  ].filter((form) => everything.includes(form));
  expect(caught).toEqual([]);
  expect([...codes].filter((code) => isCodeIn(everything, code))).toEqual([]);
});
