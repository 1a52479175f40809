import { expect, test } from "vitest";
import { filesToCheck, testsOf, typeProjectsOf } from "#scripts/quick/plan.ts";

const tests = [
  { file: "src/common/mask.test.ts", text: 'from "./mask.ts"' },
  { file: "src/common/names.test.ts", text: 'from "./mask.ts"' },
  { file: "src/server/otp.test.ts", text: 'from "#common/mask.ts"' },
  { file: "src/server/other.test.ts", text: 'from "./mask.ts"' },
  { file: "test/boundaries.test.ts", text: 'from "#common/mask.ts"' },
];

test("the tests beside a file come first, then those that import it", () => {
  expect(testsOf(["src/common/mask.ts"], tests)).toEqual([
    "src/common/mask.test.ts",
    "src/common/names.test.ts",
    "src/server/otp.test.ts",
  ]);
  expect(testsOf(["src/server/other.test.ts"], tests)).toEqual(["src/server/other.test.ts"]);
  expect(testsOf(["docs/api.md"], tests)).toEqual([]);
});

test("without any, a test of the same folder is run", () => {
  expect(testsOf(["src/server/verb.ts"], tests)).toEqual(["src/server/otp.test.ts"]);
});

test("never more than three", () => {
  const many = Array.from({ length: 20 }, (_, place) => ({
    file: `src/server/a${place}.test.ts`,
    text: 'from "#common/mask.ts"',
  }));
  expect(testsOf(["src/common/mask.ts"], many)).toHaveLength(3);
});

test.each([
  [["src/portal/login/LoginPage.tsx"], ["tsconfig.web.json"]],
  [["src/portal/login/login.test.ts"], ["tsconfig.e2e.json"]],
  [["src/server/refusal.ts"], ["tsconfig.tools.json"]],
  [["test/e2e/login.spec.ts"], ["tsconfig.e2e.json"]],
  [["src/contract/api.ts"], ["tsconfig.web.json", "tsconfig.tools.json", "tsconfig.e2e.json"]],
  [[], []],
])("the types of %j are checked in %j", (changed, projects) => {
  expect(typeProjectsOf(changed)).toEqual(projects);
});

test("pictures and documents are no programs", () => {
  expect(filesToCheck(["README.md", "a.png", "b.ts", "c.tsx"])).toEqual(["b.ts", "c.tsx"]);
});
