import { expect, test } from "vitest";
import { readFileList } from "./pesonet.ts";

const sha256 = "ab".repeat(32);
const named = (name: string) => JSON.stringify([{ cursor: 7, name, kind: "status", sha256 }]);

test("S103 a list is read as it stands", () => {
  const name = "STATUS-PB20261123-1-01-4.xml";
  expect(readFileList(named(name))).toEqual([{ cursor: 7, name, kind: "status", sha256 }]);
  expect(readFileList("no list")).toBeUndefined();
  expect(readFileList('{"cursor":7}')).toBeUndefined();
});

test.each([
  [{ kind: "fees" }, { cursor: 7, reason: "its kind is not known" }],
  [{ kind: undefined }, { cursor: 7, reason: "its kind is not known" }],
  [{ kind: 5 }, { cursor: 7, reason: "its kind is not known" }],
  [{ name: null }, { cursor: 7, reason: "its entry cannot be read" }],
  [{ sha256: "ab" }, { cursor: 7, reason: "its entry cannot be read" }],
  [{ cursor: 0 }, { cursor: undefined, reason: "an entry of the list has no place" }],
  [{ cursor: "7" }, { cursor: undefined, reason: "an entry of the list has no place" }],
])("S103 an entry with %j is set aside, and those beside it are read", (change, odd) => {
  const file = { cursor: 7, name: "S.xml", kind: "status", sha256 };
  const [before, after] = [
    { ...file, cursor: 6 },
    { ...file, cursor: 8 },
  ];
  const list = JSON.stringify([before, { ...file, ...change }, after, null]);
  expect(readFileList(list)).toEqual([
    before,
    { kind: "odd", ...odd },
    after,
    { kind: "odd", cursor: undefined, reason: "an entry of the list has no place" },
  ]);
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
  expect(readFileList(named(name))).toEqual([
    { kind: "odd", cursor: 7, reason: "its name is not the name of a file" },
  ]);
});
