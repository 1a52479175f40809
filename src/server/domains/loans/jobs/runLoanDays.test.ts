import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { lend, pay } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { eventDays } from "#server/domains/loans/terms/eventDays.ts";
import { runLoanDays } from "./runLoanDays.ts";

let world: World;
afterEach(() => world.close());

const FROM = "2026-11-03";
const UNTIL = "2027-02-25";
const at = (day: string) => new Date(`${day}T09:00:00+08:00`);

type Payment = { day: string; loan: number; amount: bigint };

/** On its day, ahead, in part, late, and never: what is paid to the loans below, by the day. */
const payments: Payment[] = [
  ...["2026-11-30", "2026-12-31", "2027-01-29"].map((day) => ({
    day,
    loan: 0,
    amount: 10_700_00n,
  })),
  { day: "2026-12-05", loan: 2, amount: 4_000_00n },
  { day: "2027-02-10", loan: 2, amount: 25_000_00n },
  { day: "2026-11-25", loan: 3, amount: 40_000_00n },
  { day: "2027-01-20", loan: 4, amount: 40_000_00n },
  { day: "2026-11-16", loan: 5, amount: 10_700_00n },
  { day: "2026-12-16", loan: 5, amount: 10_700_00n },
  { day: "2027-02-24", loan: 1, amount: 30_000_00n },
];

/** The days on which something happens; on all others the jobs find nothing to do. */
function days(): string[] {
  const paid = payments.map(({ day }) => day);
  return [...new Set([...eventDays(FROM, UNTIL, [5]), ...paid, UNTIL])].toSorted();
}

type Jobs = (day: string, isLast: boolean) => Promise<unknown>;

/** A quarter of six loans, with jobs that come as they come; answers what it left behind. */
async function live(jobs: Jobs) {
  world.setTime(at(FROM));
  const members = await Promise.all(
    Array.from({ length: 6 }, () => world.makeMember({ savings: 0n })),
  );
  const loans: string[] = [];
  for (const [number, member] of members.entries()) {
    loans.push(await lend(world.app, member, { type: number === 5 ? "PL" : "SL" }));
  }
  for (const day of days()) {
    world.setTime(at(day));
    await jobs(day, day === UNTIL);
    for (const { loan, amount } of payments.filter((one) => one.day === day)) {
      await pay(world.app, loans[loan] ?? "", { amount, paidOn: day });
    }
  }
  expect(await checkInvariants(world.app.db)).toEqual([]);
  return snapshot();
}

/** Every figure of every loan, and the books by account and day. */
async function snapshot(): Promise<unknown> {
  const { rows } = await world.app.pool.query(`
    select (select jsonb_agg(to_jsonb(l) - '{id,member_id,application_id,release_entry_id,released_at}'::text[]
        order by l.loan_no) from loan l) as loans,
      (select jsonb_agg(to_jsonb(i) order by i.loan_id, i.number) from loan_instalment i) as schedules,
      (select jsonb_agg(to_jsonb(a) - 'entry_reference' order by a.loan_id, a.month) from loan_accrual a) as accruals,
      (select jsonb_agg(to_jsonb(p) - 'entry_reference' order by p.loan_id, p.month) from loan_penalty p) as penalties,
      (select jsonb_agg(to_jsonb(p) - '{id,journal_entry_id,booked_at}'::text[] order by p.loan_id, p.paid_on, p.reference)
        from loan_payment p) as payments,
      (select jsonb_agg(b order by b.day, b.code, b.side) from (
        select e.business_date as day, a.code, p.side, sum(p.amount_centavos) as total
        from journal_entry e join posting p on p.journal_entry_id = e.id
        join ledger_account a on a.id = p.ledger_account_id
        group by e.business_date, a.code, p.side) b) as books`);
  return rows[0];
}

test("J07 accrual, penalties and ageing leave the same, whether they come each day, after a stop of months, or are killed again and again", async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  const daily = await live((day) => runLoanDays(world.app, day < "2027-02-01" ? 2 : 4));
  await world.close();

  world = await makeWorld({ LOGIN_OTP: "off" });
  const late = await live(async (_, isLast) => isLast && (await runLoanDays(world.app)));
  expect(late).toEqual(daily);
  await world.close();

  world = await makeWorld({ LOGIN_OTP: "off" });
  await killEvery(4);
  let killed = 0;
  const interrupted = await live(async (day) => {
    // Of two at once, one waits for the other's batch.
    const again = () => Promise.allSettled([runLoanDays(world.app, 2), runLoanDays(world.app, 2)]);
    for (let ended = await again(); ended.some(isKilled); ended = await again()) {
      killed += 1;
      if (killed > 500) throw new Error(`it does not end on ${day}`);
    }
  });
  expect(killed).toBeGreaterThan(10);
  expect(interrupted).toEqual(daily);
});

function isKilled(ended: PromiseSettledResult<unknown>): boolean {
  if (ended.status === "fulfilled") return false;
  expect(String(ended.reason)).toMatch(/terminat/);
  return true;
}

/** The connection dies at the end of each n-th batch, with all its work done and not committed. */
function killEvery(batches: number): Promise<unknown> {
  return asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(`
      create sequence kill_count;
      grant usage on sequence kill_count to bank_app;
      create function kill_batch() returns trigger language plpgsql as $$
      begin
        if nextval('kill_count') % ${batches} = 0 then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
      end $$;
      create trigger kill_batch before update on loan_run for each row execute function kill_batch();`),
  );
}
