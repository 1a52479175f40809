import { expect, test } from "vitest";
import { readFileList } from "./pesonet.ts";

const sha256 = "ab".repeat(32);
const named = (name: string) => JSON.stringify([{ cursor: 7, name, kind: "status", sha256 }]);

test("S103 a list is read as it stands", () => {
  const name = "STATUS-PB20261123-1-01-4.xml";
  expect(readFileList(named(name))).toEqual([{ cursor: 7, name, kind: "status", sha256 }]);
  expect(readFileList("no list")).toBeUndefined();
  expect(readFileList('[{"cursor":0}]')).toBeUndefined();
});

test.each([
  ".",
  "..",
  "../settlements",
  "a/b.xml",
  "a\\b.xml",
  "%2e%2e",
  ".hidden",
  "",
  "a".repeat(81),
])("S103 what is called '%s' is no file, and the list is read all the same", (name) => {
  expect(readFileList(named(name))).toEqual([{ kind: "misnamed", cursor: 7 }]);
});
