import { expect, test } from "vitest";
import { spentIn } from "./cpuProfiles.ts";
import { cpuMsIn, machineCpuMsIn } from "./processes.ts";
import { figuresIn } from "./sampler.ts";

test("processor time is read behind a name that holds blanks and brackets", () => {
  const stat = "42 (node (load) x) S 1 42 42 0 -1 4194304 100 0 0 0 150 50 7 8 20 0 11 0 1 2";
  expect(cpuMsIn(stat)).toBe(2000);
  expect(
    machineCpuMsIn("cpu  100 20 30 5000 70 1 2 9 0 0\ncpu0 50 10 15 2500 35 1 1 4 0 0\n"),
  ).toBe(1530);
});

test("figures of a process are read from Prometheus' text", () => {
  const text =
    '# HELP open_sockets Connected\n# TYPE open_sockets gauge\nopen_sockets{process="api"} 12\nnodejs_eventloop_lag_p99_seconds{process="api"} 1.5e-2\n';
  expect(Object.fromEntries(figuresIn(text))).toEqual({
    open_sockets: 12,
    nodejs_eventloop_lag_p99_seconds: 0.015,
  });
});

test("what took the processor's time is named, idling left out", () => {
  const node = (id: number, functionName: string, url = "") => ({
    id,
    callFrame: { functionName, url, lineNumber: 4 },
  });
  const { functions, places } = spentIn({
    nodes: [
      node(1, "(root)"),
      node(2, "(idle)"),
      node(3, "parse", "file:///bank/node_modules/pg-protocol/dist/parser.js"),
      node(4, "", "file:///bank/src/server/platform/http/calls.ts"),
      node(5, "(garbage collector)"),
    ],
    samples: [2, 3, 4, 3, 5],
    timeDeltas: [9000, 200, 100, 500, 200],
  });
  expect(functions.map(({ what, share }) => [what, share])).toEqual([
    ["parse  pg-protocol", 0.7],
    ["(garbage collector)", 0.2],
    ["(anonymous, line 5)  src/server/platform/http", 0.1],
  ]);
  expect(places[0]).toEqual({ what: "pg-protocol", share: 0.7 });
});
