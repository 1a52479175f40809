import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { App } from "#server/platform/app.ts";
import { isSmsDelayed } from "#server/platform/messages/smsDelayed.ts";
import { Refusal } from "#server/refusal.ts";
import { type Away, readAway } from "./readAway.ts";

const LOOK_EVERY_MS = 1_000;
/** While it is away: calls go on as soon as it is back. */
const LOOK_AGAIN_MS = 250;
/** A database that is silent for so long, and then for another second to the pool, is as good as gone. */
const PATIENCE_MS = 4_000;
const PATIENCE_OF_POOL_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;

type Watch = {
  /** Since when the database has not answered. */
  awaySince: Date | undefined;
  /** What was last read of the partners, and whether texts with codes are late. */
  partners: Away[];
  areTextsLate: boolean;
};

const watches = new WeakMap<App, Watch>();

/** What this process last saw; without a watch (tests of other things) everything is there. */
export const lastSeen = (app: App): Watch =>
  watches.get(app) ?? { awaySince: undefined, partners: [], areTextsLate: false };

/**
 * Refuses with unavailable while the database is known to be away. A database that refuses connections says
 * so by itself; before one that is silent every caller would wait.
 */
export function refuseWhileAway(app: App): void {
  if (lastSeen(app).awaySince !== undefined) {
    throw new Refusal("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/**
 * Looks after the database over a connection of its own, for as long as the process serves. When it falls
 * silent, the pool's connections are cut: whoever waits for them gets an answer, and none is stuck when it
 * is back.
 */
export function watchDatabase(app: App): { close: () => Promise<void> } {
  const watch: Watch = { awaySince: undefined, partners: [], areTextsLate: false };
  watches.set(app, watch);
  const lent = new Set<pg.PoolClient>();
  app.pool.on("connect", (client) => lent.add(client));
  app.pool.on("remove", (client) => lent.delete(client));
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let areAsked = false;

  async function look(): Promise<void> {
    try {
      client ??= await connect(app);
      await client.query("select 1");
      noteAnswer();
    } catch (error) {
      await judge(error);
    }
    if (isClosed) return;
    // Not waited for: a database that falls silent meanwhile must be noticed.
    if (watch.awaySince === undefined) void checkPartners();
    const pause = watch.awaySince === undefined ? LOOK_EVERY_MS : LOOK_AGAIN_MS;
    timer = setTimeout(() => {
      looking = look();
    }, pause);
  }

  function noteAnswer(): void {
    if (watch.awaySince !== undefined) app.log.info("the database is back");
    watch.awaySince = undefined;
  }

  /** Our own connection may fail alone: where no further one is to be had, or this process was held up. */
  async function judge(error: unknown): Promise<void> {
    void client?.end().catch(() => undefined);
    client = undefined;
    if (isClosed) return;
    if (await isPoolAnswered(app)) return noteAnswer();
    if (watch.awaySince === undefined) app.log.error({ err: error }, "the database is away");
    watch.awaySince ??= app.now();
    if (!isSilence(error)) return;
    for (const one of lent) socketOf(one).destroy();
  }

  /** One question at a time: what has not been answered yet is not asked again. */
  async function checkPartners(): Promise<void> {
    if (areAsked) return;
    areAsked = true;
    try {
      watch.partners = await readAway(app);
      watch.areTextsLate = await isSmsDelayed(app);
    } catch {
      // The next look says why.
    } finally {
      areAsked = false;
    }
  }

  let looking = look();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      watches.delete(app);
      await client?.end().catch(() => undefined);
    },
  };
}

async function isPoolAnswered(app: App): Promise<boolean> {
  const answered = app.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answered, wait(PATIENCE_OF_POOL_MS, false)]);
}

async function connect(app: App): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: app.config.DATABASE_URL,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // What breaks it is seen by the next look.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** Nobody answers a good-bye: the pool forgets a connection when its socket is closed, and the typings hide it. */
const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** The driver's own two time limits. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && /^(?:Query read timeout|timeout expired)$/.test(error.message);
