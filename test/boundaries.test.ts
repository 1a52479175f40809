import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Plant, PLANTS } from "./boundaries/plants.ts";

/** What each tool said about each file of the planted copy, and how many files the linter read. */
type Findings = Record<Plant["caughtBy"], Map<string, string>> & { filesLinted: number };

/** One of the compiler's programs. */
type Part = Exclude<Plant["caughtBy"], "oxlint">;

const COPIED = [
  "package.json",
  "brand.config.ts",
  ".oxlintrc.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "tsconfig.shared.json",
  "tsconfig.server.json",
  "tsconfig.web.json",
];
const CLEAN = "src/server/domains/members/plantedClean.ts";

let copy = "";
let findings: Findings;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "boundaries "));
  for (const file of COPIED) cpSync(file, path.join(copy, file));
  // Tests are half of the sources, and what they import of `test` is not copied.
  cpSync("src", path.join(copy, "src"), { recursive: true, filter: (file) => !isTest(file) });
  for (const file of readdirSync(path.join(copy, "src"), { recursive: true, encoding: "utf8" }))
    if (/\.tsx?$/.test(file)) leaveUnchecked(path.join(copy, "src", file));
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  plant(
    CLEAN,
    'import { makeClock } from "#server/platform/base/clock.ts";\nexport const clock = makeClock;\n',
  );
  // One kind after the other: a forbidden import would bring Node's types into the browser's program.
  plantAll(({ caughtBy }) => caughtBy !== "oxlint");
  const compiled = compile();
  plantAll(({ caughtBy }) => caughtBy === "oxlint");
  findings = { ...compiled, ...lint() };
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("the linter reads the whole copy, and each tool finds something", () => {
  expect(findings.filesLinted).toBeGreaterThan(100);
  for (const tool of ["oxlint", "shared", "server", "web"] as const) {
    expect(findings[tool].size).toBeGreaterThan(0);
  }
});

test.each(PLANTS)("a build fails when $mistake", ({ file, caughtBy, because }) => {
  expect(findings[caughtBy].get(file) ?? "nothing").toContain(because);
});

test("an import in the right direction passes", () => {
  for (const tool of ["oxlint", "server"] as const)
    expect(findings[tool].get(CLEAN)).toBeUndefined();
});

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function plantAll(isWanted: (candidate: Plant) => boolean): void {
  for (const { file, text } of PLANTS.filter(isWanted)) plant(file, text);
}

function plant(file: string, text: string): void {
  const place = path.join(copy, file);
  if (existsSync(place)) throw new Error(`${file} is already there`);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

/**
 * Every file belongs to the programs as ever, with what it imports and what that brings in of types,
 * but only what was planted is checked: what was not is checked where it stands.
 */
function leaveUnchecked(file: string): void {
  writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, "utf8")}`);
}

function lint(): Pick<Findings, "oxlint" | "filesLinted"> {
  const args = ["--tsconfig", "tsconfig.json", "--format", "json"];
  const everything = readReport(runTool("oxlint", [...args, "src", "scripts", "test"]));
  // Rules that ask for types are slow, and these are the files that they shall say something about.
  const planted = PLANTS.filter(({ caughtBy }) => caughtBy === "oxlint").map(({ file }) => file);
  const withTypes = readReport(runTool("oxlint", [...args, "--type-aware", ...planted, CLEAN]));
  const oxlint = new Map<string, string>();
  for (const { filename, code, message } of [...everything.diagnostics, ...withTypes.diagnostics]) {
    const file = path.relative(copy, path.resolve(copy, filename));
    oxlint.set(file, `${oxlint.get(file) ?? ""}\n${code} ${message}`);
  }
  return { oxlint, filesLinted: everything.number_of_files };
}

/** The linter's own report. */
function readReport(output: string): {
  diagnostics: { filename: string; code: string; message: string }[];
  number_of_files: number;
} {
  return JSON.parse(output);
}

/** Builds the three programs as `npm test` does; what is wrong in a file is found by the part that it belongs to. */
function compile(): Record<Part, Map<string, string>> {
  const found = { shared: new Map(), server: new Map(), web: new Map() };
  const args = ["-b", "tsconfig.server.json", "tsconfig.web.json", "--pretty", "false"];
  const output = runTool("tsc", [...args, "--singleThreaded"]);
  for (const line of output.split("\n")) {
    const file = /^(\S+?)\(\d+,\d+\): error/.exec(line)?.[1];
    if (file === undefined) continue;
    const ofPart = found[partOf(file)];
    ofPart.set(file, `${ofPart.get(file) ?? ""}\n${line}`);
  }
  return found;
}

function partOf(file: string): Part {
  if (/^src\/(common|contract)\//.test(file)) return "shared";
  return /^src\/(server|demo|sandbox)\//.test(file) ? "server" : "web";
}

function runTool(name: string, args: string[]): string {
  const tool = path.resolve("node_modules/.bin", name);
  const { stdout, error } = spawnSync(tool, args, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return stdout;
}
