import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";

/**
 * Where the passwords of a borrowed server's roles are kept. Roles belong to the whole server, so
 * every run against one server uses the same.
 */
export function sharedPasswordsFile(adminUrl: string): string {
  const name = createHash("sha256").update(new URL(adminUrl).host).digest("hex").slice(0, 16);
  return path.join(os.homedir(), ".cache", "bank-test", `${name}.json`);
}
