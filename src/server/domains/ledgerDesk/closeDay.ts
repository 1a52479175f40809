import type { AuditAction } from "#contract/staff/auditActions.ts";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { sqlState, transact } from "#server/db/db.ts";
import { checkAndKeep } from "./watchInvariants.ts";
import { accrueThrough } from "#server/domains/earnings/accrueDays.ts";
import { requireDaysDone } from "#server/domains/loans/jobs/requireDaysDone.ts";
import { Refusal } from "#server/refusal.ts";
import { suspenseItems } from "./suspense.ts";

type Closer = { username: string; correlationId: string };

/** How long a close waits for transactions that were under way, and how often it looks. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 20;
/** A result of the checker older than this is taken anew. */
const FRESH_MS = 2 * 60_000;

/**
 * Closes a business date for good: shuts it, waits for what was under way, and writes its totals. One
 * person does it: it moves no money, nothing can be hidden by it, and it says who. Asked again after it
 * was cut short, it goes on where it stopped; asked twice, the second hears day_closed.
 *
 * Refuses with day_not_over until five minutes past its midnight in Manila, with day_not_next out of
 * order, with day_loans_pending while its work is not done to all loans, with books_breached while the checker finds anything, and with day_closing while an older
 * transaction is still under way.
 */
export async function closeDay(
  app: App,
  closer: Closer,
  day: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  await requireDaysDone(app, day);
  // What members earned in it is in its books.
  await accrueThrough(app, day);
  await requireSoundBooks(app);
  await shut(app, closer, day);
  await waitForOlder(app, patienceMs);
  const at = app.now();
  const suspense = (await suspenseItems(app.db, at)).filter(({ isOld }) => isOld);
  const asText = JSON.stringify(suspense, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  const isOurs = await transact(app.db, async (tx) => {
    const { rows } = await sql<{ closed: boolean }>`
      select ledger_end_close(${day}::date, ${closer.username}, ${at}, ${asText}::jsonb) as closed`.execute(
      tx,
    );
    if (rows[0]?.closed !== true) return false;
    await note(tx, app, closer, "close_business_day", day, { oldSuspenseItems: suspense.length });
    return true;
  });
  if (!isOurs) throw new Refusal("day_closed");
}

async function requireSoundBooks(app: App): Promise<void> {
  const run = await app.db
    .selectFrom("invariant_run")
    .select(["at", "breaches", "is_whole"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const isFresh = run?.is_whole && app.now().getTime() - run.at.getTime() < FRESH_MS;
  // Written by checkAndKeep, always as a list.
  const breaches = isFresh
    ? (run.breaches as unknown[])
    : await checkAndKeep(app, { isWhole: true });
  if (breaches.length > 0) throw new Refusal("books_breached");
}

/** From the commit on no entry gets into the day. One that was shut before stays so. */
async function shut(app: App, closer: Closer, day: string): Promise<void> {
  try {
    await transact(app.db, async (tx) => {
      await sql`select ledger_begin_close(${day}::date, ${closer.username}, ${app.now()})`.execute(
        tx,
      );
      await note(tx, app, closer, "shut_business_day", day, {});
    });
  } catch (error) {
    const state = sqlState(error);
    if (state === "BK006") throw new Refusal("day_not_over");
    if (state === "BK007") throw new Refusal("day_not_next");
    if (state !== "BK008") throw error;
    const known = await app.db
      .selectFrom("business_day")
      .select("state")
      .where("day", "=", day)
      .executeTakeFirst();
    if (known?.state !== "closing") throw new Refusal("day_closed");
  }
}

/**
 * An entry that looked at the day before it was shut belongs to a transaction that had its number before
 * this began: with all of those ended, nothing can come any more.
 */
async function waitForOlder(app: App, patienceMs: number): Promise<void> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(app.db);
  const next = rows[0]?.next ?? "0";
  const lastLook = performance.now() + patienceMs;
  for (;;) {
    const { rows: found } = await sql<{ over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::xid8 as over`.execute(app.db);
    if (found[0]?.over === true) return;
    if (performance.now() > lastLook) throw new Refusal("day_closing");
    await pause(LOOK_MS);
  }
}

async function note(
  tx: Parameters<typeof audit>[0],
  app: App,
  closer: Closer,
  action: AuditAction,
  day: string,
  detail: Record<string, number>,
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: closer.username,
    action,
    object: `business_day:${day}`,
    correlationId: closer.correlationId,
    detail,
  });
}
