import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getNotifications } from "#contract/notifications.ts";
import { checkBankPayee, checkCardPayee } from "#contract/payeeChecks.ts";
import { getSchedules } from "#contract/schedules.ts";
import type { Repeats } from "#common/scheduleDays.ts";
import { runSchedules } from "#server/domains/transfers/schedules/runSchedules.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as passkeys from "#test/support/passkeyActs.ts";
import * as acts from "#test/support/scheduleActs.ts";
import { approveSending, intentFor, send, toBank, toCard } from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let whose: acts.Whose;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PAUSE_HOURS: "0" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-20T09:00:00+08:00"));
  const member = await world.makeMember({
    savings: 90_000_00n,
    card: { balance: 90_000_00n },
  });
  whose = { member, browser: await world.signIn(member) };
});
afterEach(() => assertBooksHold(world));

const comeTo = (at: string) => acts.comeTo(world, at);
const due = (repeats: Repeats, firstOn = "2026-11-30") => ({ repeats, first_on: firstOn });

/** Whether a code approves a schedule of this. */
async function byCode(order: ReturnType<typeof toBank>, repeats: Repeats): Promise<string> {
  world.passSeconds(61);
  const asked = approveSending(world, whose.member, whose.browser, { ...order, ...due(repeats) });
  return asked.then(() => "ok").catch((error: unknown) => String(error).split(" ")[2] ?? "");
}

const bank = (amount: string, account = "109450542671") => toBank("instapay", amount, { account });

test("S386 to somebody new a code approves what a schedule comes to within a year, not what one day takes", async () => {
  expect(await byCode(bank("25000.00"), "once")).toBe("ok");
  expect(await byCode(bank("471.70"), "weekly")).toBe("passkey_needed");
  expect(await byCode(bank("471.69"), "weekly")).toBe("ok");
  expect(await byCode(bank("2083.34"), "monthly")).toBe("passkey_needed");
  expect(await byCode(bank("2083.33"), "monthly")).toBe("ok");
  expect(await byCode(bank("1041.67"), "paydays")).toBe("passkey_needed");
  expect(await byCode(bank("1041.66"), "paydays")).toBe("ok");
  // What comes to the member's own accounts goes to nobody new.
  const { member } = whose;
  const own = intentFor("own", "5000.00", { member, receiver: member });
  await acts.schedule(world, whose, own, due("weekly"));
});

test("S386 schedules to the same payee count together, over either rail and on whichever days; one that ended does not", async () => {
  const { scheduleId } = await acts.schedule(world, whose, bank("24000.00"), due("once"));
  const other = toBank("pesonet", "1000.01", { account: "109450542671" });
  expect(await byCode(other, "once")).toBe("passkey_needed");
  expect(await byCode(bank("1000.01", "109450542672"), "once")).toBe("ok");
  expect(await byCode({ ...other, amount: "1000.00" }, "once")).toBe("ok");
  await acts.change(world, whose, scheduleId, { change: "end" });
  expect(await byCode(other, "once")).toBe("ok");
});

test("S386 two approvals by code that were asked for at once make one schedule: the second is over the sum", async () => {
  const order = { ...bank("13000.00"), ...due("once") };
  const { member, browser } = whose;
  const [first, second] = [{ ...order }, { ...order, first_on: "2026-12-01" }];
  const one = await approveSending(world, member, browser, first);
  world.passSeconds(61);
  const two = await approveSending(world, member, browser, second);
  expect(await acts.scheduleWith(world, whose, second, two)).toMatchObject({ status: true });
  expect(await acts.scheduleWith(world, whose, first, one)).not.toMatchObject({ status: true });
  expect(await acts.schedulesOf(world, whose)).toHaveLength(1);
});

test("S386 a passkey approves any sum, and to whom one paid a day ago so does a code", async () => {
  const receiver = await world.makeMember({ card: {} });
  const order = toCard(receiver, "2500.00");
  await send(world, whose.member, whose.browser, toCard(receiver, "10.00"));
  await drainJobs(world.app);
  await comeTo("2026-11-21T10:00");
  whose = { ...whose, browser: await world.signIn(whose.member) };
  await acts.schedule(world, whose, order, due("weekly"));
  world.passSeconds(61);
  const { authenticator } = await passkeys.givePasskey(world, whose);
  const great = { ...bank("20000.00"), ...due("weekly") };
  const proof = await passkeys.approveByPasskey(world, { ...whose, authenticator }, great);
  expect(await acts.scheduleWith(world, whose, great, proof)).toMatchObject({ status: true });
});

async function askName(name: string) {
  const body = {
    destination_bank: "1",
    destination_account_number: "109450542671",
    destination_account_name: name,
  };
  const answer = await world.call(checkBankPayee, { body }, whose.browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.answer;
}

/** What the other banks say from now on, but for those that `isSilent` names; answers how it is undone. */
function switchSays(
  change: ((xml: string) => string) | undefined,
  isSilent: (question: string) => boolean = () => change === undefined,
) {
  const { verify } = world.app.instapay;
  let asked = 0;
  world.app.instapay.verify = async (question) => {
    asked += 1;
    const bytes = isSilent(question) ? undefined : await verify(question);
    return bytes && Buffer.from(change?.(bytes.toString("utf8")) ?? "");
  };
  return {
    asked: () => asked,
    undo: () => {
      world.app.instapay.verify = verify;
    },
  };
}
/** As an account that somebody else has now. */
const otherName = (xml: string) =>
  xml.replace("<Vrfctn>true", "<Vrfctn>false").replace("MTCH", "NMTC");

async function bicsOf(banks: string[]) {
  const { rows } = await world.app.pool.query<{ bic: string }>(
    "select bank_bic(b, 'instapay') as bic from bank b where id::text = any($1) order by id",
    [banks],
  );
  return rows.map(({ bic }) => bic);
}

async function orders() {
  const { rows } = await world.app.pool.query<{ answer: string | null; known: boolean | null }>(
    `select p.answer, p.known_at is not null as known from transfer t left join payee_check p on p.id = t.payee_check_id
      where t.member_id = $1 order by t.accepted_at`,
    [whose.member.id],
  );
  return rows;
}

async function told(): Promise<string[]> {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const params = { guid: whose.member.guid };
  const answer = await world.call(getNotifications, { params }, whose.browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
}

test("S387 what the member was told of the payee when it was scheduled stands with each of its orders", async () => {
  expect(await askName("Juan Dela Cruz")).toBe("match");
  await acts.schedule(world, whose, bank("100.00"), due("weekly", "2026-11-25"));
  await comeTo("2026-11-24T12:00");
  await comeTo("2026-11-25T08:00");
  await comeTo("2026-12-02T08:00");
  expect(await orders()).toEqual([
    { answer: "match", known: false },
    { answer: "match", known: false },
  ]);
});

test("S387 a schedule to a card of ours names its owner as the member was told", async () => {
  const receiver = await world.makeMember({ card: {} });
  const body = { destination_account: receiver.cardAccountNo ?? "" };
  const answer = await world.call(checkCardPayee, { body }, whose.browser);
  if (!answer.status) throw new Error(answer.message);
  await acts.schedule(world, whose, toCard(receiver, "20.00"), due("weekly", "2026-11-25"));
  const params = { guid: whose.member.guid };
  expect(await world.call(getSchedules, { params }, whose.browser)).toMatchObject({
    result: [{ accountName: answer.result.told }],
  });
});

test("S387 an account that is in another name by the day before is not paid: paused and told, sent on when the member resumes it", async () => {
  await askName("Juan Dela Cruz");
  const { scheduleId } = await acts.schedule(
    world,
    whose,
    bank("100.00"),
    due("weekly", "2026-11-25"),
  );
  const { undo } = switchSays(otherName);
  await comeTo("2026-11-24T12:00");
  await comeTo("2026-11-25T08:00");
  expect(await orders()).toEqual([]);
  expect(await told()).toContainEqual(expect.stringContaining("the account is in another name"));
  expect(await world.textsTo(whose.member.mobileNumber ?? "")).toContainEqual(
    expect.stringContaining("the account is in another name now"),
  );
  const [paused] = await acts.schedulesOf(world, whose);
  expect(paused).toMatchObject({ state: "paused", pausedFor: "payee_name", days: [] });
  const resumed = await acts.change(world, whose, scheduleId, { change: "resume" });
  expect(resumed).toMatchObject({ result: { state: "active", pausedFor: null } });
  // Resumed on its day, it is still sent on it.
  await comeTo("2026-11-25T09:00");
  const sent = { answer: "none", known: true };
  expect(await orders()).toEqual([sent]);
  await comeTo("2026-12-01T12:00");
  await comeTo("2026-12-02T08:00");
  undo();
  expect(await orders()).toEqual([sent, sent]);
  const { rows } = await world.app.pool.query(
    "select actor_kind, action from audit_event where object = $1 order by id",
    [`schedule:${scheduleId}`],
  );
  expect(rows).toEqual([
    { actor_kind: "member", action: "make_schedule" },
    { actor_kind: "system", action: "pause_schedule" },
    { actor_kind: "member", action: "change_schedule" },
  ]);
});

test("S387 a switch that says nothing keeps no schedule from its day, and is asked three times a run", async () => {
  for (const amount of ["101.00", "102.00", "103.00", "104.00", "105.00"]) {
    // oxlint-disable-next-line no-await-in-loop -- a phone gets one code at a time
    await acts.schedule(world, whose, bank(amount), due("once", "2026-11-25"));
    world.passSeconds(61);
  }
  const silent = switchSays(undefined);
  world.setTime(new Date("2026-11-24T12:00:00+08:00"));
  await runSchedules(world.app, undefined, { hands: 1 });
  silent.undo();
  expect(silent.asked()).toBe(3);
  await comeTo("2026-11-25T08:00");
  expect(await orders()).toHaveLength(5);
});

test("S387 a bank that says nothing keeps no other bank from being asked", async () => {
  const [silentBic, otherBic] = await bicsOf(["1", "2"]);
  const toSilent = ["101.00", "102.00", "103.00"].map((amount) => bank(amount));
  const last = toBank("instapay", "104.00", { bank: "2", account: "109450542671" });
  for (const order of [...toSilent, last]) {
    // oxlint-disable-next-line no-await-in-loop -- a phone gets one code at a time
    await acts.schedule(world, whose, order, due("once", "2026-11-25"));
    world.passSeconds(61);
  }
  expect(silentBic).not.toBe(otherBic);
  const says = switchSays(otherName, (question) => question.includes(silentBic ?? ""));
  world.setTime(new Date("2026-11-24T12:00:00+08:00"));
  await runSchedules(world.app, undefined, { hands: 1 });
  says.undo();
  expect(says.asked()).toBe(4);
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const found = await acts.schedulesOf(world, whose);
  expect(found.filter(({ pausedFor }) => pausedFor === "payee_name")).toHaveLength(1);
});
