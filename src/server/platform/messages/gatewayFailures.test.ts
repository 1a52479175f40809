import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { getConfig } from "#contract/config.ts";
import { transact } from "#server/db/db.ts";
import { newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { startHttpsSmsGateway } from "#test/support/httpsSmsGateway.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { startSmsc } from "#test/support/smsc.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { TEST_TLS } from "#test/support/tls.ts";
import { listenForReports } from "./listenForReports.ts";
import { queueSms } from "./queueSms.ts";

/** A gateway and what can go wrong with it. */
type Bench = {
  environment: Record<string, string>;
  /** What the phones got. */
  texts: (world: World) => Promise<string[]>;
  down: (world: World) => Promise<unknown>;
  halfFail: (world: World) => unknown;
  /** Takes texts and answers long after we stopped waiting. */
  slow: (world: World) => unknown;
  well: (world: World) => Promise<unknown>;
  close: () => Promise<unknown>;
};

const KEY = "the gateway's own";

async function sandboxBench(): Promise<Bench> {
  const fault = (world: World, mode: string, more: object = {}) =>
    fetch(`${world.sandbox.url}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ target: "sms", mode, ...more }),
    });
  return {
    environment: {},
    texts: async ({ sandbox }) => {
      const answer = await fetch(`${sandbox.url}/sms`);
      return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
    },
    down: (world) => fault(world, "down"),
    halfFail: (world) => fault(world, "error", { rate: 0.5, effect: "kept" }),
    slow: (world) => fault(world, "slow", { delaySeconds: 2.5 }),
    well: (world) => fault(world, "ok"),
    close: async () => undefined,
  };
}

async function httpsBench(): Promise<Bench> {
  const gateway = await startHttpsSmsGateway(KEY);
  let isDown = false;
  let count = 0;
  return {
    environment: { SMS_URL: gateway.url, SMS_KEY: KEY, SMS_CA_FILE: TEST_TLS.cert },
    texts: async () => [...gateway.taken.values()].map(({ text }) => text),
    down: async () => {
      isDown = true;
      await gateway.stop();
    },
    halfFail: () =>
      gateway.treatAs(() => {
        count += 1;
        // Every other request fails, and half of those were taken all the same.
        return count % 2 === 0
          ? { status: 500, isKept: count % 4 === 0 }
          : { status: 200, isKept: true };
      }),
    slow: () => gateway.treatAs(() => ({ status: "later", isKept: true })),
    well: async () => {
      gateway.treatAs(() => ({ status: 200, isKept: true }));
      gateway.release();
      if (isDown) await gateway.start();
      isDown = false;
    },
    close: async () => {
      expect(gateway.forged).toEqual([]);
      await gateway.stop();
    },
  };
}

async function smppBench(): Promise<Bench> {
  const smsc = await startSmsc();
  const SYSTEM_ERROR = 0x08;
  let isDown = false;
  let count = 0;
  return {
    environment: { SMS_URL: "", SMPP_URL: smsc.url },
    texts: async () => smsc.taken.map(({ text }) => text),
    down: async () => {
      isDown = true;
      await smsc.stop();
    },
    halfFail: () =>
      smsc.treatAs(() => {
        count += 1;
        return { answer: count % 2 === 0 ? SYSTEM_ERROR : 0 };
      }),
    slow: () => smsc.treatAs(() => ({ answer: "later" })),
    well: async () => {
      smsc.treatAs(() => ({ answer: 0 }));
      smsc.release();
      if (isDown) await smsc.start();
      isDown = false;
    },
    close: () => smsc.stop(),
  };
}

describe.each([
  { name: "the sandbox", makeBench: sandboxBench },
  { name: "a gateway over HTTPS", makeBench: httpsBench },
  { name: "an SMSC over SMPP", makeBench: smppBench },
])("texts through $name", ({ makeBench }) => {
  let bench: Bench;
  let world: World;
  let reports: { stop: () => Promise<void> };
  let lastPhone = 0;

  beforeAll(async () => {
    bench = await makeBench();
    world = await makeWorld({ SMS_TIMEOUT_MS: "1000", ...bench.environment });
    reports = listenForReports(world.app);
  });
  beforeEach(() => bench.well(world));
  afterAll(async () => {
    await reports.stop();
    await world.close();
    await bench.close();
  });

  const MINUTE = 60;

  async function promise(text: string, kind: "code" | "notice" = "code"): Promise<void> {
    const { app } = world;
    const seconds = kind === "code" ? 5 * MINUTE : 24 * 60 * MINUTE;
    const expiresAt = new Date(app.now().getTime() + seconds * 1000);
    lastPhone += 1;
    const to = `+6391720${String(lastPhone).padStart(5, "0")}`;
    await transact(app.db, (tx) =>
      queueSms(tx, app, { kind, purpose: "test", memberId: null, to, text, expiresAt }),
    );
  }

  /** Runs what is due, and what waits for its next attempt, as time would. */
  async function drain(): Promise<void> {
    await asAdmin(world.database.adminUrl, (admin) =>
      admin.query("update graphile_worker._private_jobs set run_at = now()"),
    );
    await drainJobs(world.app);
  }

  async function expectApiAnswers(): Promise<void> {
    expect(await world.call(getConfig, {}, newBrowser())).toMatchObject({ status: true });
    const member = await world.makeMember();
    const { username, password } = member;
    const body = { username, password };
    expect((await world.callRaw(login, { body }, newBrowser())).httpStatus).toBe(200);
  }

  async function states(): Promise<Record<string, number>> {
    const rows = await world.app.db
      .selectFrom("text_message")
      .select(["state", (row) => row.fn.countAll<bigint>().as("count")])
      .where("purpose", "=", "test")
      .groupBy("state")
      .execute();
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  }

  /** What the phones got of the texts of one test. */
  async function arrived(name: string): Promise<string[]> {
    const texts = await bench.texts(world);
    return texts.filter((text) => text.startsWith(`${name} `)).toSorted();
  }

  test("R9 S052 down for ten minutes: what is still of use arrives once, an expired code never", async () => {
    await bench.down(world);
    await promise("down old code");
    await promise("down notice", "notice");
    await drain();
    world.passSeconds(4 * MINUTE);
    await drain();
    await expectApiAnswers();
    world.passSeconds(4 * MINUTE);
    await promise("down new code");
    await drain();
    world.passSeconds(2 * MINUTE);
    await drain();
    expect(await arrived("down")).toEqual([]);

    await bench.well(world);
    const wanted = ["down new code", "down notice"];
    const arrives = async () => {
      await drain();
      return arrived("down");
    };
    // The connection is made again after a wait of its own.
    await expect.poll(arrives, { interval: 250 }).toEqual(wanted);
    await drain();
    expect(await arrived("down")).toEqual(wanted);
  });

  test("R9 S052 half of the answers are errors: every code arrives, none twice", async () => {
    await bench.halfFail(world);
    const codes = Array.from(
      { length: 20 },
      (_, index) => `half ${String(index).padStart(2, "0")}`,
    );
    for (const code of codes) await promise(code);
    for (let round = 1; round <= 4; round++) await drain();
    await expectApiAnswers();
    await bench.well(world);
    await drain();
    await drain();
    expect(await arrived("half")).toEqual(codes);
  });

  test("R9 S052 slower than we wait: every code arrives once, and in the end we know it", async () => {
    const doubts = async () => (await states())["in_doubt"] ?? 0;
    const before = await doubts();
    await bench.slow(world);
    const codes = ["slow 1", "slow 2", "slow 3"];
    for (const code of codes) await promise(code);
    await drain();
    expect(await doubts()).toBe(before + codes.length);
    await expectApiAnswers();
    await drain();
    await bench.well(world);
    const known = async () => {
      await drain();
      return doubts();
    };
    await expect.poll(known, { interval: 250 }).toBe(before);
    expect(await arrived("slow")).toEqual(codes);
  });
});
