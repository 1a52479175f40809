import { sql } from "kysely";
import { parsePercent } from "#common/percent.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { isTaken, type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { lastDayOver } from "./accrueDays.ts";
import { auditRun, lockRun } from "./runs.ts";

/**
 * Asks for the dry run of a year's dividend, which the worker makes; answers its id. One that was made before and
 * nobody is asked to decide makes room. Refuses with dividend_year while the year is not over, or no rule of the
 * dividend is in force at its end, and with dividend_there when the year's is declared already or waits for a
 * second person.
 */
export async function askDividend(
  app: App,
  staff: StaffCaller,
  { year, rate }: { year: string; rate: string },
): Promise<bigint> {
  const last = `${year}-12-31`;
  if (lastDayOver(app) < last) throw new Refusal("dividend_year");
  try {
    return await transact(app.db, (tx) => ask(tx, app, staff, { year, rate }));
  } catch (error) {
    if (isTaken(error, "earning_run_once")) throw new Refusal("dividend_there");
    throw error;
  }
}

async function ask(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { year, rate }: { year: string; rate: string },
): Promise<bigint> {
  const last = `${year}-12-31`;
  await dropDryRun(tx, last);
  const { rows } = await sql<{ id: bigint }>`
    insert into earning_run (kind, product, period_from, period_to, rate_thousandths, day_basis, minimum_centavos,
        tax_thousandths, made_by, made_at)
      select 'dividend', r.product, ${`${year}-01-01`}::date, ${last}::date, ${parsePercent(rate)},
        extract(doy from ${last}::date)::integer, r.minimum_centavos, r.tax_thousandths, ${staff.username}, ${app.now()}
      from earning_rate r
      where r.product = 'me' and r.valid_from <= ${last}::date
      order by r.valid_from desc limit 1
      returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Refusal("dividend_year");
  const run = await lockRun(tx, row.id);
  await auditRun(tx, app, { run, action: "dividend_asked", actor: staff.username });
  return row.id;
}

async function dropDryRun(tx: Tx, last: string): Promise<void> {
  await sql`
    select earning_drop(r.id) from earning_run r
    where r.kind = 'dividend' and r.period_to = ${last}::date and r.state in ('asked', 'reckoned')
      and not exists (
        select from staff_request q where q.subject = 'earning_run:' || r.id and q.state = 'open')`.execute(
    tx,
  );
}
