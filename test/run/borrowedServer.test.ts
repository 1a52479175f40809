import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { passwordsOfBorrowed } from "#scripts/test/borrowedServer.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { ensureRolePasswords } from "#server/db/rolePasswords.ts";
import { asAdmin } from "#test/support/testDb.ts";

/** A server of one's own and a folder for passwords, which go with the test. */
async function makeServer() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "borrowed-"));
  chmodSync(folder, 0o755);
  const { adminUrl, stop } = await startEmbedded(path.join(folder, "data"), { test: true });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { adminUrl, folder, passwords: () => passwordsOfBorrowed(adminUrl, folder) };
}

test("tests take a server of their own runs and no server of a bank, whose roles they would shut out", async () => {
  const { adminUrl, passwords } = await makeServer();
  const file = await passwords();
  for (const ofTests of [
    "template_0123456789ab",
    "template_0123456789ab_ba9876543210",
    "bank_e2e_0123456789",
  ]) {
    await prepareDatabase(adminUrl, file, ofTests);
  }
  await expect(passwords()).resolves.toBe(file);
  await prepareDatabase(adminUrl, file, "bank_e2e_0123456789_real");
  await prepareDatabase(adminUrl, file, "bank");
  await expect(passwords()).rejects.toThrow(
    /has a bank's database \(bank, bank_e2e_0123456789_real\)/,
  );
});

test("tests take no server that was prepared for a bank, and none by an address that leads nowhere", async () => {
  const { adminUrl, folder, passwords } = await makeServer();
  // deploy/postgresql/prepare.sql.
  await asAdmin(adminUrl, (admin) => admin.query("create database bank owner bank_admin"));
  await expect(passwords()).rejects.toThrow(/has a bank's database \(bank\)/);
  const named = new URL(adminUrl);
  named.pathname = "/absent";
  await expect(passwordsOfBorrowed(named.href, folder)).rejects.toThrow(/is not there: name one/);
});

test("tests take no server whose roles have passwords that are not of tests", async () => {
  const { adminUrl, passwords } = await makeServer();
  const file = await passwords();
  await asAdmin(adminUrl, (admin) => admin.query("create role bank_app login password 'another'"));
  await expect(passwords()).rejects.toThrow(/has a bank's roles, and their passwords are not/);
  ensureRolePasswords(file);
  await expect(passwords()).rejects.toThrow(/has a bank's roles, and their passwords are not/);
});

test("npm test says so before anything else and changes nothing", async () => {
  const { adminUrl, folder } = await makeServer();
  const { appUrl } = await prepareDatabase(adminUrl, path.join(folder, "bank.json"), "bank");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.resolve("scripts/test.ts"), "types", "unit"],
    // Elsewhere: reports of the run that this test is part of stay as they are.
    { cwd: folder, encoding: "utf8", env: { ...shellWithoutBank(), DATABASE_URL: adminUrl } },
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("has a bank's database (bank)");
  await asAdmin(appUrl, (app) => app.query("select"));
});
