import { expect, test, vi } from "vitest";
import { makeLog } from "./log.ts";

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
