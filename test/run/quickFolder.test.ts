import { expect, test } from "vitest";
import { quickFolder } from "#scripts/test/quickFolder.ts";

const GIGABYTE = 1024 ** 3;

test("tests put their files down in memory where there is room for them", () => {
  const room = { folderBytes: 12 * GIGABYTE, memoryBytes: 16 * GIGABYTE };
  expect(quickFolder(room)).toBe("/dev/shm");
});

test.each([
  ["no such folder", { folderBytes: -1, memoryBytes: 16 * GIGABYTE }],
  ["a small one, as in a container", { folderBytes: 64 * 1024 ** 2, memoryBytes: 16 * GIGABYTE }],
  ["little memory", { folderBytes: 12 * GIGABYTE, memoryBytes: 4 * GIGABYTE }],
])("they use the disk where there is %s", (_what, room) => {
  expect(quickFolder(room)).toBeUndefined();
});
