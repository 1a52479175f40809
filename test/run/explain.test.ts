import { expect, test } from "vitest";
import { explain, problem } from "#scripts/start/problem.ts";

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ["ENOSPC", "ENOSPC: no space left on device, write", /^The disk is full/],
  ["53100", 'could not extend file "base/1": No space left on device', /^The disk is full/],
  ["EROFS", "EROFS: read-only file system, mkdir", /^The disk is read-only/],
  ["EACCES", "EACCES: permission denied, open", /^This user may not/],
  ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432", /DATABASE_URL/],
  ["", "The database was made by another baseline and is not carried over", /start -- --reset/],
  ["28P01", 'password authentication failed for user "x"', /DATABASE_URL/],
])("%s is explained in a sentence, with the words of the system below", (code, message, cause) => {
  const text = explain(failed(code, message));
  expect(text).toMatch(cause);
  expect(text).toContain(message);
  expect(text).not.toContain("    at ");
});

test("a problem of the surroundings is shown as it was written", () => {
  expect(explain(problem("One line.", "Another."))).toBe("One line.\nAnother.");
});

test("an unknown error keeps its trace, because it is a bug", () => {
  expect(explain(new Error("unheard of"))).toContain("    at ");
});
