import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Db, openDb, openPool } from "#server/db/db.ts";
import type { DatabaseUrls } from "#server/db/prepareDatabase.ts";
import { keepPlans } from "./keepPlans.ts";
import { waitForConnections } from "./waitForConnections.ts";

/** What the global set-up hands to the tests. */
export type TestServer = DatabaseUrls & {
  adminUrl: string;
  template: string;
  cloneOptions: string;
};

/** A database of one test file's own, empty but for what the baseline puts in. */
export type TestDb = DatabaseUrls & {
  /** As the application's role. */
  db: Db;
  /** The pool under `db`. */
  pool: pg.Pool;
  /** As the superuser, in this same database. */
  adminUrl: string;
  close: () => Promise<void>;
};

/** Copies the template of a server: some tens of milliseconds. */
export async function copyTemplate(server: TestServer, max: number): Promise<TestDb> {
  const name = `${server.template}_${randomBytes(6).toString("hex")}`;
  await asAdmin(server.adminUrl, async (admin) => {
    await admin.query(
      `create database ${name} owner bank_owner template ${server.template} ${server.cloneOptions}`,
    );
    // Rights on the database itself are not copied with the template.
    await admin.query(`revoke all on database ${name} from public`);
    await admin.query(`grant connect on database ${name} to bank_app, bank_readonly`);
  });
  const pool = openPool(inDatabase(server.appUrl, name), max);
  keepPlans(pool);
  waitForConnections(pool);
  return {
    db: openDb(pool),
    pool,
    appUrl: inDatabase(server.appUrl, name),
    ownerUrl: inDatabase(server.ownerUrl, name),
    readonlyUrl: inDatabase(server.readonlyUrl, name),
    adminUrl: inDatabase(server.adminUrl, name),
    close: async () => {
      await pool.end();
      await asAdmin(server.adminUrl, (admin) => admin.query(`drop database ${name} (force)`));
    },
  };
}

/** Runs statements over one connection of its own, for example as the owner or the superuser. */
export async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
