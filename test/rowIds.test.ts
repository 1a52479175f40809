import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** How many rows the specification has under each of these letters, from 01 on. */
const ROWS: Record<string, number> = {
  /** The login and what is there without a session. */
  A: 14,
  /** The session, idleness and how it ends. */
  F: 16,
  /** The frame of every screen. */
  G: 8,
  /** The dashboard. */
  H: 8,
  /** Transfers within the house. */
  P: 6,
  /** Their one-time passwords. */
  Q: 3,
  /** Notifications. */
  S: 3,
  /** The calls. */
  T: 44,
  /** What is kept of members, cards and transfers, and who may do what. */
  W: 16,
};
/** The requirements on security, some of them in docs/security.md: S001 and on. */
const SECURITY_ROWS = 174;

const rowIds = Object.entries(ROWS).flatMap(([letter, count]) => numbered(letter, count, 2));
const known = new Set([...rowIds, ...numbered("S", SECURITY_ROWS, 3)]);

function numbered(letter: string, count: number, figures: number): string[] {
  const numbers = Array.from({ length: count }, (_, place) => String(place + 1));
  return numbers.map((number) => letter + number.padStart(figures, "0"));
}

/** What a title begins with, as in 'A08 S018 the third failure …' or 'F07–F11 F14 each ending …'. */
const TITLE = /["`]((?:[A-Z]\d{1,3}(?:–[A-Z]?\d{1,3})? )+)/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(([, names = ""]) => names.trim().split(" "));
}

/** The ids of these letters that are no row's, the ends of a range among them. */
function unknownIn(text: string): string[] {
  return namesIn(text)
    .flatMap((name) => name.split("–"))
    .filter((id) => id.charAt(0) in ROWS && !known.has(id));
}

/** The rows that no title names. A range says where a test belongs, not that it tests each row of it. */
function unnamedIn(texts: readonly string[]): string[] {
  const named = new Set(texts.flatMap(namesIn));
  return rowIds.filter((id) => !named.has(id));
}

/** What pgBackRest says begins with the number of a process, and below are titles that are wrong. */
const WITHOUT_TITLES = ["test/run/restoreParts.test.ts", "test/rowIds.test.ts"];

const files = ["src", "test", "lab"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
      path.posix.join(folder, ...file.split(path.sep)),
    ),
  )
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !WITHOUT_TITLES.includes(file));

test("every id that a test is named after is a row's", () => {
  const wrong = files.flatMap((file) =>
    unknownIn(readFileSync(file, "utf8")).map((id) => `${file}: ${id}`),
  );
  expect(wrong).toEqual([]);
});

test("every row has a test that is named after it", () => {
  expect(unnamedIn(files.map((file) => readFileSync(file, "utf8")))).toEqual([]);
});

const titled = (title: string) => `test("${title}", () => {});\n`;

test.each([
  ["P08 a limit is nearly used", ["P08"]],
  ["B07 T8 thirty forms at once", ["T8"]],
  ["S175 T026 a lock holds", ["S175", "T026"]],
  ["T01–T45 every call has its name", ["T45"]],
  ["A00 P04 an order is locked", ["A00"]],
  ["A08 S018 the third failure locks", []],
  ["T01–T43 every call has its name", []],
  ["a list is worked through by keyboard", []],
])("an id without a row is noticed: %s", (title, ids) => {
  expect(unknownIn(titled(title))).toEqual(ids);
});

test("a row without a test is noticed, and a range names none of its rows", () => {
  const each = rowIds.map((id) => titled(`${id} S001 as it is written`));
  expect(unnamedIn(each)).toEqual([]);
  expect(unnamedIn(each.filter((text) => !text.includes("T27")))).toEqual(["T27"]);
  const calls = rowIds.filter((id) => id.startsWith("T"));
  const others = each.filter((text) => !text.includes('"T'));
  expect(unnamedIn([...others, titled("T01–T44 every call has its name")])).toEqual(calls);
});
