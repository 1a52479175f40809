import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { connectAsAdmin, hasRoles } from "#server/db/prepareDatabase.ts";
import { problem } from "#scripts/start/problem.ts";

/** Databases that tests make, or left behind when they were killed. */
const OF_TESTS = "^(template_[0-9a-f]{12}(_[0-9a-f]{12})?|bank_e2e_[0-9a-f]{10})$";

const HINT =
  "Unset DATABASE_URL, or name a server that is for tests alone (without the roles bank_owner, bank_app, bank_readonly).";

/**
 * Where the passwords of a borrowed server's roles are kept. Roles belong to the whole server, so every run
 * against one server uses the same. Throws where a bank is, or where its roles have passwords that are not of
 * tests: they would get others, and the bank would be shut out (some runbooks export DATABASE_URL).
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
  // In this order: of several tests at once, one may just have made both.
  if ((await hasRoles(adminUrl)) && !existsSync(passwords)) {
    throw problem(
      `The server that DATABASE_URL names has a bank's roles, and ${passwords} does not have their passwords.`,
      HINT,
    );
  }
  return passwords;
}

async function banksOf(adminUrl: string): Promise<string[]> {
  const admin = await connectAsAdmin(adminUrl);
  try {
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where pg_get_userbyid(datdba) = 'bank_owner' and datname !~ $1 order by 1",
      [OF_TESTS],
    );
    return rows.map(({ datname }) => datname);
  } finally {
    await admin.end();
  }
}
