import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { makeInstapay } from "#server/platform/gateways/rails/instapay.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { refundByStaff } from "./refundByStaff.ts";
import { goingOut } from "./goingOut.ts";
import { handsOverUntil } from "./inquiryTimes.ts";
import { readRailTransfer } from "./railRow.ts";
import { inquireRailAgain } from "./settleRailTransfer.ts";

const CARD = 10_000_00n;
const AMOUNT = 1_500_25n;
const MINUTE = 60;

let world: World;
let line: Awaited<ReturnType<typeof slowLine>>;

beforeAll(async () => {
  world = await rails.makeRailWorld();
  line = await slowLine(world.app.config.INSTAPAY_URL);
  world.app.instapay = makeInstapay({ ...world.app.config, INSTAPAY_URL: line.url }, world.app);
});

afterEach(() => assertBooksHold(world));

afterAll(async () => {
  line.close();
  await world.close();
});

/** A line to the switch on which transfers get stuck; what is asked about them passes. */
async function slowLine(switchUrl: string) {
  const stuck: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const pass = async ({ path, headers, body }: (typeof stuck)[number]) => {
    const kept = Object.entries(headers).filter(([name]) => /^(x-|content-type)/.test(name));
    return fetch(new URL(path, switchUrl), {
      method: "POST",
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
    });
  };
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const message = { path: request.url ?? "", headers: request.headers, body };
      if (body.includes("xsd:pacs.008")) {
        stuck.push(message);
        response.destroy();
        return;
      }
      const answer = await pass(message);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(new Uint8Array(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port was asked for");
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** What is stuck arrives; answers with which status each is met. */
    arrive: async () => {
      const statuses: number[] = [];
      for (const message of stuck.splice(0)) statuses.push((await pass(message)).status);
      return statuses;
    },
    close: () => server.close(),
  };
}

async function ordered() {
  const member = await world.makeMember({ card: { balance: CARD } });
  const order = { kind: "instapay", amount: AMOUNT, account: ACCOUNTS.credited } as const;
  const refNo = await rails.orderByRows(world, member, order);
  return { member, refNo };
}

function payRefund(refNo: string) {
  const at = world.app.now();
  return transact(world.app.db, (tx) =>
    refundByStaff(tx, world.app, { refNo, staff: "desk", correlationId: "test", at }),
  );
}

async function isGoingOut(refNo: string): Promise<boolean> {
  const row = await readRailTransfer(world.app.db, refNo);
  return row !== undefined && goingOut(row, world.app.now()) !== undefined;
}

test.each([
  ["at its order", 0],
  ["at 44 minutes", 44 * MINUTE],
  ["shortly before it is asked about for the decision", 50 * MINUTE - 10],
])(
  "S101 S102 a transfer that was handed over %s and is still on its way when its money goes back is never paid",
  async (_, seconds) => {
    const { member, refNo } = await ordered();
    await drainJobs(world.app);
    world.passSeconds(seconds);
    if (seconds > 0) await inquireRailAgain(world.app, refNo);
    world.passSeconds(50 * MINUTE - seconds);
    await inquireRailAgain(world.app, refNo);
    expect(await isGoingOut(refNo)).toBe(false);
    expect(await payRefund(refNo)).toBe("booked");
    await rails.sweepRails(world);
    expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "returned" });
    const met = await line.arrive();
    expect(met.length).toBeGreaterThan(0);
    expect(new Set(met)).toEqual(new Set([401]));
    await inquireRailAgain(world.app, refNo);
    expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
    expect(await rails.moneyOfTransfer(world, refNo)).toEqual({});
    expect(await standing(refNo)).toBe("absent");
  },
);

/** What the switch has of it. */
async function standing(refNo: string): Promise<string> {
  const { rows } = await world.app.pool.query<{ body: string }>(
    "select body from rail_message where ref_no = $1 and type = 'pacs.028' order by id desc limit 1",
    [refNo],
  );
  return (await world.app.instapay.exchange(rows[0]?.body ?? "")).kind;
}

test("S101 S102 a message that is held up with us until its time is over does not leave any more", async () => {
  const { member, refNo } = await ordered();
  const { exchange } = world.app.instapay;
  world.app.instapay.exchange = async (message, until) => {
    if (message.includes("xsd:pacs.008")) world.passSeconds(45 * MINUTE);
    return exchange(message, until);
  };
  await drainJobs(world.app);
  world.app.instapay.exchange = exchange;
  expect(await line.arrive()).toEqual([]);
  expect(await rails.transferRow(world, refNo)).toMatchObject({ state: "unknown" });
  world.passSeconds(13 * MINUTE + 1);
  await rails.sweepRails(world);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "returned",
    is_refunded_unconfirmed: false,
  });
  expect(await moneyOf(world, member)).toMatchObject({ card: CARD, issuer: CARD });
});

test("S101 a transfer goes out until the minutes in which it could be overtaken by the decision", () => {
  const accepted = new Date("2026-11-23T02:00:00Z");
  expect(handsOverUntil({ accepted_at: accepted })).toEqual(new Date("2026-11-23T02:44:30Z"));
});
