import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getConfig } from "#contract/config.ts";
import { getBalances, getDashboard } from "#contract/members.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { readPostmaster } from "#server/db/postmaster.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";

let folder: string;
let database: EmbeddedDatabase;
let address: Awaited<ReturnType<typeof keepAddress>>;
let world: World;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "away-"));
  chmodSync(folder, 0o755);
  database = await startEmbedded(folder);
  const urls = await prepareDatabase(database.adminUrl, path.join(folder, "passwords.json"));
  await migrate(urls.ownerUrl);
  address = await keepAddress(portOf(database));
  const url = new URL(urls.appUrl);
  url.port = String(address.port);
  world = await makeWorld({ DATABASE_URL: url.href });
});
afterAll(async () => {
  await world.close();
  address.close();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

const portOf = ({ adminUrl }: EmbeddedDatabase) => Number(new URL(adminUrl).port);

/** The embedded server takes a free port at each start; this is one address for all of them. */
async function keepAddress(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    leadTo: (next: number) => {
      target = next;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** kill -9 of every process of the server, as the kernel does it when memory runs out. */
async function killDatabase(): Promise<void> {
  const postmaster = readPostmaster(path.join(folder, "pg18"));
  if (postmaster === undefined) throw new Error("no database server runs");
  // It leads a group of its own.
  process.kill(-postmaster.pid, "SIGKILL");
  await expect
    .poll(() => world.send({ method: "GET", url: "/health/ready" }), { timeout: 20_000 })
    .toMatchObject({ httpStatus: 503 });
}

test("R2 while the database is away every call is 503; when it is back all goes on by itself", async () => {
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  world.passSeconds(61);
  const wanted = { amount: 2_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const order = () => acts.order(world, member, browser, wanted, approval, "over-the-outage");

  await killDatabase();
  const away = { status: false, httpStatus: 503, code: "unavailable" };
  expect(await world.call(getBalances, { params }, browser)).toMatchObject(away);
  expect(await world.call(getDashboard, { params }, browser)).toMatchObject(away);
  expect(await world.call(getConfig, {})).toMatchObject(away);
  expect(await order()).toMatchObject(away);
  expect((await world.send({ method: "GET", url: "/health/live" })).httpStatus).toBe(200);

  database = await startEmbedded(folder);
  address.leadTo(portOf(database));
  await expect
    .poll(() => world.send({ method: "GET", url: "/health/ready" }), { timeout: 20_000 })
    .toMatchObject({ httpStatus: 200 });

  // The same session, and all that was confirmed; the order that met the outage may be repeated.
  expect(await world.call(getBalances, { params }, browser)).toMatchObject({ status: true });
  expect(await order()).toMatchObject({ status: true });
  const orders = await world.app.db
    .selectFrom("transfer")
    .select(["ref_no", "amount_centavos"])
    .orderBy("ref_no")
    .execute();
  expect(orders[0]).toEqual({ ref_no: refNo, amount_centavos: 1_000_00n });
  expect(orders.map(({ amount_centavos }) => amount_centavos)).toEqual([1_000_00n, 2_000_00n]);
  await acts.assertBooksHold(world);
});
