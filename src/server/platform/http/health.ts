import type { FastifyInstance } from "fastify";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";
import { assertDurable } from "#server/db/assertDurable.ts";
import { assertNoDemoData } from "#server/db/assertNoDemoData.ts";
import { isDraining } from "./drain.ts";
import { makeFieldKeys } from "./fieldKeys.ts";

/** How long readiness waits for the database before it says no. */
const PATIENCE_MS = 2_000;
/** A process that has just begun is given as long as its first connection is waited for, on a busy machine too. */
export const START_PATIENCE_MS = 10_000;
/** Machines that keep their time are apart by milliseconds. */
const CLOCK_MARGIN_MS = 30_000;

type Check = { name: string; isRight: (app: App) => Promise<unknown> };

/**
 * /health/live: the process answers. /health/ready: it can do its work, with warnings of what will keep the bank
 * from doing its own in some weeks if nobody cares. Neither says anything secret.
 */
export function addHealthChecks(app: App, server: FastifyInstance): void {
  server.get("/health/live", () => ({ status: true, message: "live" }));
  server.get("/health/ready", async (request, reply) => {
    if (isDraining(app)) return reply.code(503).send({ status: false, message: "stopping" });
    const failed = await failedChecks(app);
    for (const { name, error } of failed) {
      app.log.warn({ err: error, check: name, correlationId: request.id }, "not ready");
    }
    if (failed.length === 0) {
      const warnings = await warningsOf(app);
      return { status: true, message: "ready", ...(warnings.length > 0 && { warnings }) };
    }
    const message = `not ready: ${failed.map(({ name }) => name).join(", ")}`;
    return reply.code(503).send({ status: false, message });
  });
}

async function warningsOf(app: App): Promise<string[]> {
  const missing = (await readHolidays(app.db)).missing(manilaDate(app.now()));
  return missing.map(({ year, what }) => `holidays of ${year} not proclaimed: ${what}`);
}

const checks: readonly Check[] = [
  { name: "database", isRight: (app) => app.pool.query("select 1") },
  { name: "migrations", isRight: (app) => app.pool.query("select from feature limit 1") },
  { name: "keys", isRight: (app) => makeFieldKeys(app.config, app.now, app.random).current() },
  { name: "demo data", isRight: refuseDemoData },
  { name: "durability", isRight: requireDurable },
  { name: "clock", isRight: requireRightClock },
];

/** Everything that readiness looks at, by name. */
export const checkNames: readonly string[] = checks.map(({ name }) => name);

/** What keeps this process from working, by name. What takes longer than the patience, in milliseconds, fails. */
export async function failedChecks(
  app: App,
  patienceMs: number = PATIENCE_MS,
): Promise<{ name: string; error: unknown }[]> {
  const results = await Promise.allSettled(
    checks.map(async ({ isRight }) => within(patienceMs, isRight(app))),
  );
  return checks.flatMap(({ name }, place) => {
    const result = results[place];
    return result?.status === "rejected" ? [{ name, error: result.reason as unknown }] : [];
  });
}

/** A test's database is made to be thrown away; everyone else's must keep what it confirmed. */
async function requireDurable(app: App): Promise<void> {
  if (app.config.NODE_ENV === "test") return;
  await assertDurable(app.pool, { checksums: app.config.NODE_ENV === "production" });
}

/**
 * Locks, codes and sessions end by the clock of whoever looks: a machine whose time is wrong would let in what
 * the others keep out. A clock file makes the difference on purpose.
 */
async function requireRightClock({ config, pool, now }: App): Promise<void> {
  if (config.CLOCK_FILE !== undefined) return;
  const { rows } = await pool.query<{ at: Date }>("select clock_timestamp() as at");
  const apart = Math.abs((rows[0]?.at.getTime() ?? 0) - now().getTime());
  if (apart > CLOCK_MARGIN_MS) {
    throw new Error(`the clocks of this machine and of the database are ${apart} ms apart`);
  }
}

async function refuseDemoData(app: App): Promise<void> {
  if (app.config.NODE_ENV === "production") await assertNoDemoData(app.pool);
}

async function within(patienceMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), patienceMs);
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
