import { expect, test } from "vitest";
import { type Append, findAnomalies, type Operation, type Read } from "./history.ts";

const append = (id: string, keys: string[], more: Partial<Append> = {}): Append => ({
  kind: "append",
  id,
  keys,
  from: 0,
  to: 100,
  outcome: "ok",
  ...more,
});
const read = (id: string, lists: Read["lists"], from = 200, to = 210): Read => ({
  kind: "read",
  id,
  lists,
  from,
  to,
});

test("R22 a history that some order explains has no anomaly", () => {
  const history: Operation[] = [
    append("a", ["x", "y"], { from: 0, to: 10 }),
    append("b", ["x"], { from: 5, to: 30 }),
    append("c", ["y"], { from: 20, to: 40 }),
    append("never answered, not done", ["x"], { to: Infinity, outcome: "unknown" }),
    append("never answered, done", ["y"], { to: Infinity, outcome: "unknown" }),
    append("refused", ["x"], { outcome: "failed" }),
    read("early", { x: [], y: [] }, 0, 2),
    read("between", { x: ["a"], y: ["a"] }, 12, 18),
    read("last", { x: ["a", "b"], y: ["a", "c", "never answered, done"] }),
  ];
  expect(findAnomalies(history)).toEqual([]);
  expect(findAnomalies([])).toEqual([]);
});

test.each<[string, Operation[], string]>([
  [
    "an acknowledged write that is gone",
    [append("a", ["x"]), append("b", ["x"]), read("last", { x: ["b"] })],
    "a was acknowledged and is not in x",
  ],
  [
    "a write that is there twice",
    [append("a", ["x"]), read("last", { x: ["a", "a"] })],
    "a is in x twice",
  ],
  [
    "a refused write that is there (G1a)",
    [append("a", ["x"], { outcome: "failed" }), read("last", { x: ["a"] })],
    "a was refused and is in x (G1a)",
  ],
  [
    "a write of nobody",
    [append("a", ["y"]), read("last", { x: ["a"], y: ["a"] })],
    "a is in x and nobody wrote it there",
  ],
  [
    "two readers who saw two orders",
    [
      append("a", ["x"], { to: Infinity, outcome: "unknown" }),
      append("b", ["x"], { to: Infinity, outcome: "unknown" }),
      read("r", { x: ["a"] }),
      read("s", { x: ["b", "a"] }),
    ],
    "r read x in another order than others",
  ],
  [
    "two writes of which each came first on one account (G0)",
    [
      append("a", ["x", "y"]),
      append("b", ["x", "y"]),
      read("last", { x: ["a", "b"], y: ["b", "a"] }),
    ],
    "G0, writes in a circle: a -> b",
  ],
  [
    "a read of half of a transfer between two accounts (G-single)",
    [
      append("a", ["x", "y"]),
      read("half", { x: ["a"], y: [] }, 50, 60),
      read("last", { x: ["a"], y: ["a"] }),
    ],
    "G2, reads and writes in a circle: a -> half",
  ],
  [
    "two readers who saw two independent writes in two orders (long fork)",
    [
      append("a", ["x"]),
      append("b", ["y"]),
      read("r", { x: ["a"], y: [] }, 50, 60),
      read("s", { x: [], y: ["b"] }, 50, 60),
      read("last", { x: ["a"], y: ["b"] }),
    ],
    "G2, reads and writes in a circle: a -> r -> b -> s",
  ],
  [
    "a read that does not know what was acknowledged before it began",
    [
      append("a", ["x"], { from: 0, to: 10 }),
      read("stale", { x: [] }, 20, 30),
      read("last", { x: ["a"] }),
    ],
    "not in the order of real time: a -> stale",
  ],
])("R22 the checker finds %s", (_, history, anomaly) => {
  expect(findAnomalies(history)).toEqual([anomaly]);
});
