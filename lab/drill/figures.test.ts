import { expect, test } from "vitest";
import { readsOfBalances } from "./readsOfBalances.ts";
import { driftPercent, percentile, servedShare, slopePercentAnHour } from "./soakFigures.ts";

const MINUTE = 60_000;

test("R18 a program that grows by a hundredth in an hour has a slope of one percent", () => {
  const at = (minute: number, bytes: number) => ({ atMs: minute * MINUTE, bytes });
  const grows = Array.from({ length: 61 }, (_, minute) =>
    at(minute, 100_000 + (1_000 * minute) / 60),
  );
  expect(slopePercentAnHour(grows)).toBeCloseTo(1, 1);
  expect(slopePercentAnHour([at(0, 5), at(60, 5)])).toBe(0);
  expect(slopePercentAnHour([at(0, 5)])).toBe(0);
  expect(slopePercentAnHour([])).toBe(0);
});

test("R18 the drift compares the slowest twentieth", () => {
  const hundred = Array.from({ length: 100 }, (_, place) => place + 1);
  expect(percentile(hundred, 0.95)).toBe(96);
  expect(
    driftPercent(
      hundred,
      hundred.map((value) => value * 2),
    ),
  ).toBeCloseTo(100);
  expect(driftPercent([], hundred)).toBe(0);
});

test("R24 who is served soon after asking again was served", () => {
  const look = (askedAt: number, status: number) => ({ askedAt, answeredAt: askedAt + 1, status });
  const looks = [look(0, 200), look(100, 503), look(10_000, 200), look(20_000, 0)];
  expect(servedShare(looks, 15_000)).toBe(0.75);
  expect(servedShare(looks, 5_000)).toBe(0.5);
  expect(servedShare([], 5_000)).toBe(0);
});

test("R22 a balance says which postings were seen, and one that never was is named", () => {
  const accounts = new Map([
    [
      "savings",
      {
        first: 1_000n,
        postings: [
          { id: "a", balanceAfter: 900n },
          { id: "b", balanceAfter: 850n },
        ],
      },
    ],
  ]);
  const look = (balance: bigint) => ({ account: "savings", balance, from: 0, to: 1 });
  const { reads, strange } = readsOfBalances([look(1_000n), look(900n), look(901n)], accounts);
  expect(reads.map(({ lists }) => lists["savings"])).toEqual([[], ["a"]]);
  expect(strange).toEqual(["savings was said to have 901 centavos"]);
});
