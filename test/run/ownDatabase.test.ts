import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { placesIn } from "#scripts/start/dataDir.ts";
import { startDatabase } from "#scripts/start/runningDatabase.ts";
import type { StartOptions } from "#scripts/start/startOptions.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { startTemplate } from "#test/support/template.ts";

/** A server with a bank, and what `npm start` does with it from a data folder. */
async function makeBank() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "own-database-"));
  chmodSync(folder, 0o755);
  const { adminUrl, stop } = await startEmbedded(path.join(folder, "server"), { test: true });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const real = placesIn(path.join(folder, "real"));
  const urls = await prepareDatabase(adminUrl, real.rolePasswords);
  await migrate(urls.ownerUrl);
  const startFrom = (name: string, more: Partial<StartOptions> = {}) => {
    const places = placesIn(path.join(folder, name));
    const options: StartOptions = {
      host: "127.0.0.1",
      port: 0,
      sandboxPort: 0,
      dataDir: places.dataDir,
      databaseUrl: adminUrl,
      isDemo: true,
      reset: false,
      isFast: true,
      environment: {},
      ...more,
    };
    return startDatabase(options, places, { tell: () => undefined, onMoved: () => undefined });
  };
  const asOwner = (statement: string) => asAdmin(urls.ownerUrl, (owner) => owner.query(statement));
  return { adminUrl, urls, startFrom, asOwner };
}

const A_MEMBER_OF_STAFF = `with home as (
    insert into office (id, branch_name, line_1, barangay, municipality_city, state_province)
      values (1, 'Main', '1 Street', 'Socorro', 'Quezon City', 'Metro Manila') returning id)
  insert into staff (username, full_name, person_key, office_id, state, created_at)
    select 'a.real', 'A Real', 'E-1', id, 'disabled', now() from home`;

test("a start takes no other passwords for the roles of a bank whose folder is another", async () => {
  const { urls, startFrom } = await makeBank();
  for (const isDemo of [true, false]) {
    await expect(startFrom("elsewhere", { isDemo })).rejects.toThrow(
      /database-passwords\.json is not here\.\nSet DATA_DIR/,
    );
  }
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

test("a demo makes its database beside a real one, with the same folder", async () => {
  const { adminUrl, startFrom, asOwner } = await makeBank();
  await asOwner(A_MEMBER_OF_STAFF);
  const demo = await startFrom("real", { databaseName: "demo" });
  await asAdmin(demo.urls().appUrl, (app) => app.query("select from member"));
  await demo.stop();
  expect(new URL(demo.urls().adminUrl).host).toBe(new URL(adminUrl).host);
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
