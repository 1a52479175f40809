import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { evenly } from "./evenAnswer.ts";

const config = { EVEN_ANSWER_MS: 200 };
// The one setting that is read.
const app = { config } as Parameters<typeof evenly>[0];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const takes = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** When an answer comes whose work takes so long. */
async function answeredAfter(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  let at = Number.NaN;
  const answered = evenly(app, work).then(
    () => (at = performance.now() - begun),
    () => (at = performance.now() - begun),
  );
  await vi.runAllTimersAsync();
  await answered;
  return at;
}

test("S033 work of any length is answered at the next whole step", async () => {
  for (const [length, answered] of [
    [0, 200],
    [5, 200],
    [47, 200],
    [199, 200],
    [201, 400],
  ] as const) {
    expect([length, await answeredAfter(() => takes(length))]).toEqual([length, answered]);
  }
});

test("S033 a refusal waits as long as a success, and stays what it is", async () => {
  const refuse = async () => {
    await takes(3);
    throw new Error("no");
  };
  expect(await answeredAfter(refuse)).toBe(200);
  const [outcome] = await Promise.all([evenly(app, refuse).catch(String), vi.runAllTimersAsync()]);
  expect(outcome).toBe("Error: no");
});
