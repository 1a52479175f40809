/** A mistake put into a copy of the sources, and what must notice it. */
export type Plant = {
  mistake: string;
  file: string;
  text: string;
  caughtBy: "oxlint" | "shared" | "server" | "web";
  /** Part of the rule's name or message. */
  because: string;
};

const imports = (specifier: string) => `import { x } from "${specifier}";\nexport const y = x;\n`;
const RESTRICTED = "no-restricted-imports";

/** Every direction that architecture.md forbids, and what each of the three compilations keeps out. */
export const PLANTS: Plant[] = [
  {
    mistake: "the portal imports the server",
    file: "src/portal/planted1.tsx",
    text: imports("#server/app.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "a screen imports the server",
    file: "src/portal/dashboard/planted2.tsx",
    text: imports("#server/app.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "a screen imports another screen",
    file: "src/portal/dashboard/planted3.tsx",
    text: imports("#portal/transfers/transferPaths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the portal imports the sandbox",
    file: "src/portal/history/planted4.tsx",
    text: imports("#sandbox/world.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the server imports the portal",
    file: "src/server/members/planted5.ts",
    text: imports("#portal/paths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the server imports the design system",
    file: "src/server/members/planted6.ts",
    text: imports("#ui/Button.tsx"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the server imports the sandbox",
    file: "src/server/gateways/planted7.ts",
    text: imports("#sandbox/world.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the sandbox imports the server",
    file: "src/sandbox/planted8.ts",
    text: imports("#server/clock.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the sandbox imports the contract",
    file: "src/sandbox/planted9.ts",
    text: imports("#contract/api.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the ledger imports a feature",
    file: "src/server/ledger/planted10.ts",
    text: imports("#server/transfers/checkIntent.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the ledger imports the contract",
    file: "src/server/ledger/planted11.ts",
    text: imports("#contract/transfers.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the contract imports Node",
    file: "src/contract/planted12.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the contract imports React",
    file: "src/contract/planted13.ts",
    text: imports("react"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "common imports a library",
    file: "src/common/planted14.ts",
    text: imports("zod/mini"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "common imports the contract",
    file: "src/common/planted15.ts",
    text: imports("#contract/api.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the design system imports the contract",
    file: "src/ui/planted16.tsx",
    text: imports("#contract/api.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the design system imports the portal",
    file: "src/ui/planted17.tsx",
    text: imports("#portal/paths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "a path goes up",
    file: "src/server/members/planted18.ts",
    text: imports("../clock.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "two files import each other",
    file: "src/server/members/planted19.ts",
    text: 'import { b } from "./planted20.ts";\nexport const a = (): unknown => b;\n',
    caughtBy: "oxlint",
    because: "no-cycle",
  },
  {
    mistake: "two files import each other, seen from the other",
    file: "src/server/members/planted20.ts",
    text: 'import { a } from "./planted19.ts";\nexport const b = (): unknown => a;\n',
    caughtBy: "oxlint",
    because: "no-cycle",
  },
  {
    mistake: "a file passes another's exports on",
    file: "src/server/members/planted21.ts",
    text: 'export * from "./planted19.ts";\n',
    caughtBy: "oxlint",
    because: "no-barrel-file",
  },
  {
    mistake: "a promise is forgotten",
    file: "src/server/members/planted22.ts",
    text: "export function forget(work: () => Promise<void>): void {\n  work();\n}\n",
    caughtBy: "oxlint",
    because: "no-floating-promises",
  },
  {
    mistake: "common uses the page",
    file: "src/common/planted23.ts",
    text: "export const title = document.title;\n",
    caughtBy: "shared",
    because: "Cannot find name 'document'",
  },
  {
    mistake: "the contract uses Node's types",
    file: "src/contract/planted24.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
    caughtBy: "shared",
    because: "node:fs",
  },
  {
    mistake: "the server uses the page",
    file: "src/server/members/planted25.ts",
    text: "export const title = document.title;\n",
    caughtBy: "server",
    because: "Cannot find name 'document'",
  },
  {
    mistake: "a pool is passed where a transaction is asked for",
    file: "src/server/members/planted26.ts",
    text:
      'import type { Db, Tx } from "#server/db/db.ts";\n' +
      "export const ask = (write: (tx: Tx) => void, db: Db): void => write(db);\n",
    caughtBy: "server",
    because: "not assignable",
  },
  {
    mistake: "money is multiplied with a fraction",
    file: "src/server/members/planted27.ts",
    text: "export const fee = (centavos: bigint): bigint => centavos * 0.05;\n",
    caughtBy: "server",
    because: "bigint",
  },
  {
    mistake: "the portal uses Node",
    file: "src/portal/planted28.tsx",
    text: "export const home = process.env;\n",
    caughtBy: "web",
    because: "Cannot find name 'process'",
  },
  {
    mistake: "a screen of the console imports another screen",
    file: "src/console/home/planted29.tsx",
    text: imports("#console/search/SearchPage.tsx"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "a screen of the console imports the portal",
    file: "src/console/home/planted30.tsx",
    text: imports("#portal/paths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the console imports the portal",
    file: "src/console/planted31.tsx",
    text: imports("#portal/paths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the console imports the server",
    file: "src/console/planted32.tsx",
    text: imports("#server/app.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the portal imports the console",
    file: "src/portal/planted33.tsx",
    text: imports("#console/paths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "a screen of the portal imports the console",
    file: "src/portal/history/planted34.tsx",
    text: imports("#console/table/DataTable.tsx"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "what both browser programs share imports the console",
    file: "src/client/planted35.ts",
    text: imports("#console/paths.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the server imports what both browser programs share",
    file: "src/server/members/planted36.ts",
    text: imports("#client/request.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the design system imports calls",
    file: "src/ui/planted37.ts",
    text: imports("#client/request.ts"),
    caughtBy: "oxlint",
    because: RESTRICTED,
  },
  {
    mistake: "the console uses Node",
    file: "src/console/planted38.tsx",
    text: "export const home = process.env;\n",
    caughtBy: "web",
    because: "Cannot find name 'process'",
  },
];
