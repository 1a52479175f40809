import pg from "pg";
import { AS_DEPLOYED } from "#lab/asDeployed.ts";
import type { Stack } from "#scripts/start/startStack.ts";

const STATEMENTS = 15;
const BACK_WITHIN_MS = 60_000;

/**
 * Sets the database up as one in operation, and where `isProfiled` has it count what each statement takes. That
 * needs a start of the server: it ends, and comes back with API and worker as after any crash. Answers whether
 * it counts: not where the extension is not installed.
 */
export async function setDatabaseUp(stack: Stack, isProfiled: boolean): Promise<boolean> {
  const before = stack.pids();
  const database = before["database"];
  if (database === undefined) throw new Error("the database of this bank is not ours");
  const counts = await asAdmin(stack, async (admin) => {
    for (const [name, value] of Object.entries(AS_DEPLOYED)) {
      await admin.query(`alter system set ${name} = ${pg.escapeLiteral(value)}`);
    }
    const { rowCount } = await admin.query(
      "select from pg_available_extensions where name = 'pg_stat_statements'",
    );
    if (!isProfiled || rowCount !== 1) return false;
    await admin.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
    await admin.query("alter system set pg_stat_statements.max = 2000");
    return true;
  });
  process.kill(database, "SIGINT");
  for (let waited = 0; waited < BACK_WITHIN_MS; waited += 200) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (!(await isBack(stack, before))) continue;
    if (counts) {
      await asAdmin(stack, (admin) =>
        admin.query("create extension if not exists pg_stat_statements"),
      );
    }
    return counts;
  }
  throw new Error("the bank did not come back after its database was started again");
}

async function isBack(stack: Stack, before: Record<string, number>): Promise<boolean> {
  const now = stack.pids();
  const isNew = ["database", "api", "worker"].every(
    (name) => now[name] !== undefined && now[name] !== before[name],
  );
  if (!isNew) return false;
  const ready = await fetch(`${stack.portalUrl}/health/ready`).catch(() => undefined);
  await ready?.body?.cancel();
  return ready?.ok === true;
}

/** Counts from now on. */
export async function forgetStatements(stack: Stack): Promise<void> {
  await asAdmin(stack, (admin) => admin.query("select pg_stat_statements_reset()"));
}

/** The statements that took the most of the database's time, as lines of text. */
export async function statementsText(stack: Stack): Promise<string> {
  return asAdmin(stack, async (admin) => {
    const { rows } = await admin.query<{
      calls: string;
      share: number;
      mean: number;
      query: string;
    }>(
      `select calls, total_exec_time / sum(total_exec_time) over () as share, mean_exec_time as mean,
         regexp_replace(left(query, 400), '\\s+', ' ', 'g') as query
       from pg_stat_statements where toplevel order by total_exec_time desc limit ${STATEMENTS}`,
    );
    const lines = rows.map(
      ({ calls, share, mean, query }) =>
        `${String(Math.round(share * 1000) / 10).padStart(6)} %  ${calls.padStart(8)} ×  ${String(Math.round(mean * 1000) / 1000).padStart(9)} ms  ${query.slice(0, 110)}`,
    );
    return ["database: by statement (share, calls, mean)", ...lines].join("\n");
  });
}

async function asAdmin<T>(stack: Stack, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const { adminUrl, ownerUrl } = stack.database.urls();
  const url = new URL(adminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  const admin = new pg.Client({ connectionString: url.href });
  // Its server may be told to end.
  admin.on("error", () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end().catch(() => undefined);
  }
}
