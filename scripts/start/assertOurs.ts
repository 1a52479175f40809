import { existsSync } from "node:fs";
import pg from "pg";
import { databaseOf, hasRoles } from "#server/db/prepareDatabase.ts";
import type { Places } from "./dataDir.ts";
import { problem } from "./problem.ts";
import type { StartOptions } from "./startOptions.ts";

const NO_DATABASE = "3D000";

/**
 * Throws where a start would take a server of somebody else's bank for its own: before anything is changed.
 * Its processes would be shut out by other passwords, and a demo's worker would move real money.
 */
export async function assertOurs(
  adminUrl: string,
  options: StartOptions,
  places: Places,
): Promise<void> {
  const passwordsFile = options.passwordsFile ?? places.rolePasswords;
  // In this order: of several starts at once, one may just have made both.
  if ((await hasRoles(adminUrl)) && !existsSync(passwordsFile)) {
    throw problem(
      `The bank's roles are on the server that DATABASE_URL names, but ${passwordsFile} is not here.`,
      "Set DATA_DIR to the folder that has their passwords, or give them new ones with " +
        "`npm run migrate -- --new-passwords`, which shuts out whoever has the former; nothing was changed.",
    );
  }
  const database = options.databaseName ?? databaseOf(adminUrl);
  if (options.isDemo && (await holdsRealPeople(adminUrl, database))) {
    throw problem(
      `The database ${database} that DATABASE_URL names has members or staff that are not the demo's.`,
      "The demo never runs on it: unset DATABASE_URL, or name another; nothing was changed.",
    );
  }
}

/** Whether somebody is in a database that never held demo data. */
async function holdsRealPeople(adminUrl: string, database: string): Promise<boolean> {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  const client = new pg.Client({ connectionString: url.href });
  try {
    await client.connect();
    const { rows: tables } = await client.query<{ is_there: boolean }>(
      "select to_regclass('public.installation') is not null and to_regclass('public.staff') is not null as is_there",
    );
    if (tables[0]?.is_there !== true) return false;
    const { rows } = await client.query<{ is_real: boolean }>(
      `select not exists (select from public.installation where holds_demo_data)
          and (exists (select from public.member) or exists (select from public.staff)) as is_real`,
    );
    return rows[0]?.is_real === true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_DATABASE) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
