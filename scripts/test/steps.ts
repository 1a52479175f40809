/** A test runner whose tests are counted in the last line. */
export type Counted = { tool: "vitest" | "playwright"; report: string };

/** One heading of `npm test`: commands that run one after the other. */
export type Step = {
  name: string;
  title: string;
  commands: (filters: readonly string[]) => readonly (readonly string[])[];
  /** Steps of one stage run at once, as none of them keeps two cores busy alone; the tests need what was built. */
  stage: "still" | "running";
  counted?: Counted;
  /** Lines of its output that are worth reading also when it passed. */
  tells?: RegExp;
};

/** The same before it is known where a run's reports are. */
type PlannedStep = Omit<Step, "commands"> & {
  commands: (filters: readonly string[], reports: string) => readonly (readonly string[])[];
};

const RULES = ["test/boundaries.test.ts", "test/floors.test.ts", "test/houseRules.test.ts"];
const SOURCES = ["src", "test", "scripts", "lab", "bin", "brand.config.ts"];

/** Everything, the quick checks first. */
const STEPS: readonly PlannedStep[] = [
  {
    name: "types",
    stage: "still",
    title: "Types",
    // Other checks run beside it: with a thread for each core it takes twice the processor time.
    // What the programs share is checked once, and what asks for it reads what it declares.
    commands: () => [
      [
        "tsc",
        "-b",
        ...["web", "tools", "e2e"].map((part) => `tsconfig.${part}.json`),
        "--singleThreaded",
      ],
    ],
  },
  {
    name: "lint",
    stage: "still",
    title: "Lint and format",
    commands: () => [
      ["oxlint", "--type-aware", "--tsconfig", "tsconfig.json", "--deny-warnings", ...SOURCES],
      ["oxfmt", "--check", "."],
    ],
  },
  {
    name: "boundaries",
    stage: "still",
    title: "Boundaries and house rules",
    commands: (_filters, reports) => [
      vitest(`${reports}/boundaries.json`, ["--config", "test/boundaries/vitest.config.ts"]),
    ],
    counted: { tool: "vitest", report: "boundaries.json" },
  },
  {
    name: "knip",
    stage: "still",
    title: "Unused files, exports, packages",
    commands: () => [["knip"]],
  },
  {
    name: "build",
    stage: "still",
    title: "Build and bundle size",
    commands: () => [
      ["node", "bin/build.mjs"],
      ["node", "scripts/checkBundle.ts"],
    ],
  },
  {
    name: "generated",
    stage: "still",
    title: "Generated files and the description of the API",
    // They write nothing: other steps read the same files at the same time.
    commands: () => [
      ["node", "scripts/writeOpenApi.ts", "--check"],
      ["node", "scripts/writeSchema.ts", "--check"],
    ],
  },
  {
    name: "unit",
    stage: "running",
    title: "Unit and integration tests on PostgreSQL",
    commands: (filters, reports) => [
      vitest(`${reports}/unit.json`, [...filters, ...RULES.flatMap((file) => ["--exclude", file])]),
    ],
    counted: { tool: "vitest", report: "unit.json" },
  },
  {
    name: "e2e",
    stage: "running",
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
    counted: { tool: "playwright", report: "e2e.json" },
    tells: /^Memory of a bank.*$/gm,
  },
];

/** The steps of a run whose runners leave their counts in the folder `reports`. */
export function stepsOf(reports: string): Step[] {
  return STEPS.map(({ commands, counted, ...step }) => ({
    ...step,
    commands: (filters) => commands(filters, reports),
    ...(counted && { counted: { ...counted, report: `${reports}/${counted.report}` } }),
  }));
}

function vitest(report: string, args: readonly string[]): string[] {
  return [
    "vitest",
    "run",
    "--allowOnly=false",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args,
  ];
}
