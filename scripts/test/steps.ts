import { unchanged } from "./unchanged.ts";

/** Where the test runners leave their counts. */
export const REPORTS = ".cache/test";

/** A test runner whose tests are counted in the last line. */
export type Counted = { tool: "vitest" | "playwright"; report: string };

/** One heading of `npm test`: commands that run one after the other. */
export type Step = {
  name: string;
  title: string;
  commands: (filters: readonly string[]) => readonly (readonly string[])[];
  /** Begins together with the step before it: neither keeps two cores busy alone. */
  isBeside?: boolean;
  counted?: Counted;
  /** Lines of its output that are worth reading also when it passed. */
  tells?: RegExp;
  /** Runs instead of commands; returns what is wrong. */
  check?: () => Promise<string | undefined>;
};

const RULES = ["test/boundaries.test.ts", "test/houseRules.test.ts"];
const SOURCES = ["src", "test", "scripts", "bin", "brand.config.ts"];

/** Everything, the quick checks first. */
export const STEPS: readonly Step[] = [
  {
    name: "types",
    title: "Types",
    commands: () =>
      ["shared", "server", "web", "e2e"].map((part) => ["tsc", "-p", `tsconfig.${part}.json`]),
  },
  {
    name: "lint",
    title: "Lint and format",
    commands: () => [
      ["oxlint", "--type-aware", "--tsconfig", "tsconfig.json", "--deny-warnings", ...SOURCES],
      ["prettier", "--check", "--log-level", "warn", "."],
    ],
  },
  {
    name: "boundaries",
    title: "Boundaries and house rules",
    commands: () => [vitest("boundaries", RULES)],
    counted: { tool: "vitest", report: `${REPORTS}/boundaries.json` },
  },
  {
    name: "knip",
    title: "Unused files, exports, packages",
    commands: () => [["knip"]],
  },
  {
    name: "build",
    title: "Build and bundle size",
    commands: () => [
      ["node", "bin/build.mjs"],
      ["node", "scripts/checkBundle.ts"],
    ],
  },
  {
    name: "generated",
    isBeside: true,
    title: "Generated files are up to date",
    commands: () => [],
    check: () =>
      unchanged([
        { file: "docs/openapi.json", writer: "scripts/writeOpenApi.ts" },
        { file: "src/server/db/schema.ts", writer: "scripts/writeSchema.ts" },
      ]),
  },
  {
    name: "unit",
    title: "Unit and integration tests on PostgreSQL",
    commands: (filters) => [
      vitest("unit", [...filters, ...RULES.flatMap((file) => ["--exclude", file])]),
    ],
    counted: { tool: "vitest", report: `${REPORTS}/unit.json` },
  },
  {
    name: "e2e",
    isBeside: true,
    title: "End to end in a browser, with axe",
    commands: (filters) => [
      [
        "playwright",
        "test",
        "--config",
        "test/e2e/support/playwright.config.ts",
        "--forbid-only",
        ...filters,
      ],
    ],
    counted: { tool: "playwright", report: `${REPORTS}/e2e.json` },
    tells: /^Memory of a bank.*$/gm,
  },
];

function vitest(report: string, args: readonly string[]): string[] {
  return [
    "vitest",
    "run",
    "--allowOnly=false",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${REPORTS}/${report}.json`,
    ...args,
  ];
}
