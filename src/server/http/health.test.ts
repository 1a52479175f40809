import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { failedChecks } from "./health.ts";

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
