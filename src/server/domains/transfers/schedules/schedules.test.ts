import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cardOfAccountText, ending } from "#contract/cardNames.ts";
import { getNotifications } from "#contract/notifications.ts";
import { transact } from "#server/db/db.ts";
import { runSchedules } from "#server/domains/transfers/schedules/runSchedules.ts";
import { isRailOpen, readAway } from "#server/platform/status/readAway.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/scheduleActs.ts";
import { intentFor, toBank, toCard } from "#test/support/sendActs.ts";
import { setBalance } from "#test/support/setBalance.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";

let world: World;
let whose: acts.Whose;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PAUSE_HOURS: "0" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-20T09:00:00+08:00"));
  const member = await world.makeMember({ savings: 10_000_00n, card: { balance: 5_000_00n } });
  whose = { member, browser: await world.signIn(member) };
});
afterEach(() => assertBooksHold(world));

const savings = () => whose.member.accountNumbers.savings ?? "";
const topUp = (amount = "1000.00") =>
  intentFor("own", amount, { member: whose.member, receiver: whose.member });
const comeTo = (at: string) => acts.comeTo(world, at);

/** What became of the member's only schedule, whoever is signed in by then. */
async function only() {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const [one] = await acts.schedulesOf(world, whose);
  if (one === undefined) throw new Error("there is none");
  return one;
}

async function told(): Promise<string[]> {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const params = { guid: whose.member.guid };
  const answer = await world.call(getNotifications, { params }, whose.browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
}

async function sent() {
  const { rows } = await world.app.pool.query<{ kind: string; amount: bigint; day: string }>(
    `select kind, amount_centavos as amount, (accepted_at at time zone 'Asia/Manila')::date as day
      from transfer where member_id = $1 order by accepted_at`,
    [whose.member.id],
  );
  return rows;
}

const asOwner = (sql: string) => asAdmin(world.database.ownerUrl, (owner) => owner.query(sql));

test("S287 on a day of one's choice money goes from savings to the card, told the day before and after", async () => {
  const made = await acts.schedule(world, whose, topUp(), {
    repeats: "once",
    first_on: "2026-11-25",
  });
  expect(made).toMatchObject({
    kind: "own",
    from: savings(),
    fromName: `Savings Deposit ${ending(savings())}`,
    amount: 1_000_00n,
    most: 1_000_00n,
    state: "active",
    next: [{ dueOn: "2026-11-25", sendOn: "2026-11-25" }],
  });
  await comeTo("2026-11-23T12:00");
  await comeTo("2026-11-24T12:00");
  await comeTo("2026-11-24T18:00");
  expect((await told()).filter((text) => text.startsWith("On Nov 25, 2026 we send"))).toHaveLength(
    1,
  );
  await comeTo("2026-11-25T06:59");
  expect(await sent()).toEqual([]);
  await comeTo("2026-11-25T07:00");
  await comeTo("2026-11-25T12:00");
  await comeTo("2026-11-26T12:00");
  expect(await sent()).toEqual([{ kind: "own", amount: 1_000_00n, day: "2026-11-25" }]);
  expect(await moneyOf(world, whose.member)).toEqual({
    savings: 9_000_00n,
    card: 6_000_00n,
    issuer: 6_000_00n,
  });
  expect(await only()).toMatchObject({
    state: "ended",
    endedFor: "done",
    days: [{ dueOn: "2026-11-25", state: "sent", refNo: expect.stringMatching(/^OT261125-/) }],
  });
  expect(await told()).toContainEqual(expect.stringContaining("scheduled transfer of ₱1,000.00"));
});

test("S287 each kind that the table has goes by the same acceptance as a member's own order", async () => {
  const receiver = await world.makeMember({ card: {} });
  const due = { repeats: "once", first_on: "2026-11-25" } as const;
  for (const order of [
    topUp("100.00"),
    toCard(receiver, "200.00"),
    intentFor("deposit", "300.00", { member: whose.member, receiver }),
    toBank("instapay", "400.00"),
    toBank("pesonet", "500.00"),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- a phone gets one code at a time
    await acts.schedule(world, whose, order, due);
    world.passSeconds(61);
  }
  const leaving = (await acts.schedulesOf(world, whose)).map(({ kind, fromName }) => [
    kind,
    fromName,
  ]);
  const card = cardOfAccountText(whose.member.cardAccountNo ?? "");
  expect(Object.fromEntries(leaving)).toEqual({
    own: `Savings Deposit ${ending(savings())}`,
    card,
    deposit: card,
    instapay: card,
    pesonet: card,
  });
  await comeTo("2026-11-24T12:00");
  await comeTo("2026-11-25T08:00");
  expect(Object.fromEntries((await sent()).map(({ kind, amount }) => [kind, amount]))).toEqual({
    card: 200_00n,
    deposit: 300_00n,
    instapay: 400_00n,
    own: 100_00n,
    pesonet: 500_00n,
  });
  expect(await sent()).toHaveLength(5);
  const { rows } = await world.app.pool.query(
    `select detail ->> 'kind' as kind, detail ->> 'schedule' is not null as named from audit_event
      where action = 'accept_transfer' and correlation_id like 'schedule-%'`,
  );
  expect(rows).toContainEqual({ kind: "pesonet", named: true });
});

test.each([
  [
    "en",
    (from: string, to: string) =>
      `at most PHP 1,000.00 to your EON account ending ${to} from acct ${from}, weekly from Nov 25.`,
  ],
  [
    "fil",
    (from: string, to: string) =>
      `hanggang PHP 1,000.00 sa EON ninyo ${to} mula ...${from}, lingguhan mula Nob 25.`,
  ],
] as const)(
  "S390 the text with the code of a schedule names the account that it leaves, in %s",
  async (language, said) => {
    const { member } = whose;
    await asOwner(`update member set language = '${language}' where id = ${member.id}`);
    await acts.schedule(world, whose, topUp(), { repeats: "weekly", first_on: "2026-11-25" });
    const texts = await world.textsTo(member.mobileNumber ?? "");
    const tails = [savings(), member.cardAccountNo ?? ""].map((account) => account.slice(-4));
    expect(texts).toContainEqual(expect.stringContaining(said(tails[0] ?? "", tails[1] ?? "")));
  },
);

test("S287 monthly on the 31st is the last day of a shorter month, and what is weekly keeps its day", async () => {
  world.setTime(new Date("2026-12-20T09:00:00+08:00"));
  whose = { ...whose, browser: await world.signIn(whose.member) };
  await acts.schedule(world, whose, topUp("100.00"), {
    repeats: "monthly",
    first_on: "2026-12-31",
  });
  for (const day of ["2026-12-31", "2027-01-31", "2027-02-27", "2027-02-28", "2027-03-31"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await comeTo(`${day}T08:00`);
  }
  expect((await sent()).map(({ day }) => day)).toEqual([
    "2026-12-31",
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
  ]);
  expect(await only()).toMatchObject({
    state: "active",
    next: [{ dueOn: "2027-04-30" }, {}, {}, {}],
  });
});

test("S288 PESONet on a day without clearing goes on the next banking day, and is told the day before that", async () => {
  // Saturday; Monday 30 November is Bonifacio Day.
  const made = await acts.schedule(world, whose, toBank("pesonet", "500.00"), {
    repeats: "paydays",
    first_on: "2026-11-30",
  });
  expect(made.next.slice(0, 2)).toEqual([
    { dueOn: "2026-11-30", sendOn: "2026-12-01" },
    { dueOn: "2026-12-15", sendOn: "2026-12-15" },
  ]);
  expect(made).toMatchObject({ most: 510_00n, bankName: expect.any(String) });
  await comeTo("2026-11-29T12:00");
  expect((await told()).filter((text) => text.startsWith("On "))).toEqual([]);
  await comeTo("2026-11-30T12:00");
  expect(await told()).toContainEqual(expect.stringContaining("On Dec 1, 2026 we send ₱500.00"));
  expect(await sent()).toEqual([]);
  await comeTo("2026-12-01T07:30");
  expect(await sent()).toEqual([{ kind: "pesonet", amount: 500_00n, day: "2026-12-01" }]);
});

test("S288 two runs at once, and one that is cut off between the order and its day, send it once", async () => {
  const due = { repeats: "once", first_on: "2026-11-25" } as const;
  await acts.schedule(world, whose, topUp("1000.00"), due);
  await comeTo("2026-11-24T12:00");
  world.setTime(new Date("2026-11-25T08:00:00+08:00"));
  await asOwner(`create function cut_off() returns trigger language plpgsql as
    $$ begin if new.state = 'sent' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
    create trigger cut_off before update on transfer_schedule_day for each row execute function cut_off();`);
  await runSchedules(world.app);
  expect(await sent()).toEqual([]);
  expect((await moneyOf(world, whose.member)).savings).toBe(10_000_00n);
  await asOwner("drop trigger cut_off on transfer_schedule_day; drop function cut_off;");
  const twin = await world.makeTwin({});
  await Promise.all([runSchedules(world.app), runSchedules(twin.app), runSchedules(world.app)]);
  expect(await sent()).toHaveLength(1);
  expect((await only()).days).toMatchObject([{ state: "sent" }]);
});

test("S288 without the money it is tried until the day ends: sent when it comes, else missed, and told both", async () => {
  await acts.schedule(world, whose, topUp("1000.00"), {
    repeats: "weekly",
    first_on: "2026-11-25",
  });
  await setBalance(world, savings(), 100_00n);
  await comeTo("2026-11-25T08:00");
  await comeTo("2026-11-25T08:05");
  await comeTo("2026-11-25T10:00");
  const waiting = (await told()).filter((text) => text.includes("so far: not enough money"));
  expect(waiting).toHaveLength(1);
  expect(await only()).toMatchObject({
    days: [{ state: "announced", reason: "not enough money" }],
  });
  await setBalance(world, savings(), 1_500_00n);
  await comeTo("2026-11-25T10:05");
  expect(await sent()).toHaveLength(1);
  await comeTo("2026-12-02T08:00");
  await comeTo("2026-12-02T23:55");
  await comeTo("2026-12-03T00:05");
  await setBalance(world, savings(), 5_000_00n);
  await comeTo("2026-12-03T09:00");
  expect(await sent()).toHaveLength(1);
  expect(await told()).toContainEqual(
    expect.stringContaining("was not sent on Dec 2, 2026: not enough money"),
  );
  expect(await only()).toMatchObject({
    state: "active",
    days: [
      { dueOn: "2026-12-02", state: "missed", reason: "not enough money" },
      { dueOn: "2026-11-25", state: "sent" },
    ],
  });
  await comeTo("2026-12-09T08:00");
  expect(await sent()).toHaveLength(2);
});

test("S288 a bank that was away on the day sends what fell due once after it", async () => {
  await acts.schedule(world, whose, topUp("100.00"), { repeats: "weekly", first_on: "2026-11-25" });
  await comeTo("2026-12-04T03:00");
  expect(await sent()).toHaveLength(2);
  expect((await only()).days.map(({ dueOn, state }) => [dueOn, state])).toEqual([
    ["2026-12-02", "sent"],
    ["2026-11-25", "sent"],
  ]);
});

test("S388 a run with one connection sends what a rail takes: what it reads besides it reads within its transaction", async () => {
  for (const order of [toBank("instapay", "400.00"), toBank("pesonet", "500.00")]) {
    // oxlint-disable-next-line no-await-in-loop -- a phone gets one code at a time
    await acts.schedule(world, whose, order, { repeats: "once", first_on: "2026-11-25" });
    world.passSeconds(61);
  }
  await comeTo("2026-11-24T12:00");
  world.setTime(new Date("2026-11-25T08:00:00+08:00"));
  const lone = await world.makeTwin({ DATABASE_POOL: 1 });
  await runSchedules(lone.app, undefined, { hands: 1 });
  expect(await sent()).toHaveLength(2);
});

test("S388 whoever holds the only connection does not wait for what another reads by one", async () => {
  const { app } = await world.makeTwin({ DATABASE_POOL: 1 });
  let underWay: Promise<unknown> | undefined;
  const isOpen = await transact(app.db, async (tx) => {
    underWay = readAway(app);
    return isRailOpen(app, "instapay", tx);
  });
  expect(isOpen).toBe(true);
  expect(await underWay).toEqual([]);
});
