import type pg from "pg";
import { manilaDate } from "#common/manila.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { type Audit, audit, isBusy } from "#lab/killLoop/audit.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import { type LoadedBank, startLoadedBank } from "#lab/load/bank.ts";
import { fillBank, type Holder } from "#lab/load/fill.ts";
import { openIssuerAccounts } from "#lab/load/issuerAccounts.ts";
import { readLoadProfile } from "#lab/load/profile.ts";
import { databaseTime, running } from "./processorTime.ts";

/** So many are due in one hour. */
const GOAL = { schedules: 200_000, seconds: 3_600 };
const WORKERS = ["worker", "worker2"] as const;
/** One of them does the work: whichever it is, one of these kills is in the midst of it. */
const KILLED_AT = [1 / 3, 2 / 3];
const LOOKS_EVERY_MS = 100;
/** After so long without another one nothing is sent any more. */
const STUCK_MS = 120_000;
const CENTAVOS = 100;

/**
 * So many schedules of as many members, announced the day before and due on one morning, sent by a bank as it is
 * deployed: two worker processes, of which one works and the other stands by, the partner, a sized database. Each
 * worker is killed once. Says how many were sent a second, and whether each was sent once: by the books, the days and
 * the issuer.
 */
export async function benchSchedules(count: number): Promise<void> {
  const profileDir = process.env["BENCH_PROFILES"];
  const starting = startLoadedBank(
    { apis: 1, profileDir, workers: WORKERS.length },
    () => undefined,
  );
  endOnSignals(async () => (await starting).end());
  const bank = await starting;
  try {
    await fill(bank, count);
    WORKERS.forEach((name) => bank.stack.restart(name));
    const { seconds, cost } = await watch(bank.stack, count);
    const settled = await settle(bank.stack);
    const per = (rate: number) => Math.round(rate * 10) / 10;
    console.log(
      `schedules: ${count} sent in ${Math.round(seconds)} s, with both workers killed: ${per(count / seconds)} a second, ` +
        `all at their cards ${Math.round(settled)} s later`,
    );
    const each = Object.entries(cost).map(([who, spent]) => `${who} ${per(spent / 1000)}`);
    console.log(
      `schedules: ms of processor time each until the first kill, with what was settled meanwhile: ${each.join(", ")}`,
    );
    const minutes = Math.round((GOAL.schedules * seconds) / count / 60);
    console.log(
      `schedules: ${GOAL.schedules} in ${minutes} minutes (at most ${GOAL.seconds / 60})`,
    );
    if (!(await report(bank.stack, count)) || seconds / count > GOAL.seconds / GOAL.schedules) {
      process.exitCode = 1;
    }
  } finally {
    await bank.end();
  }
}

async function fill({ stack, setAhead }: LoadedBank, count: number): Promise<void> {
  const population = { members: count, cardholders: count, activeLoans: 0 };
  const day = manilaDate(new Date());
  const ahead = (Date.parse(`${day}T07:01:00+08:00`) - Date.now()) / 1000;
  const profile = { ...readLoadProfile(), population };
  const say = () => undefined;
  const { holders } = await asOwner(stack, (owner) =>
    fillBank(owner, { members: count, profile, passwordHash: "", deviceHash: sha256, say }),
  );
  const people = holders.map((holder) => ({ ...holder, device: "", source: "" }));
  await openIssuerAccounts(stack.sandboxUrl, people, new Set());
  setAhead(Math.max(0, ahead));
  await asOwner(stack, (owner) => schedule(owner, day, holders));
}

/** As members approved them last month, and the worker announced them yesterday. */
async function schedule(owner: pg.Client, day: string, holders: readonly Holder[]): Promise<void> {
  await owner.query(
    `with made as (
       insert into transfer_schedule (member_id, kind, intent, means, pin_id, amount_centavos, most_centavos, repeats,
         first_on, next_on, made_at)
       select h.id, 'own', jsonb_build_object('kind', 'own', 'source_account', h.account, 'destination_account', h.card,
           'amount', '1.00', 'repeats', 'weekly', 'first_on', $1::text),
         'code', gen_random_uuid(), $2, $2, 'weekly', $1::date, $1::date + 7, now() - interval '30 days'
       from unnest($3::bigint[], $4::text[], $5::text[]) as h (id, account, card)
       returning id
     )
     insert into transfer_schedule_day (schedule_id, due_on, send_on, announced_at)
       select id, $1::date, $1::date, now() - interval '1 day' from made`,
    [
      day,
      CENTAVOS,
      holders.map(({ id }) => id),
      holders.map(({ account }) => account),
      holders.map(({ card }) => card),
    ],
  );
  await owner.query("vacuum analyze transfer_schedule, transfer_schedule_day");
}

const countSent = (stack: Stack) =>
  asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ sent: number }>(
      "select count(*)::integer as sent from transfer_schedule_day where state = 'sent'",
    );
    return rows[0]?.sent ?? 0;
  });

/** Microseconds of processor time for each schedule that was sent: a figure that says something on a busy machine too. */
type Cost = { worker: number; database: number; partner: number };

/** From the first that is sent to the last, the kills between them. */
async function watch(stack: Stack, count: number): Promise<{ seconds: number; cost: Cost }> {
  const kills = WORKERS.map((name, place) => ({ name, at: count * (KILLED_AT[place] ?? 0) }));
  let began: { at: number; sent: number; spent: Cost } | undefined;
  let cost: Cost | undefined;
  let moved = { at: performance.now(), sent: 0 };
  while (moved.sent < count) {
    const sent = await countSent(stack);
    const at = performance.now();
    if (sent > moved.sent) moved = { at, sent };
    if (at - moved.at > STUCK_MS) throw new Error(`${count - sent} schedules are not sent`);
    if (sent > 0) began ??= { at, sent, spent: spentBy(stack) };
    const [next] = kills;
    if (next !== undefined && began !== undefined && sent >= next.at) {
      kills.shift();
      cost ??= perSchedule(began.spent, spentBy(stack), sent - began.sent);
      process.kill(stack.pids()[next.name] ?? 0, "SIGKILL");
    }
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
  }
  if (began === undefined || cost === undefined) throw new Error("no worker was killed");
  return { seconds: (moved.at - began.at) / 1000, cost };
}

function spentBy(stack: Stack): Cost {
  const pids = stack.pids();
  const of = (name: string) => running(pids[name] ?? 0);
  const worker = WORKERS.reduce((sum, name) => sum + of(name), 0);
  return { worker, database: databaseTime(pids["database"] ?? 0), partner: of("sandbox") };
}

const perSchedule = (before: Cost, after: Cost, sent: number): Cost => ({
  worker: (after.worker - before.worker) / sent,
  database: (after.database - before.database) / sent,
  partner: (after.partner - before.partner) / sent,
});

/** Until nothing is promised or under way any more. */
async function settle(stack: Stack): Promise<number> {
  const began = performance.now();
  while (await isBusy(stack)) await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
  return (performance.now() - began) / 1000;
}

/** Each due day has its one transfer, no transfer is without a day, and every peso is where it belongs. */
async function report(stack: Stack, count: number): Promise<boolean> {
  const refNos = await asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ id: string; ref_no: string }>(
      "select schedule_id as id, ref_no from transfer_schedule_day where state = 'sent'",
    );
    return new Map(rows.map((row) => [String(row.id), row.ref_no]));
  });
  const found = await audit(stack, { refNos, repeats: 0, contradictions: [] });
  const wrong = wrongs(found);
  const isRight = wrong.length === 0 && refNos.size === count && found.returned === 0;
  console.log(
    `schedules: ${refNos.size} of ${count} sent once each, ${found.returned} returned, ` +
      `${wrong.length} found wrong in books and at the issuer`,
  );
  wrong.slice(0, 10).forEach((line) => console.log(`  ${line}`));
  return isRight;
}

const wrongs = ({ lost, doubled, unfinished, differences, breaches }: Audit): string[] => [
  ...lost.map((refNo) => `${refNo} is not in the books`),
  ...doubled,
  ...(unfinished > 0 ? [`${unfinished} have no end`] : []),
  ...differences,
  ...breaches,
];
