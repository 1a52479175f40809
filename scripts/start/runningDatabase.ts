import path from "node:path";
import { assertDurable } from "#server/db/assertDurable.ts";
import { assertNoDemoData } from "#server/db/assertNoDemoData.ts";
import { openPool } from "#server/db/db.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { isRunning, readPostmaster } from "#server/db/postmaster.ts";
import { databaseOf, type DatabaseUrls, prepareDatabase } from "#server/db/prepareDatabase.ts";
import { assertNoRealBooks } from "./assertOurs.ts";
import type { Places } from "./dataDir.ts";
import type { StartOptions } from "./startOptions.ts";
import { unlessAborted } from "./unlessAborted.ts";

const LOOK_EVERY_MS = 300;

export type RunningDatabase = {
  /** Addresses of today; the embedded server may come back at another port. */
  urls: () => DatabaseUrls & { adminUrl: string };
  /** Process number of the embedded server. */
  pid: () => number | undefined;
  stop: () => Promise<void>;
  kill: () => void;
};

/**
 * The database of this start, with roles, durable settings and today's schema. The embedded server is
 * started again when it dies; `onMoved` hears when it came back at another address. When `signal` is aborted
 * before the database is ready, it is stopped again and the reason thrown.
 */
export async function startDatabase(
  options: StartOptions,
  places: Places,
  hooks: { tell: (text: string) => void; onMoved: () => void; signal?: AbortSignal },
): Promise<RunningDatabase> {
  if (options.databaseUrl !== undefined) return openExternal(options.databaseUrl, options, places);

  const kind = { test: options.isFast, withoutNetwork: options.isFast };
  let embedded = await startEmbedded(places.database, kind);
  let urls: DatabaseUrls;
  try {
    // Its own passwords: they are in the same folder, and made again when they were lost.
    const made = makeReady(embedded.adminUrl, options, places, { replacesPasswords: true });
    urls = await unlessAborted(made, hooks.signal ?? new AbortController().signal);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const cluster = path.join(places.database, "pg18");
  let isStopping = false;
  let isBusy = false;
  const comeBack = async () => {
    hooks.tell("The database ended and is started again.");
    embedded = await startEmbedded(places.database, kind);
    urls = await prepareDatabase(embedded.adminUrl, places.rolePasswords, undefined, {
      replacesPasswords: true,
    });
    hooks.tell("The database is back.");
    hooks.onMoved();
  };
  const timer = setInterval(() => {
    const pid = readPostmaster(cluster)?.pid;
    if (isStopping || isBusy || (pid !== undefined && isRunning(cluster, pid))) return;
    isBusy = true;
    comeBack()
      .catch((error: unknown) => hooks.tell(`The database does not come back: ${String(error)}`))
      .finally(() => (isBusy = false));
  }, LOOK_EVERY_MS);

  return {
    urls: () => ({ ...urls, adminUrl: embedded.adminUrl }),
    pid: () => readPostmaster(cluster)?.pid,
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await embedded.stop();
    },
    kill: () => {
      isStopping = true;
      clearInterval(timer);
      const pid = readPostmaster(cluster)?.pid;
      // Immediate shutdown: as after a power cut, and recovered from the same way.
      if (pid !== undefined && isRunning(cluster, pid)) process.kill(pid, "SIGQUIT");
    },
  };
}

async function openExternal(
  adminUrl: string,
  options: StartOptions,
  places: Places,
): Promise<RunningDatabase> {
  const urls = await makeReady(adminUrl, options, places);
  return {
    urls: () => ({ ...urls, adminUrl }),
    pid: () => undefined,
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
}

async function makeReady(
  adminUrl: string,
  options: StartOptions,
  places: Places,
  passwords: { replacesPasswords?: boolean } = {},
): Promise<DatabaseUrls> {
  const database = options.databaseName ?? databaseOf(adminUrl);
  if (options.isDemo) await assertNoRealBooks(adminUrl, database);
  const passwordsFile = options.passwordsFile ?? places.rolePasswords;
  const urls = await prepareDatabase(adminUrl, passwordsFile, database, passwords);
  const pool = openPool(urls.appUrl, 1);
  try {
    if (!options.isFast) await assertDurable(pool, { checksums: !options.isDemo });
    await migrate(urls.ownerUrl);
    if (!options.isDemo) await assertNoDemoData(pool);
  } finally {
    await pool.end();
  }
  return urls;
}

/** Ends a server that an earlier start left behind, so that its files can go. */
export async function endLeftServer(places: Places): Promise<void> {
  const cluster = path.join(places.database, "pg18");
  const pid = readPostmaster(cluster)?.pid;
  if (pid === undefined || !isRunning(cluster, pid)) return;
  const left: EmbeddedDatabase = await startEmbedded(places.database);
  await left.stop();
}
