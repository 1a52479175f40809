import { expect, test } from "vitest";
import { spentIn } from "./cpuProfiles.ts";
import { readAnswer } from "./generator/httpLine.ts";
import { frame, readFrame } from "./generator/socketLine.ts";
import { cpuMsIn, machineCpuMsIn } from "./processes.ts";
import { figuresIn } from "./sampler.ts";

test("an answer is read once it is whole, and the next one after it", () => {
  const one = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nSet-Cookie: a=b\r\n\r\n{“}";
  const two = "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n";
  const bytes = Buffer.from(one.replace("6", String(Buffer.byteLength("{“}"))) + two);
  const first = readAnswer(bytes);
  expect(first?.answer).toMatchObject({ status: 200, body: "{“}" });
  expect(first?.answer.head).toContain("Set-Cookie: a=b");
  const rest = bytes.subarray(first?.length);
  expect(readAnswer(rest)).toMatchObject({ answer: { status: 429, body: "" }, length: two.length });
  for (let length = 0; length < (first?.length ?? 0); length += 1) {
    expect(readAnswer(bytes.subarray(0, length))).toBeUndefined();
  }
});

test("frames of a server are read once they are whole, short and long", () => {
  for (const size of [0, 5, 125, 126, 70_000]) {
    const content = Buffer.alloc(size, 7);
    const head =
      size < 126
        ? Buffer.from([0x81, size])
        : size < 65_536
          ? Buffer.from([0x81, 126, size >> 8, size & 255])
          : Buffer.from([0x81, 127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 255, size & 255]);
    const bytes = Buffer.concat([head, content]);
    expect(readFrame(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(readFrame(bytes)).toMatchObject({ kind: 1, content, length: bytes.length });
  }
});

test("what a client says is masked, and is what it says without the mask", () => {
  for (const text of ["3", "x".repeat(300)]) {
    const sent = frame(1, Buffer.from(text));
    const start = text.length > 125 ? 4 : 2;
    expect((sent[1] ?? 0) & 0x80).toBe(0x80);
    const mask = sent.subarray(start, start + 4);
    const said = sent.subarray(start + 4).map((byte, place) => byte ^ (mask[place % 4] ?? 0));
    expect(Buffer.from(said).toString()).toBe(text);
  }
});

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
