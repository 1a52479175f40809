import { appendFileSync, chmodSync, cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";

/** As many as docs/high-availability.md has, and each of them is waited for there too. */
const NAMES = ["standby_1", "standby_2"];
const LOOK_EVERY_MS = 50;
const LOOKS = (60 * 1000) / LOOK_EVERY_MS;

/**
 * Starts the cluster under `dataDir`, which must not run, with standbys made from copies of it: a commit is
 * acknowledged when each has it on its disk. They share the machine; in a bank each has its own. When one
 * cannot follow, all are stopped.
 */
export async function startWithStandbys(dataDir: string): Promise<EmbeddedDatabase> {
  const folderOf = (name: string) => `${dataDir}-${name}`;
  for (const name of NAMES) copyCluster(dataDir, folderOf(name));
  const primary = await startEmbedded(dataDir);
  const standbys: EmbeddedDatabase[] = [];
  const stop = async () => {
    await Promise.allSettled(standbys.map((standby) => standby.stop()));
    await primary.stop();
  };
  try {
    if (primary.reused) throw new Error("The cluster was copied while it ran.");
    for (const name of NAMES) {
      follow(folderOf(name), name, new URL(primary.adminUrl));
      standbys.push(await startEmbedded(folderOf(name)));
    }
    await waitForThem(primary.adminUrl);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  return { ...primary, stop };
}

function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  // The copy is as open as any new folder, which the server refuses.
  chmodSync(path.join(to, "pg18"), 0o700);
}

function follow(folder: string, name: string, { port, username, password }: URL): void {
  const cluster = path.join(folder, "pg18");
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`;
  appendFileSync(path.join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${primary}'\n`);
  writeFileSync(path.join(cluster, "standby.signal"), "");
}

/** From now on nothing is acknowledged that one of them has not. */
async function waitForThem(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(
      `alter system set synchronous_standby_names = '${NAMES.length} (${NAMES.join(", ")})'`,
    );
    await admin.query("select pg_reload_conf()");
    for (let look = 0; !(await allFollow(admin)); look++) {
      if (look === LOOKS) throw new Error("The standbys do not follow.");
      await wait(LOOK_EVERY_MS);
    }
  } finally {
    await admin.end();
  }
}

async function allFollow(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query("select from pg_stat_replication where sync_state = 'sync'");
  return rows.length === NAMES.length;
}
