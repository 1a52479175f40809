import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyDataDir, placesIn } from "#scripts/start/dataDir.ts";
import { freePort } from "#test/support/freePort.ts";
import { startDatabase } from "#scripts/start/runningDatabase.ts";
import { startStack } from "#scripts/start/startStack.ts";
import type { StartOptions } from "#scripts/start/startOptions.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { ensureRolePasswords } from "#server/db/rolePasswords.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { startTemplate } from "#test/support/template.ts";

const OPTIONS: StartOptions = {
  host: "127.0.0.1",
  port: 0,
  sandboxPort: 0,
  dataDir: "",
  databaseUrl: undefined,
  isDemo: true,
  reset: false,
  isFast: true,
  environment: {},
};

/** A folder that goes with the test, and that other users may pass through. */
function temporary(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "own-database-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server with a bank, and what `npm start` does with it from a data folder. */
async function makeBank() {
  const folder = temporary();
  const { adminUrl, stop } = await startEmbedded(path.join(folder, "server"), { test: true });
  onTestFinished(stop);
  const real = placesIn(path.join(folder, "real"));
  const urls = await prepareDatabase(adminUrl, real.rolePasswords);
  await migrate(urls.ownerUrl);
  const startFrom = (name: string, more: Partial<StartOptions> = {}) => {
    const places = placesIn(path.join(folder, name));
    const options = { ...OPTIONS, dataDir: places.dataDir, databaseUrl: adminUrl, ...more };
    return startDatabase(options, places, { tell: () => undefined, onMoved: () => undefined });
  };
  const asOwner = (statement: string) => asAdmin(urls.ownerUrl, (owner) => owner.query(statement));
  return { adminUrl, urls, folder, startFrom, asOwner };
}

const A_MEMBER_OF_STAFF = `with home as (
    insert into office (id, branch_name, line_1, barangay, municipality_city, state_province)
      values (1, 'Main', '1 Street', 'Socorro', 'Quezon City', 'Metro Manila') returning id)
  insert into staff (username, full_name, person_key, office_id, state, created_at)
    select 'a.real', 'A Real', 'E-1', id, 'disabled', now() from home`;

test("a start takes no other passwords for the roles of a bank whose folder is another", async () => {
  const { urls, folder, startFrom } = await makeBank();
  // A folder of which another start made passwords, as each plain `npm start` does.
  ensureRolePasswords(placesIn(path.join(folder, "demo")).rolePasswords);
  for (const name of ["empty", "demo"]) {
    for (const isDemo of [true, false]) {
      await expect(startFrom(name, { isDemo, databaseName: "another" })).rejects.toThrow(
        /their passwords are not those of .*Nothing was changed/,
      );
    }
  }
  expect(existsSync(path.join(folder, "empty"))).toBe(false);
  await asAdmin(urls.appUrl, (app) => app.query("select"));
  await (await startFrom("real")).stop();
});

test("a demo does not start on the books of a real bank, and does on its own", async () => {
  const { startFrom, asOwner } = await makeBank();
  await asOwner(A_MEMBER_OF_STAFF);
  await expect(startFrom("real")).rejects.toThrow(/has members or staff that are not the demo's/);
  await (await startFrom("real", { isDemo: false })).stop();
  await asOwner("select mark_demo_data()");
  await (await startFrom("real")).stop();
});

test.each([
  ["the folder", (folder: string) => ({ dataDir: folder })],
  [
    "SECRETS_FILE",
    (folder: string) => ({ environment: { SECRETS_FILE: placesIn(folder).secrets } }),
  ],
])("a demo takes no keys of a real bank from %s, and throws none away", async (_, more) => {
  const folder = temporary();
  const real = path.join(folder, "real");
  mkdirSync(real);
  const { secrets } = placesIn(real);
  ensureSecrets(secrets, false);
  const kept = readFileSync(secrets, "utf8");
  const own = path.join(folder, "own");
  for (const reset of [true, false]) {
    const options = { ...OPTIONS, dataDir: own, reset, ...more(real) };
    await expect(startStack(options, () => undefined)).rejects.toThrow(/the keys of a real bank/);
  }
  expect(readFileSync(secrets, "utf8")).toBe(kept);
  expect(readdirSync(real)).toEqual(["secrets.json"]);
  expect(existsSync(own)).toBe(false);
});

test("a start that a server refuses leaves no keys behind", async () => {
  const { adminUrl, folder } = await makeBank();
  const dataDir = path.join(folder, "mistaken");
  const options = { ...OPTIONS, dataDir, databaseUrl: adminUrl, port: await freePort() };
  const refused = startStack({ ...options, sandboxPort: await freePort() }, () => undefined);
  await expect(refused).rejects.toThrow(/their passwords are not those of/);
  expect(existsSync(placesIn(dataDir).secrets)).toBe(false);
});

test("a reset that is cut off is taken up again: the keys go last", () => {
  const places = placesIn(temporary());
  ensureSecrets(places.secrets, true);
  writeFileSync(`${places.secrets}.next`, "");
  mkdirSync(places.auditHeads);
  const gone: string[] = [];
  emptyDataDir(places, (place) => gone.push(place));
  expect(gone.indexOf(places.secrets)).toBe(gone.length - 1);
  emptyDataDir(places);
  expect(readdirSync(places.dataDir)).toEqual([]);
});

test.each(["database", "audit-heads"])(
  "a demo does not begin in a folder that has a bank's %s and no keys: they may be elsewhere",
  async (kept) => {
    const folder = temporary();
    mkdirSync(path.join(folder, kept));
    for (const reset of [true, false]) {
      const options = { ...OPTIONS, dataDir: folder, reset };
      await expect(startStack(options, () => undefined)).rejects.toThrow(/a real bank's folder/);
    }
    expect(readdirSync(folder)).toEqual([kept]);
  },
);

test("a demo asks no partner outside this machine, unless it is said to be a trial", async () => {
  const dataDir = path.join(temporary(), "own");
  const INSTAPAY_URL = "https://switch.example.com";
  const options = { ...OPTIONS, dataDir, environment: { INSTAPAY_URL } };
  await expect(startStack(options, () => undefined)).rejects.toThrow(
    /INSTAPAY_URL names a partner/,
  );
  expect(existsSync(dataDir)).toBe(false);
  // It goes on, as far as a port that nobody can have.
  const environment = { INSTAPAY_URL, NODE_ENV: "development" };
  const trial = { ...options, port: -1, environment };
  await expect(startStack(trial, () => undefined)).rejects.not.toThrow(/names a partner/);
});

test("tests make no template on the server of a bank", async () => {
  const { adminUrl } = await makeBank();
  const former = process.env["DATABASE_URL"];
  onTestFinished(() => {
    if (former === undefined) delete process.env["DATABASE_URL"];
    else process.env["DATABASE_URL"] = former;
  });
  process.env["DATABASE_URL"] = adminUrl;
  await expect(startTemplate()).rejects.toThrow(/has a bank's database \(bank\)/);
  const names = await asAdmin(adminUrl, (admin) =>
    admin.query("select from pg_database where datname like 'template\\_%'"),
  );
  expect(names.rowCount).toBe(0);
});
