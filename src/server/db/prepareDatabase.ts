import { existsSync } from "node:fs";
import pg from "pg";
import { ensureRolePasswords, type RolePasswords } from "./rolePasswords.ts";
import { scramVerifier } from "./scramVerifier.ts";

/** Addresses of one database for its three roles. */
export type DatabaseUrls = {
  /** Owns the schema and migrates; nothing else uses it. */
  ownerUrl: string;
  /** API and worker. */
  appUrl: string;
  /** Reports and checks. */
  readonlyUrl: string;
};

/** One preparer at a time in a cluster: roles belong to all its databases. */
const LOCK = 5_142_000;
const NO_DATABASE = "3D000";
const WRONG_PASSWORD = "28P01";
const ROLES = ["bank_owner", "bank_app", "bank_readonly"] as const;
type Role = (typeof ROLES)[number];

/** The roles have other passwords than the file says, so they are those of another installation. */
export class OtherPasswords extends Error {
  constructor(passwordsFile: string) {
    super(
      `The bank's roles are on this server, and their passwords are not those of ${passwordsFile}. Set DATA_DIR to ` +
        "the folder that has them, or give the roles new ones, which shuts out whoever has the former: " +
        "npm run migrate -- --new-passwords. Nothing was changed.",
    );
  }
}

/**
 * Makes the roles and the database where they are missing, and answers their addresses. `adminUrl`
 * is a superuser, or a role with CREATEROLE and CREATEDB, of PostgreSQL 15 or later. The passwords
 * are kept in `passwordsFile` (0600, made on first use). Throws OtherPasswords, before anything is changed,
 * where the roles have others, unless it `replacesPasswords`. Safe to run again, and from several
 * processes at once. The server and its log see verifiers, never passwords.
 */
export async function prepareDatabase(
  adminUrl: string,
  passwordsFile: string,
  database: string = databaseOf(adminUrl),
  { replacesPasswords = false }: { replacesPasswords?: boolean } = {},
): Promise<DatabaseUrls> {
  const admin = await connectAsAdmin(adminUrl);
  let passwords: RolePasswords;
  try {
    await assertVersion(admin);
    await admin.query("select pg_advisory_lock($1)", [LOCK]);
    const there = await rolesOf(admin);
    if (!replacesPasswords && (await areOther(adminUrl, there, passwordsFile))) {
      throw new OtherPasswords(passwordsFile);
    }
    passwords = ensureRolePasswords(passwordsFile);
    // All of them or none.
    await admin.query("begin");
    for (const role of ROLES) {
      if (!there.has(role)) await makeRole(admin, role, passwords[role]);
      else if (replacesPasswords) await setPassword(admin, role, passwords[role]);
    }
    await admin.query("commit");
    await ensureDatabase(admin, database);
  } finally {
    await admin.end();
  }
  const [ownerUrl, appUrl, readonlyUrl] = [
    roleUrl(adminUrl, "bank_owner", passwords, database),
    roleUrl(adminUrl, "bank_app", passwords, database),
    roleUrl(adminUrl, "bank_readonly", passwords, database),
  ];
  return { ownerUrl, appUrl, readonlyUrl };
}

/** Whether the server has the bank's roles with other passwords than `passwordsFile` has, or with any while there is none. */
export async function hasOtherPasswords(adminUrl: string, passwordsFile: string): Promise<boolean> {
  const admin = await connectAsAdmin(adminUrl);
  try {
    return await areOther(adminUrl, await rolesOf(admin), passwordsFile);
  } finally {
    await admin.end();
  }
}

async function areOther(adminUrl: string, there: Set<string>, file: string): Promise<boolean> {
  if (there.size === 0) return false;
  // Looked for after the roles: of several processes at once, one may just have made both, the file first.
  if (!existsSync(file)) return true;
  const passwords = ensureRolePasswords(file);
  for (const role of ROLES) {
    if (there.has(role) && (await isOther(adminUrl, role, passwords[role]))) return true;
  }
  return false;
}

/** Those of the bank's roles that the cluster has already, for whichever of its databases. */
async function rolesOf(admin: pg.Client): Promise<Set<string>> {
  const { rows } = await admin.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname = any ($1)",
    [[...ROLES]],
  );
  return new Set(rows.map(({ rolname }) => rolname));
}

/** Over the database that the address names, or, while there is none, over the maintenance database. */
async function connectAsAdmin(adminUrl: string): Promise<pg.Client> {
  const named = new pg.Client({ connectionString: adminUrl });
  try {
    await named.connect();
    return named;
  } catch (error) {
    await named.end().catch(() => undefined);
    if (!(error instanceof pg.DatabaseError) || error.code !== NO_DATABASE) throw error;
  }
  const url = new URL(adminUrl);
  url.pathname = "/postgres";
  const maintenance = new pg.Client({ connectionString: url.href });
  await maintenance.connect();
  return maintenance;
}

/** The database an address names; the maintenance database stands for the product's own. */
export function databaseOf(adminUrl: string): string {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  return name === "" || name === "postgres" ? "bank" : name;
}

/** The same server and options, for another role and database. */
function roleUrl(adminUrl: string, role: Role, passwords: RolePasswords, database: string): string {
  const url = asRole(adminUrl, role, passwords[role]);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

function asRole(adminUrl: string, role: Role, password: string): URL {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  // As options they would win over these.
  for (const option of ["user", "password"]) url.searchParams.delete(option);
  return url;
}

async function assertVersion(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ version: number; shown: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as shown",
  );
  if (rows[0] === undefined || rows[0].version < 150_000) {
    throw new Error(
      `PostgreSQL 15 or later is needed; this server is ${rows[0]?.shown ?? "unknown"}`,
    );
  }
}

async function makeRole(admin: pg.Client, role: Role, password: string): Promise<void> {
  // Up to PostgreSQL 15 the owner of a database may use its public schema only by inheriting.
  const inherit = role === "bank_owner" ? "inherit" : "noinherit";
  const verifier = admin.escapeLiteral(scramVerifier(password));
  await admin.query(`create role ${role} login ${inherit} password ${verifier}`);
}

async function setPassword(admin: pg.Client, role: Role, password: string): Promise<void> {
  const verifier = admin.escapeLiteral(scramVerifier(password));
  await admin.query(`alter role ${role} login password ${verifier}`);
}

/** Whether the role has another password than this one. Throws where the server does not get so far as to look. */
async function isOther(adminUrl: string, role: Role, password: string): Promise<boolean> {
  const connectionString = asRole(adminUrl, role, password).href;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return false;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    // PgBouncer says it in words alone.
    const isWrong = /(password|SASL) authentication failed/.test(error.message);
    if (error.code === WRONG_PASSWORD || isWrong) return true;
    // After the password was found right; or the role may not come from here, so that nothing is known.
    if ([NO_DATABASE, "42501", "28000"].includes(error.code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(admin: pg.Client, database: string): Promise<void> {
  const name = admin.escapeIdentifier(database);
  await joinOwner(admin);
  const { rows } = await admin.query<{ owner: string }>(
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = $1",
    [database],
  );
  if (rows.length === 0) {
    await admin.query(
      `create database ${name} owner bank_owner template template0 encoding 'UTF8'`,
    );
  } else if (rows[0]?.owner !== "bank_owner") {
    await admin.query(`alter database ${name} owner to bank_owner`);
  }
  await admin.query(`revoke all on database ${name} from public`);
  await admin.query(`grant connect on database ${name} to bank_app, bank_readonly`);
}

/** To give a database to bank_owner, a role that is no superuser must be a member of it. */
async function joinOwner(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ member: boolean }>(
    "select pg_has_role(current_user, 'bank_owner', 'usage') as member",
  );
  if (rows[0]?.member === false) await admin.query("grant bank_owner to current_user");
}
