import { existsSync } from "node:fs";
import pg from "pg";
import { readStored } from "#server/platform/secrets/secrets.ts";
import type { Places } from "./dataDir.ts";
import { problem } from "./problem.ts";
import type { StartOptions } from "./startOptions.ts";

const NO_DATABASE = "3D000";

const PARTNERS = ["ISSUER_URL", "INSTAPAY_URL", "PESONET_URL", "SMS_URL", "SMPP_URL", "SMTP_URL"];

/**
 * Throws where a demo would run in a real bank's folder, with its keys or its partners, or throw them away:
 * before anything is changed.
 */
export function assertOwnPlace(options: StartOptions, places: Places): void {
  if (!options.isDemo) return;
  assertOwnKeys(options, places);
  const kept = [
    places.database,
    places.auditHeads,
    ...(options.reset ? [places.rolePasswords] : []),
  ];
  const left = kept.find((place) => !existsSync(places.secrets) && existsSync(place));
  if (left !== undefined) {
    throw problem(
      `${left} is there, but no ${places.secrets}: this may be a real bank's folder whose keys are elsewhere.`,
      "Choose another folder with DATA_DIR=…, or remove what is there yourself. Nothing was changed.",
    );
  }
  const outside = PARTNERS.find((name) => isElsewhere(options.environment[name]));
  if (outside !== undefined && options.environment["NODE_ENV"] !== "development") {
    throw problem(
      `${outside} names a partner elsewhere: the environment of a real bank, whose money the demo would move?`,
      "Unset all of it; or say NODE_ENV=development where the partner is for trials. Nothing was changed.",
    );
  }
}

function isElsewhere(address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false;
  return !["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
}

function assertOwnKeys(options: StartOptions, places: Places): void {
  for (const file of [places.secrets, options.environment["SECRETS_FILE"] || places.secrets]) {
    if (!existsSync(file) || readStored(file).isDemo === true) continue;
    throw problem(
      `${file} has the keys of a real bank, and the demo takes none of them.`,
      "Choose another folder with DATA_DIR=… and unset SECRETS_FILE; NODE_ENV=production starts the real bank. Nothing was changed.",
    );
  }
}

/**
 * Throws where a demo would run on the books of a real bank, whose worker would then move real money: a
 * database with members or staff that never held demo data. Before anything is changed.
 */
export async function assertNoRealBooks(adminUrl: string, database: string): Promise<void> {
  if (!(await holdsRealPeople(adminUrl, database))) return;
  throw problem(
    `The database ${database} has members or staff that are not the demo's, and the demo never runs on it.`,
    "Start it where nothing of the bank's environment is set, or name a server of the demo's own. Nothing was changed.",
  );
}

async function holdsRealPeople(adminUrl: string, database: string): Promise<boolean> {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  const client = new pg.Client({ connectionString: url.href });
  const has = async (table: string, condition = "true") => {
    const { rows } = await client.query<{ oid: string | null }>("select to_regclass($1) as oid", [
      `public.${table}`,
    ]);
    // Releases add tables: what an early one lacks has nobody in it.
    if (rows[0]?.oid === null) return false;
    return (
      (await client.query(`select from public.${table} where ${condition} limit 1`)).rowCount === 1
    );
  };
  try {
    await client.connect();
    if (await has("installation", "holds_demo_data")) return false;
    return (await has("member")) || (await has("staff"));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_DATABASE) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
