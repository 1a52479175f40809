import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { problem } from "#scripts/start/problem.ts";
import { asAdmin } from "./copyTemplate.ts";

/** Databases that tests make, or left behind when they were killed. */
const OF_TESTS = "^(template|bank_e2e)_[0-9a-f]{10,}";

/**
 * Where the passwords of a borrowed server's roles are kept. Roles belong to the whole server, so every run
 * against one server uses the same. Throws where a bank's database is: its roles would get other passwords, and
 * the bank would be shut out (DATABASE_URL is exported for a moment in several runbooks).
 */
export async function passwordsOfBorrowed(adminUrl: string): Promise<string> {
  const banks = await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where pg_get_userbyid(datdba) = 'bank_owner' and datname !~ $1 order by 1",
      [OF_TESTS],
    );
    return rows.map(({ datname }) => datname);
  });
  if (banks.length > 0) {
    throw problem(
      `The server that DATABASE_URL names has a bank's database (${banks.join(", ")}), and tests would give its roles other passwords.`,
      "Unset DATABASE_URL, or name a server that is for tests alone.",
    );
  }
  const name = createHash("sha256").update(new URL(adminUrl).host).digest("hex").slice(0, 16);
  return path.join(os.homedir(), ".cache", "bank-test", `${name}.json`);
}
