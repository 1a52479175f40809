import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdmin } from "#test/support/copyTemplate.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { failedChecks, START_PATIENCE_MS } from "./health.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test.each([
  ["is ten minutes behind", -600, ["clock"]],
  ["is ten minutes ahead", 600, ["clock"]],
  ["is right", 0, []],
])("S144 R12 a machine whose clock %s says so", async (_, seconds, failed) => {
  const { CLOCK_FILE: _file, ...config } = world.app.config;
  const now = () => new Date(Date.now() + seconds * 1000);
  const checks = await failedChecks({ ...world.app, config, now });
  expect(checks.map(({ name }) => name)).toEqual(failed);
});

test("a process that begins waits for a slow database longer than one that is asked whether it is ready", async () => {
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query("begin");
    await owner.query("lock table feature in access exclusive mode");
    const beginning = failedChecks(world.app, START_PATIENCE_MS);
    expect(await failedChecks(world.app)).toEqual([
      { name: "migrations", error: new Error("no answer in time") },
    ]);
    await owner.query("rollback");
    expect(await beginning).toEqual([]);
  });
});
