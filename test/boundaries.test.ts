import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
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
const CLEAN = "src/server/members/plantedClean.ts";

/** Three compilations and a lint of everything, on a slow machine with other work. */
const SETUP_MS = 900_000;

let copy = "";
let findings: Findings;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "boundaries "));
  for (const file of COPIED) cpSync(file, path.join(copy, file));
  // Tests are half of the sources, and what they import of `test` is not copied.
  cpSync("src", path.join(copy, "src"), { recursive: true, filter: (file) => !isTest(file) });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  plant(CLEAN, 'import { makeClock } from "#server/clock.ts";\nexport const clock = makeClock;\n');
  // One kind after the other: a forbidden import would bring Node's types into the browser's program.
  plantAll(({ caughtBy }) => caughtBy !== "oxlint");
  const compiled = { shared: compile("shared"), server: compile("server"), web: compile("web") };
  plantAll(({ caughtBy }) => caughtBy === "oxlint");
  findings = { ...compiled, ...lint() };
}, SETUP_MS);

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

function lint(): Pick<Findings, "oxlint" | "filesLinted"> {
  const args = ["--type-aware", "--tsconfig", "tsconfig.json", "--format", "json", "src"];
  // The linter's own report.
  const report = JSON.parse(runTool("oxlint", args)) as {
    diagnostics: { filename: string; code: string; message: string }[];
    number_of_files: number;
  };
  const oxlint = new Map<string, string>();
  for (const { filename, code, message } of report.diagnostics) {
    const file = path.relative(copy, path.resolve(copy, filename));
    oxlint.set(file, `${oxlint.get(file) ?? ""}\n${code} ${message}`);
  }
  return { oxlint, filesLinted: report.number_of_files };
}

function compile(part: "shared" | "server" | "web"): Map<string, string> {
  const output = runTool("tsc", [
    "-p",
    `tsconfig.${part}.json`,
    "--pretty",
    "false",
    "--singleThreaded",
  ]);
  const found = new Map<string, string>();
  for (const line of output.split("\n")) {
    const file = /^(\S+?)\(\d+,\d+\): error/.exec(line)?.[1];
    if (file !== undefined) found.set(file, `${found.get(file) ?? ""}\n${line}`);
  }
  return found;
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
