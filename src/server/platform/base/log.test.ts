import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { gatheringDestination, makeLog } from "./log.ts";

test("S060 S135 of an error a log line has type, message, code, constraint and stack, and no more", () => {
  const lines: string[] = [];
  const log = makeLog("test", "info", { write: (line) => void lines.push(line) });
  const error = Object.assign(new TypeError("it broke"), {
    code: "23505",
    constraint: "member_guid_key",
    detail: "Key (guid)=(secret-of-a-row) already exists.",
    client: { connectionParameters: { password: "secret-of-the-database" } },
    cause: new Error("secret-of-the-cause"),
  });
  log.error({ err: error }, "a call failed");
  log.error({ err: "secret-that-was-thrown" }, "a call failed");
  expect(lines.join()).not.toContain("secret");
  const { err } = JSON.parse(lines[0] ?? "{}");
  expect(err).toEqual({
    type: "TypeError",
    message: "it broke",
    code: "23505",
    constraint: "member_guid_key",
    stack: expect.stringContaining("log.test.ts"),
  });
});

test("a log without lines keeps nothing going, one with lines looks for them now and then", () => {
  const beginning = vi.spyOn(globalThis, "setInterval");
  try {
    makeLog("test", "silent").fatal("unheard");
    expect(beginning).not.toHaveBeenCalled();
    makeLog("test", "fatal");
    expect(beginning).toHaveBeenCalledOnce();
  } finally {
    for (const { value } of beginning.mock.results) clearInterval(value as NodeJS.Timeout);
    beginning.mockRestore();
  }
});

test("R10 a full disk ends nothing, and what waits is written when there is room", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "log-"));
  const file = path.join(folder, "api.log");
  const handle = fs.openSync(file, "a");
  const wayOut = fs.write;
  let refusals = 0;
  const writing = vi.spyOn(fs, "write").mockImplementation(((...args: unknown[]) => {
    if (args[0] !== handle || refusals === 3) return Reflect.apply(wayOut, fs, args) as unknown;
    refusals += 1;
    const told = args.at(-1) as (error: Error) => void;
    setImmediate(told, Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    return undefined;
  }) as typeof fs.write);
  try {
    const log = makeLog("test", "info", gatheringDestination(handle));
    log.info("while there is no room");
    await expect.poll(() => fs.readFileSync(file, "utf8")).toContain("while there is no room");
    log.info("later");
    await expect.poll(() => fs.readFileSync(file, "utf8")).toContain("later");
    expect(refusals).toBe(3);
    expect(fs.readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  } finally {
    writing.mockRestore();
    fs.rmSync(folder, { recursive: true });
  }
});
