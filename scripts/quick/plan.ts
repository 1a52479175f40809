import path from "node:path";

/** A test file and what stands in it. */
export type TestFile = { file: string; text: string };

/** More would not be quick: then `npm test -- unit <word>` is what one wants. */
const MOST_TESTS = 3;
const PROGRAM = /\.(?:tsx?|mjs)$/;
const OF_THE_BROWSER = /^src\/(?:portal|console|client|ui)\//;

/** The programs among changed files. */
export function filesToCheck(changed: readonly string[]): string[] {
  return changed.filter((file) => PROGRAM.test(file));
}

/**
 * The tests to run: those that changed, those beside what changed (x.test.ts for x.ts), and those that import it
 * directly, the nearest first; three at most. What needs a browser is left out, and so are
 * the house rules. Without any, the first test of the folder, which drives what changed through the front door.
 */
export function testsOf(changed: readonly string[], tests: readonly TestFile[]): string[] {
  const mayRun = ({ file }: TestFile) =>
    !/^test\/(?:boundaries|houseRules)/.test(file) && !file.endsWith(".spec.ts");
  const rated = tests.filter(mayRun).map((test) => ({
    file: test.file,
    nearness: Math.max(0, ...changed.map((file) => nearness(test, file))),
  }));
  const found = rated
    .filter((test) => test.nearness > 0)
    .toSorted((a, b) => b.nearness - a.nearness || a.file.localeCompare(b.file))
    .map(({ file }) => file);
  if (found.length > 0) return found.slice(0, MOST_TESTS);
  const folders = new Set(changed.map((file) => path.dirname(file)));
  return rated
    .map(({ file }) => file)
    .filter((file) => folders.has(path.dirname(file)))
    .slice(0, 1);
}

/** 3 for the test itself or beside, 2 for one in its folder that imports it, 1 for any that does, else 0. */
function nearness({ file, text }: TestFile, changed: string): number {
  if (file === changed || file.replace(/\.test\.tsx?$/, "") === changed.replace(PROGRAM, ""))
    return 3;
  const isNear = path.dirname(file) === path.dirname(changed);
  if (isNear && text.includes(`"./${path.basename(changed)}"`)) return 2;
  return text.includes(`"${aliasOf(changed)}"`) ? 1 : 0;
}

/** 'src/server/a.ts' → '#server/a.ts', 'test/b.ts' → '#test/b.ts', as imports are written. */
function aliasOf(file: string): string {
  return `#${file.replace(/^src\//, "")}`;
}

/** The TypeScript programs that have such files; what they share is checked before them. */
export function typeProjectsOf(changed: readonly string[]): string[] {
  const isShared = changed.some((file) => /^src\/(?:contract|common)\/|^brand\.config/.test(file));
  const has = (belongs: (file: string) => boolean) => changed.some(belongs);
  const isBrowserTest = (file: string) =>
    /^test\/(?:e2e|portal)\//.test(file) || (OF_THE_BROWSER.test(file) && file.includes(".test."));
  const isWeb = (file: string) => OF_THE_BROWSER.test(file) && !file.includes(".test.");
  return [
    ...(isShared || has(isWeb) ? ["tsconfig.web.json"] : []),
    ...(isShared || has((file) => !isWeb(file) && !isBrowserTest(file))
      ? ["tsconfig.tools.json"]
      : []),
    ...(isShared || has(isBrowserTest) ? ["tsconfig.e2e.json"] : []),
  ];
}
