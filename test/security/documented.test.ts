import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Critical and high requirements on transport, sign-in, joining, codes, sessions, transfers, texts, files and sockets. */
const CRITICAL_AND_HIGH = [
  "S001 S002 S005 S006 S007 S009 S010 S014 S015",
  "S017 S018 S019 S020 S021 S022 S023 S025 S026 S027 S030 S031",
  "S033 S034 S035 S036 S037 S039 S040 S042",
  "S045 S046 S047 S048 S049 S050 S051 S052 S054",
  "S055 S056 S058 S059 S060 S062",
  "S088 S089 S090 S091 S092 S093 S094 S095 S096 S097 S098 S099 S100 S101 S102 S103 S105",
  "S113 S115 S116 S117 S119 S121 S122",
  "S124 S125 S126",
  "S134 S135 S138 S139 S140 S145",
].flatMap((table) => table.split(" "));

/** Comes with a later part. */
const LATER = new Set<string>();

type Row = { id: string; severity: string; files: string[]; result: string };

const rows: Row[] = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, id, severity, , provenBy = "", result = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    if (id === undefined || severity === undefined || !/^S\d{3}$/.test(id)) return [];
    const files = [...provenBy.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    return [{ id, severity, files, result }];
  });

/** The names of the tests in a file: texts that begin with ids, as 'A08 S018 the third failure …'. */
function idsTestedIn(file: string): Set<string> {
  const names = readFileSync(file, "utf8").matchAll(
    /["`]((?:[A-Z]{1,3}\d{1,3}(?:–[A-Z]?\d+)? )+)/g,
  );
  return new Set([...names].flatMap(([, ids = ""]) => ids.match(/S\d{3}/g) ?? []));
}

test("every critical and high requirement has its row, once, and passes", () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const serious = rows.filter(({ severity }) => /^[CH]$/.test(severity));
  const listed = new Set(serious.map(({ id }) => id));
  expect(CRITICAL_AND_HIGH.filter((id) => !listed.has(id))).toEqual([]);
  for (const { id, result } of serious) {
    expect([id, result]).toEqual([
      id,
      expect.stringMatching(LATER.has(id) ? /^not yet/ : /^passes/),
    ]);
  }
});

test("every row that passes names tests that are there and carry its id", () => {
  for (const { id, files, result } of rows.filter(({ result: each }) =>
    each.startsWith("passes"),
  )) {
    expect([id, files.length > 0, result]).toEqual([id, true, result]);
    for (const file of files) {
      expect([id, file, existsSync(file)]).toEqual([id, file, true]);
      expect([id, file, [...idsTestedIn(file)]]).toEqual([id, file, expect.arrayContaining([id])]);
    }
  }
});

test("every row has a result: it passes, or says with which part it comes", () => {
  for (const { id, result } of rows) {
    expect([id, result]).toEqual([id, expect.stringMatching(/^passes|^not yet: part \d/)]);
  }
});
