import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { manilaDate } from "#common/manila.ts";
import { EARNINGS_JOB, reckon } from "./runs.ts";

type Period = { product: string; period_from: string; period_to: string };

/** Credits each month that is accrued to its end, once; one whose run was reversed waits for people. */
export async function askDueInterest(app: App): Promise<void> {
  const { rows } = await sql<Period>`
    select d.product, greatest(date_trunc('month', d.day)::date, s.day) as period_from, d.day as period_to
    from interest_day d cross join interest_start s
    where extract(day from d.day + 1) = 1 and not exists (
      select from earning_run r where r.kind = 'interest' and r.product = d.product and r.period_to = d.day)
    order by d.day, d.product`.execute(app.db);
  for (const period of rows) {
    // oxlint-disable-next-line no-await-in-loop -- month after month
    await transact(app.db, (tx) => askInterest(tx, app, period));
  }
}

/** A run of a month's interest, found out at once and free to be posted. Nothing where there is one already. */
export async function askInterest(tx: Tx, app: App, period: Period): Promise<void> {
  const at = app.now();
  const { rows } = await sql<{ id: bigint }>`
    insert into earning_run (kind, product, period_from, period_to, rate_thousandths, day_basis, minimum_centavos,
        tax_thousandths, made_by, made_at)
      select 'interest', r.product, ${period.period_from}::date, ${period.period_to}::date, r.rate_thousandths,
        r.day_basis, r.minimum_centavos, r.tax_thousandths, ${EARNINGS_JOB}, ${at}
      from earning_rate r
      where r.product = ${period.product} and r.valid_from <= ${period.period_to}::date and r.rate_thousandths is not null
      order by r.valid_from desc limit 1
      on conflict (kind, product, period_to) where state not in ('reversed', 'dropped') do nothing
      returning id`.execute(tx);
  const [run] = rows;
  if (run === undefined) return;
  await reckon(tx, app, run.id);
  await tx
    .updateTable("earning_run")
    .set({ state: "posting", posts_on: manilaDate(at) })
    .where("id", "=", run.id)
    .execute();
}
