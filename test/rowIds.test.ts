import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const REQUIREMENTS = "docs/requirements";

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
    path.posix.join(folder, ...file.split(path.sep)),
  );
const read = (file: string) => readFileSync(file, "utf8");

/** The ids of a page's rows: '- **A01** …' and '| S001 | …'. */
function rowsOf(page: string): string[] {
  return [...page.matchAll(/^(?:- \*\*|\| )([A-Z]\d{2,3})\b/gm)].map(([, id = ""]) => id);
}

/** Numbers of the decisions, '4' and '4.3': headings, and the points of a numbered list beneath. */
function decisionsOf(page: string): string[] {
  return page.split(/^## /m).flatMap((section) => {
    const number = /^(\d+)\./.exec(section)?.[1];
    if (number === undefined) return [];
    const points = [...section.matchAll(/^(\d+)\. /gm)].slice(1);
    return [number, ...points.map(([, point]) => `${number}.${point}`)];
  });
}

const pages = filesUnder(REQUIREMENTS).filter((file) => /\/[a-z-]+\.md$/.test(file));
const rowIds = pages
  .filter((file) => !file.endsWith("security.md"))
  .flatMap((f) => rowsOf(read(f)));
const securityIds = ["docs/security.md", `${REQUIREMENTS}/security.md`].flatMap((f) =>
  rowsOf(read(f)),
);
/** Goals of reliability, 'R5' or 'R14 to R16'. A row of the history begins with a zero: R05. */
const goals = [...read("docs/drills.md").matchAll(/\bR([1-9]\d?)(?: to R(\d+))?\b/g)].flatMap(
  ([, first = "", last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, more) => `R${Number(first) + more}`,
    ),
);
const decisions = decisionsOf(read(`${REQUIREMENTS}/decisions.md`));
const known = new Set([...rowIds, ...securityIds, ...goals]);

/** What a title begins with, as in 'A08 S018 the third failure …' or 'F07–F11 F14 each ending …'. */
const TITLE = /["`]((?:[A-Z]\d{1,3}(?:–[A-Z]?\d{1,3})? )+)/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(([, names = ""]) => names.trim().split(" "));
}

/** The ids in a title that are no row's, the ends of a range among them. */
function unknownIn(text: string): string[] {
  return namesIn(text)
    .flatMap((name) => name.split("–"))
    .filter((id) => !known.has(id));
}

/** The rows that no title names. A range says where a test belongs, not that it tests each row of it. */
function unnamedIn(texts: readonly string[]): string[] {
  const named = new Set(texts.flatMap(namesIn));
  return rowIds.filter((id) => !named.has(id));
}

/** Ids as comments and documents name them: 'row W08', '(rows J02 to J06)', 'S133'. Times and pictures are none. */
const CITED = /(?:^|[\s(*|–])([A-W]\d{2,3})(?=[\s),.:;'’s–|*]|$)/gm;
const DECISION = /\bdecisions(?:\.md|\]\([\w/.-]*decisions\.md\)),? (?:section )?(\d(?:\.\d+)?)/g;

/** What a text cites and nobody can open. */
function lostIn(text: string): string[] {
  return [
    ...[...text.matchAll(CITED)].map(([, id = ""]) => id).filter((id) => !known.has(id)),
    ...[...text.matchAll(DECISION)]
      .map(([, number = ""]) => number)
      .filter((number) => !decisions.includes(number))
      .map((number) => `decision ${number}`),
    ...(text.match(/\b(?:[Tt]he specification\b|[Ss]pecification, section|banking\.md)/g) ?? []),
  ];
}

/** What pgBackRest says begins with the number of a process, and below are ids that are wrong. */
const WITHOUT_IDS = ["test/run/restoreParts.test.ts", "test/rowIds.test.ts"];

const sources = ["src", "test", "lab", "scripts", "docs"]
  .flatMap(filesUnder)
  .filter((file) => /\.(?:tsx?|sql|md)$/.test(file) && !WITHOUT_IDS.includes(file));
const tests = sources.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));

test("every id that a test is named after is a row's", () => {
  const wrong = tests.flatMap((file) => unknownIn(read(file)).map((id) => `${file}: ${id}`));
  expect(wrong).toEqual([]);
});

test("every row has a test that is named after it", () => {
  expect(unnamedIn(tests.map(read))).toEqual([]);
});

test("what code, tests and documents cite stands in the documents", () => {
  const wrong = sources.flatMap((file) => lostIn(read(file)).map((id) => `${file}: ${id}`));
  expect(wrong).toEqual([]);
});

test("no id stands for two rows", () => {
  const all = [...rowIds, ...securityIds];
  expect(all.filter((id, place) => all.indexOf(id) !== place)).toEqual([]);
});

const titled = (title: string) => `test("${title}", () => {});\n`;

test.each([
  ["P08 a limit is nearly used", ["P08"]],
  ["B07 T8 thirty forms at once", ["T8"]],
  ["S175 T026 a lock holds", ["S175", "T026"]],
  ["T01–T45 every call has its name", ["T45"]],
  ["A00 P04 an order is locked", ["A00"]],
  ["A08 S018 the third failure locks", []],
  ["R05 R19 a file is made again", []],
  ["R09 R99 a goal that is none", ["R09", "R99"]],
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

test.each([
  ["/** Wrong PINs that suspend a card (row N98). */", ["N98"]],
  ["// As rows J02 to J96 have it: docs/security.md S999.", ["J96", "S999"]],
  [" * Asked again (docs/requirements/decisions.md, 4.18).", ["decision 4.18"]],
  ["The like of [decisions](requirements/decisions.md), 8, for the card", ["decision 8"]],
  ["/** The form of the specification (section 7). */", ["the specification"]],
  ["/** Specification, section 8: three seconds. */", ["Specification, section"]],
  ["/** Wrong PINs (row N08), after decisions.md, 4.17 and S018. */", []],
  ['new Date(`${day}T00:00:00Z`); "M0 4H340"', []],
])("a citation that opens nothing is noticed: %s", (text, lost) => {
  expect(lostIn(text)).toEqual(lost);
});
