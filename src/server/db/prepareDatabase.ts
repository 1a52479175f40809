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
    const isKept = existsSync(passwordsFile);
    if (there.size > 0 && !isKept && !replacesPasswords) throw new OtherPasswords(passwordsFile);
    passwords = ensureRolePasswords(passwordsFile);
    const other: Role[] = [];
    for (const role of ROLES) {
      const differs = there.has(role) && !(await isPassword(adminUrl, role, passwords[role]));
      if (differs) other.push(role);
    }
    if (other.length > 0 && !replacesPasswords) throw new OtherPasswords(passwordsFile);
    for (const role of ROLES) {
      if (!there.has(role)) await makeRole(admin, role, passwords[role]);
      else if (other.includes(role)) await setPassword(admin, role, passwords[role]);
    }
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
function roleUrl(
  adminUrl: string,
  role: keyof RolePasswords,
  passwords: RolePasswords,
  database: string,
): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = passwords[role];
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
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

/** Whether the role's password is this one. Throws where the server does not get so far as to look. */
async function isPassword(adminUrl: string, role: Role, password: string): Promise<boolean> {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (/(password|SASL) authentication failed/.test(error.message)) return false;
    // After the password was found right, or before it was asked for: the role may not come from here.
    if ([NO_DATABASE, "42501", "28000"].includes(error.code ?? "")) return true;
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
