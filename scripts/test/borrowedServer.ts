import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { hasOtherPasswords } from "#server/db/prepareDatabase.ts";
import { problem } from "#scripts/start/problem.ts";

/** Databases that tests make, or left behind when they were killed, and those of every server. */
const OF_NO_BANK =
  "^(postgres|template[01]|template_[0-9a-f]{12}(_[0-9a-f]{12})?|bank_e2e_[0-9a-f]{10})$";

const HINT =
  "Unset DATABASE_URL, or name a server that is for tests alone (without the roles bank_owner, bank_app, bank_readonly).";

/**
 * Where the passwords of a borrowed server's roles are kept. Roles belong to the whole server, so every run
 * against one server uses the same. Throws where a bank is, or is about to be (prepare.sql), or where its roles
 * have passwords that are not of tests.
 */
export async function passwordsOfBorrowed(
  adminUrl: string,
  folder: string = path.join(os.homedir(), ".cache", "bank-test"),
): Promise<string> {
  const banks = await banksOf(adminUrl);
  if (banks.length > 0) {
    throw problem(
      `The server that DATABASE_URL names has a bank's database (${banks.join(", ")}), and tests would give its roles other passwords.`,
      HINT,
    );
  }
  const name = createHash("sha256").update(new URL(adminUrl).host).digest("hex").slice(0, 16);
  const passwords = path.join(folder, `${name}.json`);
  if (await hasOtherPasswords(adminUrl, passwords)) {
    throw problem(
      `The server that DATABASE_URL names has a bank's roles, and their passwords are not those of ${passwords}.`,
      HINT,
    );
  }
  return passwords;
}

async function banksOf(adminUrl: string): Promise<string[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  try {
    await admin.connect();
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database
        where pg_get_userbyid(datdba) in ('bank_owner', 'bank_admin') and datname !~ $1 order by 1`,
      [OF_NO_BANK],
    );
    return rows.map(({ datname }) => datname);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "3D000") throw error;
    throw problem(
      "The database that DATABASE_URL names is not there: name one that is, for example postgres. Tests make their own beside it.",
    );
  } finally {
    await admin.end().catch(() => undefined);
  }
}
