import { afterAll, beforeAll, expect, test } from "vitest";
import { login, refreshSession, sendOtp, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import {
  agreedFields,
  forgotPassword,
  setPassword,
  signUp,
  updatePassword,
} from "#contract/signUp.ts";
import { getProfile } from "#contract/members.ts";
import { issueFirstTimeCode } from "#server/domains/access/signUp/firstTimeCode.ts";
import { makeLog } from "#server/platform/base/log.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import { formsOf, formsOfToken, isCodeIn } from "#test/support/findSecrets.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";

const PASSWORD = "canary-of-right-kind";
const WRONG_PASSWORD = "canary of the wrong kind";
const SIGN_UP_PASSWORD = "canary that joins in";
const NEW_PASSWORD = "canary that came back";
const NEWER_PASSWORD = "canary that changed its mind";
const WRONG_PIN = "907060";

let world: World;
let member: TestMember;
const log: string[] = [];
/** Everything the database held, at each moment that was looked at. */
const dumps: string[] = [];
/** The same without numbers and times: six digits among them are no code. */
const words: string[] = [];

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
  words.push(...(await dumpDatabase(world.database.adminUrl, "words")).values());
}

/** Sends the promised texts as the worker does, looking at the outbox and at the jobs on the way. */
async function codeOnThePhone(of = member): Promise<string> {
  await dump();
  await relayOutbox(world.app);
  await dump();
  await drainJobs(world.app);
  await dump();
  return world.codeFor(of);
}

/** Signs somebody up with the code from the counter, then sets and changes the password. */
async function joinAndComeBack(codes: Set<string>, tokens: Set<string>): Promise<void> {
  const joiner = await world.makeMember({ hasAccount: false, username: "canary.joins" });
  const { membershipNo, username } = joiner;
  const browser = newBrowser();
  const remember = () => {
    for (const cookie of browser.cookies.values()) tokens.add(cookie);
  };
  const enter = async (sent: { guid: string; pinId: string }, pin: string) => {
    codes.add(pin);
    const body = { memberGuid: sent.guid, pinId: sent.pinId, pin };
    const answer = await world.call(verifyOtp, { body }, browser);
    if (!answer.status) throw new Error(answer.message);
    remember();
    await dump();
    return answer.result;
  };
  const fields = { username, password: SIGN_UP_PASSWORD, confirm_password: SIGN_UP_PASSWORD };
  const form = { [memberNumberField]: membershipNo, ...fields, ...agreedFields } as const;
  const joining = await world.call(signUp, { body: form }, browser);
  if (!joining.status) throw new Error(joining.message);
  remember();
  codes.add(await codeOnThePhone(joiner));
  const { code } = await issueFirstTimeCode(world.app, { membershipNo, issuedBy: "counter" });
  await enter(joining.result, code);

  const lost = await world.call(forgotPassword, { body: { identifier: username } }, browser);
  if (!lost.status) throw new Error(lost.message);
  const { guid } = await enter(lost.result, await codeOnThePhone(joiner));
  const chosen = { new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  await world.call(setPassword, { body: { memberGuid: guid, ...chosen } }, browser);

  const signedIn = await world.signIn({ ...joiner, password: NEW_PASSWORD }, browser);
  remember();
  codes.add(await codeOnThePhone(joiner));
  const wanted = { new_password: NEWER_PASSWORD, confirm_password: NEWER_PASSWORD };
  const body = { memberGuid: joiner.guid, current_password: NEW_PASSWORD, ...wanted };
  const changed = await world.call(updatePassword, { body }, signedIn);
  if (!changed.status) throw new Error(changed.message);
  tokens.add(changed.result.token);
  await dump();
}

test("S135 neither database nor log ever hold a password, a code, a token or a cookie", async () => {
  const { username, guid } = member;
  const browser: Browser = newBrowser();
  const secrets = new Set([
    PASSWORD,
    WRONG_PASSWORD,
    SIGN_UP_PASSWORD,
    NEW_PASSWORD,
    NEWER_PASSWORD,
  ]);
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
  await joinAndComeBack(codes, tokens);
  // A copied token and a broken call, for the lines that failures write.
  await world.callRaw(getProfile, { params: { guid } }, { ...newBrowser(), token: browser.token });
  await world.send({ method: "GET", url: `/api/members/${browser.token}?pin=${approval.pin}` });
  await dump();

  const everything = [...dumps, log.join("\n")].join("\n");
  // The nets are whole: they caught what may be there.
  expect(everything).toContain(guid);
  expect(everything).toMatch(/_private_jobs: .*credit_card|_private_jobs: \(/);
  expect(log.length).toBeGreaterThan(10);
  expect([secrets.size, tokens.size, codes.size]).toEqual([5, 11, 7]);

  const keys = Object.values(world.app.secrets).filter((key) => Buffer.isBuffer(key));
  const caught = [
    ...[...secrets].flatMap(formsOf),
    ...[...tokens].flatMap(formsOfToken),
    ...keys.flatMap((key) => formsOfToken(key.toString("base64url"))),
  ].filter((form) => everything.includes(form));
  expect(caught).toEqual([]);
  const said = [...words, log.join("\n")].join("\n");
  expect(said).toContain(guid);
  expect([...codes].filter((code) => isCodeIn(said, code))).toEqual([]);
});
