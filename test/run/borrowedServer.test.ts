import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "#server/db/embedded.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { passwordsOfBorrowed } from "#test/support/borrowedServer.ts";

test("tests take a server of their own runs and no server of a bank, whose roles they would shut out", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "borrowed-"));
  chmodSync(folder, 0o755);
  const { adminUrl, stop } = await startEmbedded(folder, { test: true });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const passwords = path.join(folder, "passwords.json");
  const make = (database: string) => prepareDatabase(adminUrl, passwords, database);
  await expect(passwordsOfBorrowed(adminUrl)).resolves.toMatch(/\.json$/);
  await make("template_0123456789ab");
  await make("bank_e2e_0123456789");
  await expect(passwordsOfBorrowed(adminUrl)).resolves.toMatch(/\.json$/);
  await make("bank");
  await expect(passwordsOfBorrowed(adminUrl)).rejects.toThrow(/has a bank's database \(bank\)/);
});
