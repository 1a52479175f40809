import type { Gauge } from "prom-client";
import { expect, test, vi } from "vitest";
import { verifyOtp } from "#contract/auth.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeMetrics } from "#server/platform/base/metrics.ts";
import { gate } from "#test/support/gate.ts";
import { asAdmin } from "#test/support/testDb.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";
import { startWorker } from "./worker.ts";

const soon = { timeout: 300_000, interval: 50 };
/** A worker that lost its database gives each part of itself some seconds to end. */
const late = { timeout: 300_000, interval: 50 };

/** Ordered beside a worker, which may take the text with the code before the test's own delivery does. */
async function transfer(
  world: World,
  member: TestMember,
  browser: Browser,
  wanted: acts.Order,
): Promise<void> {
  const { pinId } = await acts.askForCode(world, member, browser, wanted);
  await vi.waitFor(async () => {
    await world.textsTo(member.mobileNumber ?? "");
    const underWay = await world.app.db
      .selectFrom("text_message")
      .select("id")
      .where("kind", "=", "code")
      .where("handed_over_at", "is", null)
      .execute();
    expect(underWay).toEqual([]);
  }, late);
  const pin = await world.codeFor(member);
  const body = { memberGuid: member.guid, pinId, pin };
  expect(await world.call(verifyOtp, { body }, browser)).toMatchObject({ status: true });
  const key = `beside-a-worker-${pinId}`;
  const answer = await acts.order(world, member, browser, wanted, { pinId, pin }, key);
  expect(answer).toMatchObject({ status: true });
}

test("the worker credits cards, stands by for another, and outlives a lost database", async () => {
  const world = await makeWorld();
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  const first = startWorker(world.app);
  await first.ready;
  const second = startWorker(world.app);
  try {
    expect(await Promise.all([first.started, second.started])).toEqual(["at work", "standing by"]);
    await transfer(world, member, browser, { amount: 1_000_00n });
    await vi.waitFor(async () => expect(await acts.states(world)).toEqual(["credited"]), soon);

    // As when PostgreSQL restarts: every connection is cut.
    await asAdmin(world.database.adminUrl, (admin) =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      ),
    );
    // The API's own connections were cut too: until it has seen that, calls are answered with 503.
    const { pool } = world.app;
    await vi.waitFor(
      () => Promise.all(Array.from({ length: 20 }, () => pool.query("select 1"))),
      soon,
    );
    world.passSeconds(61);
    await transfer(world, member, browser, { amount: 2_000_00n });
    await vi.waitFor(
      async () => expect(await acts.states(world)).toEqual(["credited", "credited"]),
      soon,
    );

    await first.stop();
    await second.ready;
    world.passSeconds(61);
    await transfer(world, member, browser, { amount: 3_000_00n });
    await vi.waitFor(
      async () => expect(await acts.states(world)).toEqual(["credited", "credited", "credited"]),
      soon,
    );
    await vi.waitFor(async () => {
      const runs = await world.app.db.selectFrom("invariant_run").selectAll().execute();
      expect(runs.length).toBeGreaterThan(0);
      expect(runs.every(({ breaches }) => JSON.stringify(breaches) === "[]")).toBe(true);
    }, soon);
    expect(await acts.moneyOf(world, member)).toEqual({
      savings: 4_000_00n,
      card: 6_000_00n,
      issuer: 6_000_00n,
    });
  } finally {
    await first.stop();
    await second.stop();
    await world.close();
  }
});

test("a worker that stands by says nothing of the books", async () => {
  const world = await makeWorld();
  const metrics = makeMetrics("worker2");
  const { invariantBreaches, railTransfersOpen, booksCheckedAt } = metrics;
  const worker = startWorker(world.app);
  await worker.ready;
  const other = startWorker({ ...world.app, metrics });
  try {
    expect(await other.started).toBe("standing by");
    // As a look that was under way when the work was lost.
    booksCheckedAt.set(1_700_000_000);
    invariantBreaches.set(3);
    railTransfersOpen.set({ rail: "instapay" }, 4);
    const valuesOf = async (gauge: Gauge) => (await gauge.get()).values.map(({ value }) => value);
    await vi.waitFor(async () => {
      expect(await valuesOf(invariantBreaches)).toEqual([]);
      expect(await valuesOf(railTransfersOpen)).toEqual([]);
    }, soon);
    expect(await valuesOf(booksCheckedAt)).toEqual([1_700_000_000]);
  } finally {
    await other.stop();
    await worker.stop();
    await world.close();
  }
});

test("R2 a job that ends while the database is away ends neither the worker nor the transfer", async () => {
  const world = await makeWorld();
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  const { issuer } = world.app;
  const [asked, answered] = [gate(), gate()];
  const credit: typeof issuer.credit = async (order) => {
    asked.open();
    await answered.opened;
    return issuer.credit(order);
  };
  const startsOver = vi.spyOn(world.app.log, "error");
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  const worker = startWorker({ ...world.app, issuer: { ...issuer, credit } });
  try {
    await worker.ready;
    await transfer(world, member, browser, { amount: 1_000_00n });
    await asked.opened;
    await letNobodyIn(world, true);
    answered.open();
    const times = () =>
      startsOver.mock.calls.filter(([, message]) => message?.includes("starts over")).length;
    await vi.waitFor(() => expect(times()).toBeGreaterThan(0), late);
    await letNobodyIn(world, false);
    await vi.waitFor(async () => {
      // What was asked without an answer is asked about on a schedule.
      world.passSeconds(30);
      expect(await acts.states(world)).toEqual(["credited"]);
    }, late);
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
    await worker.stop();
    await world.close();
  }
});

/** As when PostgreSQL is gone: open connections are cut, and no new one is let in. */
async function letNobodyIn({ database }: World, isAway: boolean): Promise<void> {
  await asAdmin(database.adminUrl, async (admin) => {
    const name = admin.escapeIdentifier(new URL(database.appUrl).pathname.slice(1));
    await admin.query(`alter database ${name} connection limit ${isAway ? 0 : -1}`);
    if (!isAway) return;
    await admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  });
}
