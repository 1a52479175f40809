import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";
import { callsIn, type FunctionFile, functionsIn, readFunctionFiles } from "./functionFiles.ts";

const BASELINE = new URL("./baseline/", import.meta.url);
/** Programs that call functions; tests alone keep none alive. */
const PROGRAMS = ["src", "scripts", "lab"];

type InDatabase = { name: string; body: string; definition: string; isRoot: boolean };

let world: TestDb;
let files: FunctionFile[];
let inDatabase: InDatabase[];
beforeAll(async () => {
  world = await openTestDb();
  files = await readFunctionFiles(new URL("../", import.meta.url));
  const { rows } = await world.pool.query<InDatabase>(
    `select proname as name, prosrc as body, pg_get_functiondef(oid) as definition,
        exists (select from pg_trigger t where t.tgfoid = p.oid) or exists (
          select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
            and d.classid in ('pg_constraint'::regclass, 'pg_class'::regclass, 'pg_attrdef'::regclass)) as "isRoot"
      from pg_proc p where pronamespace = 'public'::regnamespace order by proname`,
  );
  inDatabase = rows;
});
afterAll(() => world.close());

const baseline = () =>
  readdirSync(BASELINE).map((name) => readFileSync(new URL(name, BASELINE), "utf8"));
const inBaseline = () =>
  baseline().flatMap((text) =>
    Array.from(text.matchAll(/^create function (\w+)/gm), ([, name = ""]) => name),
  );

test("each function has one body: in the file of its domain, or in the baseline where rows are judged by it", () => {
  const written = [...files.flatMap(functionsIn), ...inBaseline()].toSorted();
  expect(written.filter((name, place) => written[place + 1] === name)).toEqual([]);
  expect(inDatabase.map(({ name }) => name).toSorted()).toEqual(written);
  const texts = [...files.map(({ text }) => text), ...baseline()];
  const other = inDatabase.filter(({ body }) => !texts.some((text) => text.includes(body)));
  expect(other.map(({ name }) => name)).toEqual([]);
});

test("no function is left that neither a program, a trigger nor a constraint reaches", () => {
  const programs = PROGRAMS.flatMap(programsIn).join("\n");
  const isCalled = (name: string) => new RegExp(`\\b${name}\\(|"${name}"`).test(programs);
  const reached = new Set(
    inDatabase.filter(({ name, isRoot }) => isRoot || isCalled(name)).map(({ name }) => name),
  );
  for (const name of reached) {
    const definition = inDatabase.find((one) => one.name === name)?.definition ?? "";
    for (const next of callsIn(definition)) {
      if (inDatabase.some((one) => one.name === next)) reached.add(next);
    }
  }
  expect(inDatabase.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
});

function programsIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return found
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"));
}
