import { expect, test, vi } from "vitest";
import { asAdmin } from "#test/support/testDb.ts";
import { makeWorld } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/transferActs.ts";
import { startWorker } from "./worker.ts";

const soon = { timeout: 20_000, interval: 50 };

test("the worker credits cards, stands by for another, and outlives a lost database", async () => {
  const world = await makeWorld();
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  const first = startWorker(world.app);
  await first.ready;
  const second = startWorker(world.app);
  try {
    expect(await Promise.all([first.started, second.started])).toEqual(["at work", "standing by"]);
    await acts.transfer(world, member, browser, { amount: 1_000_00n });
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
    await acts.transfer(world, member, browser, { amount: 2_000_00n });
    await vi.waitFor(
      async () => expect(await acts.states(world)).toEqual(["credited", "credited"]),
      soon,
    );

    await first.stop();
    await second.ready;
    world.passSeconds(61);
    await acts.transfer(world, member, browser, { amount: 3_000_00n });
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
