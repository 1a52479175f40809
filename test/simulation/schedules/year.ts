import { addDays } from "#common/manila.ts";
import { REPEATS } from "#common/scheduleDays.ts";
import { toDecimal } from "#common/money.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { runSchedules } from "#server/domains/transfers/schedules/runSchedules.ts";
import { between, choose, type Dice, diceOf } from "#test/simulation/dice.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import * as acts from "#test/support/scheduleActs.ts";
import { intentFor } from "#test/support/sendActs.ts";
import { setBalance } from "#test/support/setBalance.ts";
import { asAdmin } from "#test/support/testDb.ts";
import * as oracle from "./oracle.ts";
import { type Act, daysOf, type Morning, type Watched } from "./oracle.ts";

const FIRST = "2026-11-20";
const RICH = 50_000_00n;
/** By when the bank looks on a day: from 7, at noon and by night. */
const TIMES = ["07:05", "12:10", "23:50"] as const;

/** A member with one schedule, from savings to the own card. */
type Saver = acts.Whose & { id: string; watched: Watched };

export type Year = {
  world: World;
  dice: Dice;
  days: string[];
  savers: Saver[];
  /** How often the bank granted each act. */
  granted: Partial<Record<Act, number>>;
  /** Acts that were answered otherwise than they had to be. */
  wrongs: string[];
};

const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`);
const asOwner = ({ world }: Year, sql: string) =>
  asAdmin(world.database.ownerUrl, (owner) => owner.query(sql));

/** One schedule of each rhythm, of a member of its own, and so many days. */
export async function beginYear(world: World, seed: number, count: number): Promise<Year> {
  const dice = diceOf(seed);
  const days = Array.from({ length: count }, (_, place) => addDays(FIRST, place + 1));
  const year: Year = { world, dice, days, savers: [], granted: {}, wrongs: [] };
  world.setTime(at(FIRST, "09:00"));
  for (const repeats of REPEATS) {
    // oxlint-disable-next-line no-await-in-loop -- one member after the other
    const member = await world.makeMember({ officeId: 1n, savings: RICH, card: {} });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const whose = { member, browser: await world.signIn(member) };
    const amount = BigInt(between(dice("amount", repeats), 10_00, 90_00));
    // A month that is shorter takes its last day.
    const firstOn = {
      once: days[20],
      weekly: days[3],
      monthly: "2026-12-31",
      paydays: "2026-11-30",
    };
    const due = { repeats, first_on: firstOn[repeats] ?? "" };
    const order = intentFor("own", toDecimal(amount), { member, receiver: member });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { scheduleId } = await acts.schedule(world, whose, order, due);
    const watched = oracle.watch({ repeats, firstOn: due.first_on, amount });
    year.savers.push({ ...whose, id: scheduleId, watched });
  }
  return year;
}

/** A day of everybody: what they do before 7, what they hold, and the bank's runs, cut off or doubled now and then. */
export async function liveDay(year: Year, day: string): Promise<void> {
  const { world, dice, savers } = year;
  await passMidnight(year, day);
  world.setTime(at(day, "05:00"));
  const mornings = savers.map((saver, place) => morningOf(dice, day, place, saver.watched));
  for (const [place, saver] of savers.entries()) {
    for (const act of mornings[place]?.acts ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await doIt(year, saver, day, act);
    }
  }
  for (const [turn, time] of TIMES.entries()) {
    world.setTime(at(day, time));
    for (const [place, { member }] of savers.entries()) {
      const held = mornings[place]?.money[turn] ?? 0n;
      const before = turn === 0 ? undefined : mornings[place]?.money[turn - 1];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (held !== before) await setBalance(world, member.accountNumbers.savings ?? "", held);
    }
    // oxlint-disable-next-line no-await-in-loop -- as the day goes
    await runOnce(year, dice("run", day, turn));
  }
  savers.forEach(({ watched }, place) => {
    oracle.endDay(watched, day, mornings[place]?.money ?? []);
  });
}

/** After midnight: what was not sent by then is missed, and what was sent is on its card. */
export async function passMidnight(year: Year, day: string): Promise<void> {
  year.world.setTime(at(day, "00:10"));
  await runOnce(year, year.dice("night", day));
  await drainJobs(year.world.app);
}

/** What is done on a morning, by the state of the schedule, and how often; the weekly one is never ended. */
const ACTS: Record<Watched["state"], (place: number) => readonly (readonly [number, Act[]])[]> = {
  active: (place) => [
    [90, []],
    [3, ["skip"]],
    [3, ["pause"]],
    [1, ["pause", "resume"]],
    [1, ["freeze"]],
    [place === 1 ? 0 : 0.1, ["end"]],
  ],
  paused: () => [
    [70, []],
    [30, ["resume"]],
    [1, ["skip"]],
  ],
  // What has ended stays so.
  ended: () => [
    [40, []],
    [1, ["resume"]],
    [1, ["skip"]],
    [1, ["end"]],
  ],
};

function morningOf(dice: Dice, day: string, place: number, { state }: Watched): Morning {
  const roll = dice("act", day, place);
  const acts = choose<Act[]>(roll, ACTS[state](place));
  const money = choose(dice("money", day, place), [
    [8, [RICH, RICH, RICH]],
    [1, [1_00n, 1_00n, RICH]],
    [1, [1_00n, RICH, RICH]],
    [1, [1_00n, 1_00n, 1_00n]],
  ] as const);
  return { acts: [...acts], money };
}

async function doIt(year: Year, saver: Saver, day: string, act: Act): Promise<void> {
  const { world, days, granted, wrongs } = year;
  saver.browser = await world.signIn(saver.member);
  const next = act === "skip" ? oracle.nextOf(saver.watched, day, days) : undefined;
  const answer =
    act === "freeze"
      ? await freezeAndOpen(world, saver)
      : await acts.change(world, saver, saver.id, {
          change: act,
          ...(next !== undefined && { day: next }),
        });
  if (answer.status) granted[act] = (granted[act] ?? 0) + 1;
  const isToBe = oracle.apply(saver.watched, day, act, days);
  if (answer.status === isToBe) return;
  const said = answer.status ? "granted" : answer.code;
  wrongs.push(`${day} ${saver.watched.rule.repeats}: ${act} was ${said}`);
}

/** The member freezes the account, and two at the office open it again: what was scheduled stays paused. */
async function freezeAndOpen(world: World, { member, browser }: Saver) {
  const frozen = await world.call(freezeAccount, {}, browser);
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const payload = { memberGuid: member.guid, identityDocument: "UMID ending 1234" };
  await approve(supervisor, await asked(teller, { kind: "lift_freeze", payload }));
  return frozen;
}

/** A run of the worker; a few are killed amid an order, or come twice at once, and another follows. */
async function runOnce(year: Year, roll: number): Promise<void> {
  const { app } = year.world;
  if (roll < 0.03) {
    await asOwner(
      year,
      `create function cut_off() returns trigger language plpgsql as
        $$ begin if new.state = 'sent' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
      create trigger cut_off before update on transfer_schedule_day for each row execute function cut_off();`,
    );
    await runSchedules(app);
    await asOwner(year, "drop trigger cut_off on transfer_schedule_day; drop function cut_off;");
  }
  await Promise.all(roll > 0.95 ? [runSchedules(app), runSchedules(app)] : [runSchedules(app)]);
}

/** What the books and the rows say otherwise than the oracle. */
export async function differences({ world, savers, wrongs }: Year): Promise<string[]> {
  const found = [...wrongs];
  for (const { id, member, watched } of savers) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { rows: sent } = await world.app.pool.query<{
      day: string;
      amount: bigint;
      state: string;
    }>(
      `select (accepted_at at time zone 'Asia/Manila')::date as day, amount_centavos as amount, state
        from transfer where member_id = $1 order by accepted_at`,
      [member.id],
    );
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { rows: missed } = await world.app.pool.query<{ day: string }>(
      `select due_on as day from transfer_schedule_day
        where schedule_id = $1 and state = 'missed' order by due_on`,
      [id],
    );
    const { repeats, amount } = watched.rule;
    const told = (days: readonly string[]) => days.join(" ");
    const wanted = daysOf(watched, "sent");
    const got = sent.map(({ day }) => day);
    if (told(got) !== told(wanted))
      found.push(`${repeats}: sent ${told(got)}, not ${told(wanted)}`);
    if (sent.some((one) => one.amount !== amount)) found.push(`${repeats}: another amount`);
    if (sent.some((one) => one.state !== "credited")) found.push(`${repeats}: not credited`);
    const lost = missed.map(({ day }) => day);
    const toMiss = daysOf(watched, "missed");
    if (told(lost) !== told(toMiss))
      found.push(`${repeats}: missed ${told(lost)}, not ${told(toMiss)}`);
  }
  return found;
}
