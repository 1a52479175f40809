import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { EARNINGS_JOB } from "./runs.ts";

/** A day is over so long past its midnight, as for its close: what was booked in it is there. */
const AFTER_MIDNIGHT_MS = 5 * 60 * 1000;

/** The newest day in Manila that is over. */
export function lastDayOver(app: App): string {
  return addDays(manilaDate(new Date(app.now().getTime() - AFTER_MIDNIGHT_MS)), -1);
}

/** Notes the day on which interest begins to be earned here, once. */
export async function beginInterest(app: App): Promise<void> {
  await app.db
    .insertInto("interest_start")
    .values({ day: manilaDate(app.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Accrues the interest of all days that are over, up to this one, each day once and in one entry for all accounts
 * of a product. The books then show at the end of each day what members have earned and not been credited yet
 * (2140). Nothing is accrued before interest began to be earned here. Two at once take turns.
 */
export async function accrueThrough(app: App, day: string): Promise<void> {
  const start = await app.db.selectFrom("interest_start").select("day").executeTakeFirst();
  if (start === undefined) return;
  const over = lastDayOver(app);
  const until = day < over ? day : over;
  const products = await app.db
    .selectFrom("earning_rate")
    .leftJoin("interest_day", "interest_day.product", "earning_rate.product")
    .select(["earning_rate.product"])
    .select(({ fn }) => [
      fn.min("earning_rate.valid_from").as("first"),
      fn.max("interest_day.day").as("done"),
    ])
    .where("earning_rate.rate_thousandths", "is not", null)
    .groupBy("earning_rate.product")
    .orderBy("earning_rate.product")
    .execute();
  for (const { product, first, done } of products) {
    const earliest = start.day > first ? start.day : first;
    for (let on = done === null ? earliest : addDays(done, 1); on <= until; on = addDays(on, 1)) {
      // oxlint-disable-next-line no-await-in-loop -- day after day
      await transact(app.db, (tx) => accrueDay(tx, app, { product, day: on }));
    }
  }
}

async function accrueDay(
  tx: Tx,
  app: App,
  { product, day }: { product: string; day: string },
): Promise<void> {
  const at = app.now();
  const reference = `IA${day.replaceAll("-", "").slice(2)}-${product}`;
  const { rows } = await sql<{ accrued: bigint | null }>`
    select interest_accrue(${product}, ${day}::date, ${reference}, ${await openDay(tx, day)}::date, ${at},
      ${EARNINGS_JOB}) as accrued`.execute(tx);
  const accrued = rows[0]?.accrued ?? null;
  if (accrued === null) return;
  await audit(tx, {
    at,
    actorKind: "system",
    actor: EARNINGS_JOB,
    action: "accrue_interest",
    object: `interest_day:${product}:${day}`,
    correlationId: reference,
    detail: { total: toDecimal(accrued) },
  });
}
