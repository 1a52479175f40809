import { expect, test } from "vitest";
import { type Found, none } from "./goal.ts";
import { unwritten } from "./fsyncs.ts";
import { isHeld, tableOf } from "./table.ts";
import { readSyncs } from "./trace.ts";
import { watchAnswers } from "./watchAnswers.ts";

const goal = { name: "R3", figure: "0 lost" };
const good: Found = { what: "answers", seen: "12", held: true };

test("a goal is held when something was seen and all of it is right", () => {
  expect(isHeld({ goal, found: [good, none("lost", [])] })).toBe(true);
  expect(isHeld({ goal, found: [good, none("lost", ["T-1"])] })).toBe(false);
  expect(isHeld({ goal, found: [] })).toBe(false);
});

test("the table has a line for each goal and for each thing that was measured", () => {
  const results = [
    { goal, found: [good, none("lost", ["T-1", "T-2"])] },
    { goal: { name: "R4", figure: "0 doubles" }, found: [good] },
    { goal: { name: "R5", figure: "to the centavo" }, found: [] },
  ];
  expect(tableOf(results).split("\n")).toEqual([
    `R3  ${"0 lost".padEnd(76)}  NOT HELD`,
    "      answers: 12",
    `    ${"  lost: 2: T-1; T-2".padEnd(76)}    no`,
    `R4  ${"0 doubles".padEnd(76)}  held`,
    "      answers: 12",
    `R5  ${"to the centavo".padEnd(76)}  NOT HELD`,
    `    ${"  nothing was measured".padEnd(76)}    no`,
  ]);
});

test("R3 an answer counts when the journal was written through between question and answer", () => {
  const syncs = readSyncs(
    [
      "1795370000.100000 fdatasync(9</data/pg_wal/000000010000000000000003>) = 0 <0.002000>",
      "1795370000.300000 fdatasync(9</data/pg_wal/000000010000000000000003>) = -1 EIO (Input/output error) <0.000100>",
      "1795370000.500000 fsync(4</data/base/16384/2619>) = 0 <0.001000>",
    ].join("\n"),
  );
  expect(syncs.map(({ file }) => file)).toEqual([
    "/data/pg_wal/000000010000000000000003",
    "/data/base/16384/2619",
  ]);
  const at = (refNo: string, milliseconds: number) => {
    const from = 1_795_370_000_000 + milliseconds;
    return { refNo, from, to: from + 20 };
  };
  const acknowledged = [at("written", 95), at("refused by the disk", 295), at("a table", 495)];
  expect(unwritten(acknowledged, syncs)).toEqual(["refused by the disk", "a table"]);
});

const message = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, "latin1")]);
};
const startup = message("", "\0\x03\0\0user\0bank_app\0\0");

test("R4 the proxy knows the answer to a commit, also when messages arrive in pieces", () => {
  const watch = watchAnswers();
  watch.asked(startup);
  expect(watch.answered(message("Z", "I"))).toBe(false);
  watch.asked(message("Q", "begin\0"));
  expect(watch.answered(message("Z", "T"))).toBe(false);
  const commit = message("Q", "commit\0");
  watch.asked(commit.subarray(0, 3));
  watch.asked(commit.subarray(3));
  expect(watch.answered(message("C", "COMMIT\0"))).toBe(false);
  expect(watch.answered(message("Z", "I"))).toBe(true);
});

test("R4 a function that accepts an order is a commit too, by its prepared name", () => {
  const watch = watchAnswers();
  watch.asked(startup);
  watch.asked(message("P", "one\0select accept_own_transfer($1)\0\0\0"));
  watch.asked(message("P", "two\0select check_session($1)\0\0\0"));
  watch.asked(message("B", "\0two\0"));
  expect(watch.answered(message("Z", "I"))).toBe(false);
  watch.asked(message("B", "\0one\0"));
  expect(watch.answered(message("Z", "T"))).toBe(false);
  watch.asked(message("B", "\0one\0"));
  expect(watch.answered(Buffer.concat([message("C", "SELECT 1\0"), message("Z", "I")]))).toBe(true);
});
