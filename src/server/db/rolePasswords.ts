import { randomBytes } from "node:crypto";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const ROLES = ["bank_owner", "bank_app", "bank_readonly"] as const;

/** Passwords of the database's roles. */
export type RolePasswords = Record<(typeof ROLES)[number], string>;

/**
 * Reads the passwords, or makes them on first use. Of several processes at once one makes the file
 * and all read the same. Refuses a file that others may read.
 */
export function ensureRolePasswords(file: string): RolePasswords {
  makeOnce(file);
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`);
  }
  const stored = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<string, unknown>>; // checked below
  return Object.fromEntries(
    ROLES.map((role) => [role, checked(file, role, stored[role])]),
  ) as RolePasswords; // every role of ROLES
}

function checked(file: string, role: string, password: unknown): string {
  if (typeof password !== "string" || password.length < 20) {
    throw new Error(`${file}: the password of ${role} is missing`);
  }
  return password;
}

/** Written aside and linked into place, so that nobody reads half a file and the first one stays. */
function makeOnce(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const made = Object.fromEntries(
    ROLES.map((role) => [role, randomBytes(24).toString("base64url")]),
  );
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(aside, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(aside, 0o600);
  try {
    linkSync(aside, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
