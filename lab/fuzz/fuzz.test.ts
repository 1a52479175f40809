import { brand } from "#brand";
import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { makeForeignCheck } from "./foreign.ts";
import { inLanes } from "./inLanes.ts";
import { makeKnown } from "./known.ts";
import { mutate, mutationNames } from "./mutations.ts";
import { readOptions } from "./options.ts";
import { planner } from "./planCalls.ts";

test("R19 a seed plans the same calls again, over every route in turn, and another seed others", () => {
  const plans = (seed: number) => {
    const plan = planner(seed, 8);
    return api.map((_, index) => plan(index));
  };
  const first = plans(7);
  expect(JSON.stringify(plans(7))).toBe(JSON.stringify(first));
  expect(JSON.stringify(plans(8))).not.toBe(JSON.stringify(first));
  expect(new Set(first.map(({ endpoint }) => endpoint.name)).size).toBe(api.length);
});

test("R19 a seed changes the same bytes again, in every way in turn", () => {
  const bases = [
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: b\r\n\r\n{}",
  ];
  const calls = (seed: number) => mutationNames.map((_, index) => mutate(bases, seed, index));
  expect(calls(7)).toEqual(calls(7));
  expect(calls(8)).not.toEqual(calls(7));
  expect(calls(7).map(({ name }) => name)).toEqual(mutationNames);
  for (const { name, parts } of calls(7)) expect([name, parts.length > 0]).toEqual([name, true]);
});

test("R19 what answers brought fills the fields of that name, and what is filled in changes nothing known", () => {
  const known = makeKnown({ "order body": [{ amount: "1.00" }] });
  known.harvest({ result: [{ id: "12", refNo: "IP1" }] }, "/staff/kits");
  const kit = { refNo: { pick: "refNo", nth: 5 }, kitId: { pick: "kitId", nth: 0 } };
  expect(known.resolve(kit, "/staff/kits")).toEqual({ refNo: "IP1", kitId: "12" });
  const order = { pick: "order body", nth: 0 };
  Object.assign(known.resolve(order, "/order") as object, { amount: "2.00" });
  expect(known.resolve({ base: order, field: "x", value: 1 }, "/order")).toEqual({
    amount: "1.00",
    x: 1,
  });
});

test("R19 half of what fills a call comes from answers about the same things", () => {
  const known = makeKnown({});
  known.harvest({ results: [{ id: "a request" }] }, "/staff/requests");
  known.harvest({ results: [{ id: "a kit" }] }, "/staff/kits");
  const filled = (nth: number) => known.resolve({ pick: "requestId", nth }, "/staff/requests");
  expect([0, 1, 2, 3].map(filled)).toEqual(["a request", "a kit", "a request", "a request"]);
});

test("R19 another member in an answer is found, but not what the caller had said", () => {
  const people = [
    { guid: "guid-of-ana", username: "ana.reyes", marks: ["guid-of-ana", "ana reyes"] },
    {
      guid: "guid-of-ben",
      username: "ben.cruz",
      marks: ["guid-of-ben", "ben cruz", "990112345006"],
    },
  ];
  const check = makeForeignCheck(people, { guid: "guid-of-ana", known: [] });
  expect(check.findIn("Ana Reyes, guid-of-ana")).toEqual([]);
  expect(check.findIn("sent to Ben Cruz")).toEqual(["ben cruz"]);
  check.noteSaid("account=990112345006");
  expect(check.findIn("990112345006 of BEN CRUZ")).toEqual(["ben cruz"]);
  check.noteSaid("username=ben.cruz&password=wrong");
  expect(check.findIn("guid-of-ben, Ben Cruz")).toEqual(["guid-of-ben", "ben cruz"]);
  check.noteSaid(`username=ben.cruz&password=${brand.demoPassword}`);
  expect(check.findIn("guid-of-ben, Ben Cruz")).toEqual(["ben cruz"]);
});

test("R19 lanes do each place once, and stop when one says so", async () => {
  const seen: number[] = [];
  await inLanes(9, 4, (index) => Promise.resolve(seen.push(index) > 0));
  expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await inLanes(1_000, 4, (index) => Promise.resolve(index < 10))).toBeLessThan(20);
});

test("R19 a release's run unless said, and no number that is none", () => {
  expect(readOptions([])).toMatchObject({ calls: 100_000, raw: 20_000 });
  expect(readOptions(["--seed", "7", "--calls", "10", "--raw", "0"])).toEqual({
    seed: 7,
    calls: 10,
    raw: 0,
  });
  expect(() => readOptions(["--calls", "many"])).toThrow("--calls takes a whole number");
});
