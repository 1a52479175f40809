import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdmin } from "#test/support/copyTemplate.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { beginProcess, processEnvironment } from "#test/support/serverProcess.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const beginApi = (more: Record<string, string> = {}) =>
  beginProcess("src/server/entry/main.ts", {
    ...processEnvironment(world.app.config),
    LOG_LEVEL: "info",
    ...more,
  });

/** What an API asks first is not answered while `work` is done; tells it for how many seconds the API has waited. */
async function whileHeldUp(
  work: (held: { seconds: () => Promise<number>; cut: () => Promise<unknown> }) => Promise<void>,
): Promise<void> {
  const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%from feature limit 1%' and pid <> pg_backend_pid()`;
  const { adminUrl } = world.database;
  await asAdmin(adminUrl, async (locker) => {
    await locker.query("begin");
    await locker.query("lock table feature in access exclusive mode");
    // Not in the same transaction, which sees everybody's activity as it was at first.
    await asAdmin(adminUrl, async (admin) => {
      const seconds = async () => {
        const { rows } = await admin.query<{ seconds: number | null }>(
          `select extract(epoch from max(clock_timestamp() - query_start))::float8 as seconds from ${waiting}`,
        );
        return rows[0]?.seconds ?? 0;
      };
      const cut = () => admin.query(`select pg_terminate_backend(pid) from ${waiting}`);
      await work({ seconds, cut });
    });
  });
}

test("an API that begins waits for a busy database, longer than one that is asked whether it is ready", async () => {
  let api: ReturnType<typeof beginApi> | undefined;
  await whileHeldUp(async ({ seconds }) => {
    api = beginApi();
    await expect.poll(seconds).toBeGreaterThan(3);
  });
  expect(await api?.ready).toBeGreaterThan(0);
  api?.child.kill("SIGTERM");
  expect(await api?.ended).toBe(0);
});

test("R23 an API that is told to stop before it has begun ends with 0, whatever it was waiting for", async () => {
  await whileHeldUp(async ({ seconds, cut }) => {
    const api = beginApi();
    await expect.poll(seconds).toBeGreaterThan(0);
    api.child.kill("SIGTERM");
    await expect.poll(api.output).toContain('"msg":"stopping"');
    await cut();
    expect(await api.ended).toBe(0);
    expect(api.output()).not.toMatch(/"level":60|the API is ready/);
  });
});

/** A way to the database that passes everything on until a connection is there, and from then on nothing for a while. */
async function slowWay(silentMs: number): Promise<{ url: string; close: () => void }> {
  const target = new URL(world.app.config.DATABASE_URL);
  const IS_THERE = Buffer.from("Z\0\0\0\x05I", "latin1");
  const server = net.createServer((client) => {
    const database = net.connect(Number(target.port || "5432"), target.hostname);
    client.pipe(database);
    const pass = (part: Buffer) => {
      client.write(part);
      if (!part.subarray(-IS_THERE.length).equals(IS_THERE)) return;
      database.off("data", pass);
      database.pause();
      setTimeout(() => database.pipe(client), silentMs);
    };
    database.on("data", pass);
    for (const one of [client, database]) {
      one.on("error", () => undefined);
      one.on("close", () => {
        client.destroy();
        database.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => server.close() };
}

test("an API that begins keeps its connections to a database that is silent for some seconds", async () => {
  const way = await slowWay(6_500);
  const api = beginApi({ DATABASE_URL: way.url });
  try {
    expect(await api.ready, api.output()).toBeGreaterThan(0);
    api.child.kill("SIGTERM");
    expect(await api.ended).toBe(0);
  } finally {
    api.child.kill("SIGKILL");
    way.close();
  }
});
