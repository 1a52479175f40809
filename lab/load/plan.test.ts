import { expect, test } from "vitest";
import { addTo, newHistogram, percentileOf, record } from "./histogram.ts";
import { ratesOf, readLoadProfile, totalOf } from "./profile.ts";
import { arrivals, isTransfer, transfersIn } from "./schedule.ts";

const profile = readLoadProfile();

test("the payday is the profile's: 300 calls a second, 25 transfers and 8 sign-ins among them, 6,000 sockets", () => {
  const rates = ratesOf(profile, 1);
  const { own, instapay, pesonet, cardToCard, login, notifications, history } = rates.perSecond;
  expect(totalOf(rates)).toBeCloseTo(300, 6);
  expect(own + instapay + pesonet + cardToCard).toBeCloseTo(25, 6);
  expect(own / pesonet).toBeCloseTo(14_000 / 1_500, 6);
  expect(login).toBe(8);
  expect(notifications / history).toBeCloseTo(1.4 / 0.5, 6);
  expect(rates.sockets).toBe(6000);
});

test("a part of the payday is that part of everything", () => {
  const rates = ratesOf(profile, 0.1);
  expect(totalOf(rates)).toBeCloseTo(30, 6);
  expect(rates.perSecond.login).toBeCloseTo(0.8, 6);
  expect(rates.sockets).toBe(600);
});

test("arrivals are the same for the same seed, others for another, and as many as the rate says", () => {
  const rates = ratesOf(profile, 1);
  const plan = [...arrivals(rates, { seconds: 100, seed: 7 })];
  expect([...arrivals(rates, { seconds: 100, seed: 7 })]).toEqual(plan);
  expect([...arrivals(rates, { seconds: 100, seed: 8 })]).not.toEqual(plan);
  // Of a Poisson process of 30,000: more than six deviations off does not happen by chance.
  expect(Math.abs(plan.length - 30_000)).toBeLessThan(6 * Math.sqrt(30_000));
  expect(plan.every(({ atMs }, n) => atMs < 100_000 && atMs >= (plan[n - 1]?.atMs ?? 0))).toBe(
    true,
  );
});

test("pauses between arrivals are those of callers who do not know of each other", () => {
  const at = [...arrivals(ratesOf(profile, 1), { seconds: 100, seed: 7 })].map(({ atMs }) => atMs);
  const gaps = at.map((ms, n) => ms - (at[n - 1] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const longer = gaps.filter((gap) => gap > mean).length / gaps.length;
  // Of exponential pauses 1/e are longer than the mean.
  expect(longer).toBeCloseTo(1 / Math.E, 1);
});

test("a ramp begins with a tenth of the rate and grows evenly to the whole", () => {
  const rates = ratesOf(profile, 1);
  const span = { seconds: 200, seed: 7, rampSeconds: 100 };
  const seconds = [...arrivals(rates, span)].map(({ atMs }) => atMs / 1000);
  const within = (from: number, to: number) =>
    seconds.filter((at) => at >= from && at < to).length / (to - from);
  const whole = totalOf(rates);
  expect(within(0, 10) / whole).toBeCloseTo(0.1, 1);
  expect(within(40, 60) / whole).toBeCloseTo(0.5, 1);
  expect(within(100, 200) / whole).toBeCloseTo(1, 1);
});

test("the transfers of a plan are those among its arrivals, in their order", () => {
  const rates = ratesOf(profile, 1);
  const calls = [...arrivals(rates, { seconds: 20, seed: 3 })].map(({ call }) => call);
  expect(transfersIn(rates, { seconds: 20, seed: 3 })).toEqual(calls.filter(isTransfer));
  expect(transfersIn(rates, { seconds: 20, seed: 3 }).length).toBeGreaterThan(300);
});

test("a percentile is never more than one in 128 above the duration, from tenths of milliseconds to hours", () => {
  for (const ms of [0.1, 1, 12.7, 12.9, 99.9, 250, 801, 12_345, 3_600_000]) {
    const histogram = newHistogram();
    record(histogram, ms);
    record(histogram, 1e9);
    const told = percentileOf(histogram, 0.5);
    expect(told).toBeGreaterThanOrEqual(ms);
    expect(told - ms).toBeLessThanOrEqual(Math.max(0.101, ms / 128));
  }
});

test("percentiles of a thousand durations, and of two histograms added up", () => {
  const [all, even, odd] = [newHistogram(), newHistogram(), newHistogram()];
  for (let ms = 1; ms <= 1000; ms += 1) {
    record(all, ms);
    record(ms % 2 === 0 ? even : odd, ms);
  }
  addTo(even, odd);
  expect(even).toEqual(all);
  expect(percentileOf(all, 0.5)).toBeCloseTo(500, -1);
  expect(percentileOf(all, 0.99)).toBeCloseTo(990, -1);
  expect(percentileOf(all, 1)).toBe(1000);
  expect(percentileOf(newHistogram(), 0.99)).toBe(0);
});
