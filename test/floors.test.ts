import { expect, test } from "vitest";
import {
  crossing,
  domainCircles,
  DOMAINS,
  folderCircles,
  type Import,
  importsOf,
  serverImports,
  unusedLines,
} from "./boundaries/floors.ts";

const imports = serverImports();

test("the server imports downward only, and between domains along the list", () => {
  expect(imports.length).toBeGreaterThan(1_000);
  const found = imports.flatMap((one) => {
    const wrong = crossing(one);
    return wrong === undefined ? [] : [`${one.from} imports ${one.to}: ${wrong}`];
  });
  expect(found).toEqual([]);
});

test("no line between domains is allowed that no import needs", () => {
  expect(unusedLines(imports, DOMAINS)).toEqual([]);
});

test("the list lets no domains import each other in a circle", () => {
  expect(domainCircles(DOMAINS)).toEqual([]);
});

test("a line that no import needs is found, and one that closes a circle", () => {
  const withUnused = { ...DOMAINS, history: ["cards"] };
  expect(unusedLines(imports, withUnused)).toEqual(["history -> cards"]);
  expect(domainCircles(withUnused)).toEqual([]);
  const withCircle = { ...DOMAINS, members: ["loans"] };
  expect(domainCircles(withCircle)).toEqual([["loans", "makerChecker", "members"]]);
  expect(domainCircles({ ...DOMAINS, cases: ["cases"] })).toEqual([["cases"]]);
});

test("no folders of the server import each other in a circle", () => {
  expect(folderCircles(imports)).toEqual([]);
});

const PLANTS: (Import & { because: string })[] = [
  {
    from: "domains/cards/state/planted.ts",
    to: "entry/routes.ts",
    because: "upward, from domains to entry",
  },
  {
    from: "platform/http/planted.ts",
    to: "domains/members/fullName.ts",
    because: "upward, from platform to domains",
  },
  { from: "ledger/planted.ts", to: "platform/app.ts", because: "upward, from ledger to platform" },
  { from: "db/planted.ts", to: "ledger/balances.ts", because: "upward, from db to ledger" },
  {
    from: "domains/members/planted.ts",
    to: "domains/cards/state/moveCard.ts",
    because: "members may not import cards",
  },
  {
    from: "domains/planted/planted.ts",
    to: "domains/members/fullName.ts",
    because: "planted is not in the list of domains",
  },
  { from: "planted/planted.ts", to: "platform/app.ts", because: "on no floor" },
];

test.each(PLANTS)("an import of $to by $from is found", ({ from, to, because }) => {
  const [read] = importsOf(from, `import type { X } from "#server/${to}";\n`);
  expect(read && crossing(read)).toBe(because);
});

test("a circle of folders is found, of types and through a third folder too", () => {
  const planted = [
    ...importsOf(
      "domains/cards/state/a.ts",
      'import type { X } from "#server/domains/cards/pin/b.ts";',
    ),
    ...importsOf(
      "domains/cards/pin/b.ts",
      'import {\n  c,\n} from "#server/domains/cards/cvv/c.ts";',
    ),
    ...importsOf(
      "domains/cards/cvv/c.ts",
      'const a = await import("#server/domains/cards/state/a.ts");',
    ),
  ];
  expect(folderCircles(planted)).toEqual([
    ["domains/cards/cvv", "domains/cards/pin", "domains/cards/state"],
  ]);
});
