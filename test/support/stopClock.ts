import { onTestFinished } from "vitest";
import type { World } from "#test/support/makeWorld.ts";

/**
 * Stops the server's clock until the test is over: what it says is left of a wait is then the same however slow the
 * machine. The world's own clock, by which callers seal, runs on; pass() moves both.
 */
export function stopClock(world: Pick<World, "app" | "passSeconds">) {
  const { now } = world.app;
  let at = now().getTime();
  world.app.now = () => new Date(at);
  onTestFinished(() => {
    world.app.now = now;
  });
  return {
    pass: (seconds: number) => {
      at += seconds * 1000;
      world.passSeconds(seconds);
    },
  };
}
