import { afterAll, beforeAll, expect, test } from "vitest";
import { sealPin } from "#contract/pinBlock.ts";
import { getPinKey, lockCard, resetPin, revealCvv, unlockCard } from "#contract/cardSettings.ts";
import { getDashboard, getProfile } from "#contract/members.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { makeLog } from "#server/platform/base/log.ts";
import type { Browser } from "#test/support/browser.ts";
import {
  approveWith,
  askForCvv,
  enterPins,
  newReveal,
  profileOf,
  settingsOf,
} from "#test/support/cardUse.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import { formsOf, isCodeIn } from "#test/support/findSecrets.ts";
import { cardNumberOf, TEST_ATM_PIN, type TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { fault } from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;
const log: string[] = [];
/** Everything the database held, at each moment that was looked at. */
const dumps: string[] = [];
/** Every answer of a call, as it came. */
const answers: string[] = [];

beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: "trace", ISSUER_TIMEOUT_MS: "2500" });
  world.app.log = makeLog("test", "trace", { write: (line) => log.push(line) });
  member = await world.makeMember({ card: { balance: 1_000_00n } });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

/** Looks at everything the database holds now, the outbox and the jobs as well. */
async function look(): Promise<void> {
  const dump = async () => {
    const tables = await dumpDatabase(world.database.adminUrl);
    dumps.push([...tables].map(([name, rows]) => `${name}: ${rows}`).join("\n"));
  };
  await dump();
  await relayOutbox(world.app);
  await dump();
  await drainJobs(world.app);
}

/** Everything a member does with PIN, number and CVV, right and wrong, and while the issuer is away. */
async function useEverything(): Promise<{ cvv: string; sealed: string }> {
  const change = (current: string, next: string) =>
    enterPins(world, member, browser, { current, next });
  await change("314159", "271828");
  await look();
  await change(TEST_ATM_PIN, "123456");
  expect(await change(TEST_ATM_PIN, "271828")).toMatchObject({ status: true });
  await look();
  const forgot = await approveWith(world, member, browser, { kind: "reset_pin" });
  const params = { guid: member.guid };
  const key = await world.call(getPinKey, { params }, browser);
  if (!key.status) throw new Error(key.code);
  const accountNo = member.cardAccountNo ?? "";
  const new_pin = await sealPin({ key: key.result, purpose: "new", accountNo, pin: "602214" });
  const visa_card_no = cardNumberOf(accountNo);
  const reset = { visa_card_no, new_pin, ...forgot };
  expect(await world.call(resetPin, { params, body: reset }, browser)).toMatchObject({
    status: true,
  });
  await look();
  expect(await change("602214", "271828")).toMatchObject({ status: true });
  await fault(world, "timeout");
  await change("271828", "161803");
  await askForCvv(world, member, browser);
  await look();
  await fault(world, "ok");
  await askForCvv(world, member, browser, "4012888888881881");
  await askForCvv(world, member, browser);
  await look();
  const code = await approveWith(world, member, browser, { kind: "reveal_cvv" });
  const { publicKey, open } = await newReveal();
  const body = { public_key: publicKey, ...code };
  const shown = await world.call(revealCvv, { body }, browser);
  if (!shown.status) throw new Error(shown.code);
  await look();
  const { sealed } = shown.result;
  return { sealed, cvv: await open(sealed, member.cardAccountNo ?? "") };
}

test("S075 S077 S078 S135 S359 no PIN, sealed or not, no CVV and no card number is ever kept or logged", async () => {
  const { cvv, sealed } = await useEverything();
  const everything = [...dumps, log.join("\n")].join("\n");
  // The nets are whole: they caught what may be there.
  expect(everything).toContain(member.cardAccountNo);
  expect(everything).toContain("change_pin");
  expect(log.length).toBeGreaterThan(10);

  for (const pin of [TEST_ATM_PIN, "314159", "271828", "161803", "602214"]) {
    expect([pin, isCodeIn(everything, pin)]).toEqual([pin, false]);
  }
  const numbers = [cardNumberOf(member.cardAccountNo ?? ""), "4012888888881881"];
  const kept = [...numbers.flatMap(formsOf), sealed].filter((form) => everything.includes(form));
  expect(kept).toEqual([]);
  expect(everything).not.toMatch(/\bpin1\.(?!none)/);
  expect(everything).not.toContain("cvv1.");
  expect(everything).not.toMatch(new RegExp(`cvv\\W{0,8}${cvv}(?!\\d)`, "i"));
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.length).toBeGreaterThan(2);
  for (const text of texts) expect(text).not.toMatch(new RegExp(`(?<!\\d)${cvv}(?!\\d)`));
});

test("S076 S077 no answer has more of a card than its last four digits", async () => {
  const { guid } = member;
  await world.call(lockCard, { params: { guid } }, browser);
  await world.call(unlockCard, { params: { guid } }, browser);
  const number = cardNumberOf(member.cardAccountNo ?? "");
  answers.push(
    JSON.stringify(await profileOf(world, member, browser)),
    JSON.stringify(await settingsOf(world, member, browser), (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  );
  for (const endpoint of [getProfile, getDashboard]) {
    answers.push((await world.callRaw(endpoint, { params: { guid } }, browser)).text);
  }
  expect(await profileOf(world, member, browser)).toMatchObject({
    card_number: `XXXX XXXX XXXX ${number.slice(-4)}`,
  });
  expect(await settingsOf(world, member, browser)).toMatchObject({ cvv: "***" });
  for (const answer of answers) {
    expect(answer).not.toContain(number);
    expect(answer.replaceAll(" ", "")).not.toContain(number.slice(0, 12));
    expect(answer).not.toContain(`TK${member.cardAccountNo}`);
  }
});
