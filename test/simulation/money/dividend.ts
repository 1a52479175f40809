import { reckonDividend } from "#contract/staff/earnings.ts";
import { toDecimal } from "#common/money.ts";
import { percentOf } from "#common/percent.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { callAs, CHIEF } from "./desk.ts";
import { askFor } from "./requests.ts";

/** Somebody has the dividend of a year found out, at some rate, when the year is over or before. */
export async function reckonOne(run: Run): Promise<void> {
  const { chance, clock, money } = run;
  const year = String(new Date(clock.now).getUTCFullYear() - (chance.below(6) === 0 ? 0 : 1));
  const thousandths = 1_000 + chance.below(9_000);
  const rate = percentOf(thousandths);
  money.rates.push(thousandths);
  note(run, `the dividend of ${year} at ${rate}`);
  const answer = await callAs(run, CHIEF, reckonDividend, { body: { year, rate } });
  run.notes.push(`  ${answer.status} ${answer.code}`);
}

/** Somebody asks to declare what was found out. */
export async function askToDeclare(run: Run): Promise<void> {
  const { rows } = await run.admin.query<{ id: bigint; rate: number; gross: bigint }>(
    `select id, rate_thousandths as rate, gross_centavos as gross from earning_run r
     where kind = 'dividend' and state = 'reckoned' and lines > 0
       and not exists (select from staff_request q where q.subject = 'earning_run:' || r.id and q.state = 'open')
     order by id`,
  );
  const [found] = rows;
  if (found === undefined) return;
  note(run, `dividend ${found.id} is to be declared`);
  await askFor(run, CHIEF, "post_dividend", {
    runId: String(found.id),
    rate: percentOf(found.rate),
    gross: toDecimal(found.gross),
  });
}
