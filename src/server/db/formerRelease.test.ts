import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inject, expect, test } from "vitest";
import { asAdmin } from "#test/support/testDb.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = new URL("./migrations/", import.meta.url);
/** What the former release brought the database to. */
const FORMER = "0010";
const AT = "2026-11-21T04:00:00Z";

test("S140 E02 while migrations are applied one by one, a running former release may do what it did, and no closed access becomes one that its member opens", async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).toSorted();
  const missing = names.filter((name) => name.slice(0, 4) > FORMER);
  expect(missing.length).toBeGreaterThan(0);
  await withEmptyDatabase(async ({ ownerUrl, appUrl }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
    const files = pathToFileURL(`${folder}${path.sep}`);
    const add = (name: string) => copyFile(new URL(name, MIGRATIONS), path.join(folder, name));
    for (const name of names) if (!missing.includes(name)) await add(name);
    await migrate(ownerUrl, files);
    await signIn(ownerUrl);
    await closeAccess(ownerUrl);
    expect(await formerCalls(appUrl)).toEqual(["ok", "ok", "otp_incorrect"]);

    // A last file that fails ends the run where a slow one would still be at work.
    const stop = path.join(folder, "9999_stop.sql");
    for (const name of missing) {
      await add(name);
      await writeFile(stop, "select nonsense;");
      await expect(migrate(ownerUrl, files)).rejects.toThrow("9999_stop.sql");
      await rm(stop);
      expect([name, ...(await formerCalls(appUrl))]).toEqual([name, "ok", "ok", "otp_incorrect"]);
    }
    await rm(folder, { recursive: true });
    expect(await reasons(appUrl)).toEqual([
      { status: "active", access_closed_for: null },
      { status: "cancelled", access_closed_for: "staff" },
      { status: "suspended", access_closed_for: "staff" },
    ]);
  });
});

/** What the former release asks at every call, on the dashboard and for an order, by the application's role. */
function formerCalls(appUrl: string): Promise<string[]> {
  const hashes = "sha256('token'), sha256('cookie')";
  const seconds = "630, 28800";
  return asAdmin(appUrl, async (client) => {
    const verdicts: string[] = [];
    for (const call of [
      `check_session(${hashes}, '${AT}', true, ${seconds})`,
      `read_dashboards(array[sha256('token')], array[sha256('cookie')],
         array['${GUID}']::uuid[], '${AT}', ${seconds})`,
      `accept_own_transfers('${AT}', ${seconds}, array[sha256('token')], array[sha256('cookie')],
         array['an order key'], array[sha256('order')], array['1'], array['2'], array[100]::bigint[],
         array['{}'], array[gen_random_uuid()], array[sha256('pin')], array['test'])`,
    ]) {
      const { rows } = await client.query<{ verdict: string }>(`select verdict from ${call}`);
      verdicts.push(...rows.map(({ verdict }) => verdict));
    }
    return verdicts;
  });
}

const GUID = "11111111-1111-4111-8111-111111111111";

function signIn(ownerUrl: string) {
  return asAdmin(ownerUrl, (owner) =>
    owner.query(`with m as (
        insert into member (guid, membership_no, first_name, last_name, created_at)
        values ('${GUID}', '0001202000000019', 'Maria', 'Santos', '${AT}') returning id)
      insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
      select id, gen_random_uuid(), sha256('token'), sha256('cookie'), '${AT}', '${AT}' from m`),
  );
}

/** Nobody wrote down why, so that only staff may undo it. */
function closeAccess(ownerUrl: string) {
  return asAdmin(ownerUrl, (owner) =>
    owner.query(`insert into member (guid, membership_no, first_name, last_name, status, created_at)
      values (gen_random_uuid(), '0001202000000027', 'A', 'B', 'suspended', '${AT}'),
        (gen_random_uuid(), '0001202000000035', 'C', 'D', 'cancelled', '${AT}')`),
  );
}

async function reasons(appUrl: string): Promise<unknown[]> {
  return asAdmin(appUrl, async (client) => {
    const found = await client.query(
      "select status, access_closed_for from member order by status",
    );
    return found.rows;
  });
}

async function withEmptyDatabase(
  work: (urls: { ownerUrl: string; appUrl: string }) => Promise<void>,
): Promise<void> {
  const server = inject("testServer");
  const name = `${server.template}_${randomBytes(6).toString("hex")}`;
  const inIt = (address: string) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  await asAdmin(server.adminUrl, async (admin) => {
    await admin.query(`create database ${name} owner bank_owner template template0`);
    await admin.query(`revoke all on database ${name} from public`);
    await admin.query(`grant connect on database ${name} to bank_app, bank_readonly`);
  });
  try {
    await work({ ownerUrl: inIt(server.ownerUrl), appUrl: inIt(server.appUrl) });
  } finally {
    await asAdmin(server.adminUrl, (admin) => admin.query(`drop database ${name} (force)`));
  }
}
