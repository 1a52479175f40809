import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { asAdmin } from "#test/support/testDb.ts";
import { assertDurable } from "./assertDurable.ts";
import { openPool } from "./db.ts";
import { type EmbeddedDatabase, findEmbedded, startEmbedded } from "./embedded.ts";
import { readPostmaster } from "./postmaster.ts";
import { prepareDatabase } from "./prepareDatabase.ts";
import { ensureRolePasswords } from "./rolePasswords.ts";

let folder: string;
let running: EmbeddedDatabase | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "embedded-"));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const cluster = () => path.join(folder, "pg18");
async function start(options: { test?: boolean } = { test: true }): Promise<EmbeddedDatabase> {
  running = await startEmbedded(folder, options);
  return running;
}

/** A data folder that was made, started and stopped once: making one is most of what a start costs. */
let made: string | undefined;
afterAll(() => {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
});

/** Starts on a data folder that was made before. */
async function startMade(options?: { test?: boolean }): Promise<EmbeddedDatabase> {
  if (made === undefined) {
    const { stop } = await start();
    await stop();
    made = mkdtempSync(path.join(os.tmpdir(), "embedded-made-"));
    cpSync(cluster(), path.join(made, "pg18"), { recursive: true });
  } else if (!existsSync(cluster())) {
    cpSync(path.join(made, "pg18"), cluster(), { recursive: true });
    chmodSync(cluster(), 0o700);
  }
  return start(options);
}
const ask = (url: string, question: string) =>
  asAdmin(
    url,
    async (client) => (await client.query({ text: question, rowMode: "array" })).rows[0]?.[0],
  );

test("keeps its data over a stop and a start, and answers only here and only to the password", async () => {
  const first = await start({});
  await ask(first.adminUrl, "create table kept as select 42 as n");
  expect(await ask(first.adminUrl, "show data_checksums")).toBe("on");
  expect(await ask(first.adminUrl, "show listen_addresses")).toBe("127.0.0.1");
  expect(
    await ask(
      first.adminUrl,
      "select datlocprovider::text || datlocale from pg_database where datname = 'template1'",
    ),
  ).toBe("bC.UTF-8");
  const wrong = new URL(first.adminUrl);
  wrong.password = "guess";
  await expect(ask(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  const pool = openPool(first.adminUrl, 1);
  await expect(assertDurable(pool, { checksums: true })).resolves.toBeUndefined();
  await pool.end();
  await first.stop();
  expect(await findEmbedded(folder)).toBeUndefined();

  const second = await start({});
  expect(second.reused).toBe(false);
  expect(await ask(second.adminUrl, "select n from kept")).toBe(42);
  expect(statSync(path.join(cluster(), "admin-password")).mode & 0o077).toBe(0);
});

test("takes over a server that a killed process left running", async () => {
  const first = await startMade();
  const second = await start();
  expect(second).toMatchObject({ reused: true, adminUrl: first.adminUrl });
  expect(await findEmbedded(folder)).toBe(first.adminUrl);
  await second.stop();
  expect(await findEmbedded(folder)).toBeUndefined();
});

test("two starts of one folder at the same time end with one server", async () => {
  const both = await Promise.all([
    startEmbedded(folder, { test: true }),
    startEmbedded(folder, { test: true }),
  ]);
  running = both[0];
  expect(both[0].adminUrl).toBe(both[1].adminUrl);
});

test("comes back after the server was killed, with what was committed", async () => {
  const first = await startMade({});
  await ask(first.adminUrl, "create table kept as select 7 as n");
  process.kill(readPostmaster(cluster())?.pid ?? 0, "SIGKILL");
  const second = await start({});
  expect(second.reused).toBe(false);
  expect(await ask(second.adminUrl, "select n from kept")).toBe(7);
});

test("is not stopped by a postmaster.pid whose number now belongs to another program, and leaves that one alone", async () => {
  const first = await startMade();
  const { port = 0 } = readPostmaster(cluster()) ?? {};
  await first.stop();
  const stranger = spawn("sleep", ["600"]);
  writeFileSync(
    path.join(cluster(), "postmaster.pid"),
    `${stranger.pid}\n${cluster()}\n1\n${port}\n\n127.0.0.1\n`,
  );
  await start();
  expect(stranger.exitCode).toBeNull();
  expect(stranger.signalCode).toBeNull();
  stranger.kill();
  await once(stranger, "exit");
});

test.skipIf(process.platform !== "linux")(
  "is not stopped by a postmaster.pid of a zombie",
  async () => {
    const first = await startMade();
    await first.stop();
    // A shell that becomes another program: nobody waits for the child it had, which stays a zombie.
    const parent = spawn("sh", ["-c", "exec 3<&0; cat <&3 >&2 & echo $!; exec sleep 600"]);
    const [zombie] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(zombie.toString());
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toContain("sleep");
    parent.stdin.end();
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
    writeFileSync(
      path.join(cluster(), "postmaster.pid"),
      `${pid}\n${cluster()}\n1\n5432\n\n127.0.0.1\n`,
    );
    expect((await start()).reused).toBe(false);
    parent.kill();
  },
);

test("begins again where an earlier first start was cut off", async () => {
  const { pid } = spawnSync("true");
  mkdirSync(path.join(folder, `pg18.new-${pid}`));
  mkdirSync(cluster());
  writeFileSync(path.join(cluster(), "half"), "");
  const { adminUrl } = await start();
  expect(await ask(adminUrl, "select 1")).toBe(1);
  expect(existsSync(path.join(folder, `pg18.new-${pid}`))).toBe(false);
});

test.skipIf(process.getuid?.() !== 0)(
  "started by root, runs where other users may not enter",
  async () => {
    chmodSync(folder, 0o700);
    const { adminUrl } = await start();
    expect(await ask(adminUrl, "select 1")).toBe(1);
  },
);

test("S140 roles and database are made once and again, by several at a time, and without a superuser", async () => {
  const { adminUrl } = await startMade();
  const file = path.join(folder, "roles.json");
  const made = await Promise.all([1, 2, 3].map(() => prepareDatabase(adminUrl, file)));
  expect(new Set(made.map((urls) => JSON.stringify(urls))).size).toBe(1);
  expect(statSync(file).mode & 0o077).toBe(0);
  const [urls] = made;
  expect(await ask(urls?.appUrl ?? "", "select current_user::text || current_database()")).toBe(
    "bank_appbank",
  );

  // Another installation's passwords, made or not: the roles keep theirs until that is wanted.
  const others = path.join(folder, "other.json");
  await expect(prepareDatabase(adminUrl, others)).rejects.toThrow("are not those of");
  expect(existsSync(others)).toBe(false);
  ensureRolePasswords(others);
  await expect(prepareDatabase(adminUrl, others)).rejects.toThrow("are not those of");
  expect(await ask(urls?.readonlyUrl ?? "", "select current_user::text")).toBe("bank_readonly");
  const other = await prepareDatabase(adminUrl, others, "bank", { replacesPasswords: true });
  expect(await ask(other.readonlyUrl, "select current_user::text")).toBe("bank_readonly");
  await expect(ask(urls?.readonlyUrl ?? "", "select 1")).rejects.toThrow(
    "password authentication failed",
  );
});

test("S140 an administrator without superuser is enough", async () => {
  const { adminUrl } = await startMade();
  await ask(adminUrl, "create role modest login createrole createdb password 'modest'");
  const modest = new URL(adminUrl);
  modest.username = "modest";
  modest.password = "modest";
  for (const file of ["one.json", "two.json", "two.json"]) {
    const { ownerUrl } = await prepareDatabase(modest.href, path.join(folder, file), "bank", {
      replacesPasswords: true,
    });
    await ask(ownerUrl, "create table if not exists mine (id bigint)");
    expect(await ask(ownerUrl, "select current_user::text")).toBe("bank_owner");
  }
});

/** `npm run migrate` in a data folder. */
function runMigrate(databaseUrl: string, dataDir: string, ...words: string[]) {
  return spawnSync(process.execPath, ["scripts/migrate.ts", ...words], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: path.join(folder, dataDir) },
  });
}

test("S140 a migration makes the database that its address names, and takes no password away unasked", async () => {
  const { adminUrl } = await startMade();
  const named = new URL(adminUrl);
  named.pathname = "/savings";
  const first = runMigrate(named.href, "one");
  expect([first.status, first.stdout]).toEqual([0, expect.stringContaining("Applied: ")]);
  const { readonlyUrl } = await prepareDatabase(
    named.href,
    path.join(folder, "one", "database-passwords.json"),
  );
  const database = () => ask(readonlyUrl, "select current_database()::text");
  expect(await database()).toBe("savings");

  const elsewhere = runMigrate(named.href, "two");
  expect([elsewhere.status, elsewhere.stderr]).toEqual([
    2,
    expect.stringContaining("Set DATA_DIR to the folder that has them"),
  ]);
  expect(await database()).toBe("savings");
  expect(existsSync(path.join(folder, "two"))).toBe(false);

  // Locked by hand, as after an incident: new passwords let it in again.
  await ask(adminUrl, "alter role bank_app nologin");
  const wanted = runMigrate(named.href, "two", "--new-passwords");
  expect([wanted.status, wanted.stdout]).toEqual([0, expect.stringContaining("are new")]);
  const again = runMigrate(named.href, "two", "--new-passwords");
  expect(again.stdout).toContain("which was there");
  const { appUrl } = await prepareDatabase(
    named.href,
    path.join(folder, "two", "database-passwords.json"),
  );
  expect(await ask(appUrl, "select current_user::text")).toBe("bank_app");
  await expect(database()).rejects.toThrow("password authentication failed");
});

test("S140 a file of passwords that others may read is refused", async () => {
  const { adminUrl } = await startMade();
  const file = path.join(folder, "roles.json");
  await prepareDatabase(adminUrl, file);
  chmodSync(file, 0o644);
  await expect(prepareDatabase(adminUrl, file)).rejects.toThrow("may be read by others");
});
