import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FEATURES } from "#contract/features.ts";
import { orderCalls, orderFields } from "#contract/transfers.ts";
import { RAIL_NAMES, RAILS, TRANSFER_KIND_NAMES, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { LIMIT_NAMES } from "#server/domains/transfers/limits/readLimits.ts";
import { allRecipes } from "#server/ledger/journalTemplates.ts";

const RAIL = RAIL_NAMES.join("|");
const NAME = TRANSFER_KIND_NAMES.join("|");
const PREFIX = TRANSFER_KIND_NAMES.map((kind) => TRANSFER_KINDS[kind].referencePrefix).join("|");

/** How code knows a kind by its name, and would fall through for a new one. */
const KNOWN_BY_NAME: Record<string, RegExp> = {
  // A fact may be called as a kind is: where money leaves from and arrives.
  "a comparison": new RegExp(
    `(?!(?:leaves|arrives) )\\b\\w+ [!=]== "(?:${NAME})"|"(?:${NAME})" [!=]==`,
  ),
  "a list": new RegExp(
    `[[|(,:=] ?"(?:${NAME})"(?: as const)?(?:,| \\|) "(?:${NAME})"|\\["(?:${NAME})"\\]`,
  ),
  "a comparison in SQL": new RegExp(
    `'(?:${NAME})'|\\("(?:t\\.)?(?:kind|rail)", "[^"]+", "(?:${NAME})"`,
  ),
  "a prefix of references": new RegExp(`\\((?:\\?:)?(?:${PREFIX})\\||"(?:${PREFIX})"`),
};

/** Where a name may stand, and why. Texts and forms have tables that the compiler checks. */
const MAY: readonly [RegExp, string][] = [
  [/^src\/contract\/transferKinds\.ts$/, "the table"],
  [/^src\/sandbox\//, "the partners' own world, which knows nothing of the product"],
  [/^src\/demo\//, "its transfers are of chosen kinds"],
  [
    /^src\/server\/domains\/transfers\/rails\/(cutPesonetBatch|pesonetPosition|inquireInstapay|measureRails|reportLockedCards)\.ts$/,
    "what only this rail has: its batches, its files, its questions",
  ],
];
/** Other things that are called as a kind is. */
const OTHERS: readonly [RegExp, string][] = [
  [/^src\/server\/domains\/cards\//, "'card': an answer of the issuer with a card in it"],
  [/^src\/portal\/dashboard\/CardSection\.tsx$/, "'card': the network of the card"],
];

const filesUnder = (...roots: string[]): string[] =>
  roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) =>
      path.posix.join(root, ...file.split(path.sep)),
    ),
  );

const sources = filesUnder("src").filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

/** A test may choose kinds, in lists and rows; it may not decide by a name what then goes for a new kind too. */
const proofs = filesUnder("test", "lab").filter((file) => /\.tsx?$/.test(file));
const MAY_IN_PROOFS: readonly [RegExp, string][] = [
  [/^test\/transferKinds\.test\.ts$/, "what is planted below"],
  [/^test\/support\/cardUse\.ts$/, "'card': an answer of the issuer with a card in it"],
  [/^test\/support\/orderCases\.ts$/, "'own': an account that is the member's"],
  [
    /^test\/simulation\/money\/(cash|oracleWanted)\.ts$/,
    "'deposit': cash that is paid in at a counter",
  ],
  [/^test\/security\/staffRights\.test\.ts$/, "'own': the branch that staff are of"],
];

/** Where a text knows a kind by its name: line and words. */
const placesIn = (text: string, known: RegExp): string[] =>
  [...text.matchAll(new RegExp(known, "g"))].map(
    ({ 0: match, index }) => `${text.slice(0, index).split("\n").length} ${match}`,
  );

const KNOWN_IN_SQL = new RegExp(
  `'(?:${RAIL})'|\\b(?:kind|rail)\\b (?:=|<>|in) *\\(?'(?:${NAME})'|case [\\w.]*kind\\s+when '(?:${NAME})'`,
);

const fallsThrough = (text: string): boolean =>
  new RegExp(`case "(?:${RAIL})":`).test(text) && /\bdefault:/.test(text);

test.each(Object.entries(KNOWN_BY_NAME))("no kind is known by its name: %s", (_, known) => {
  const found = sources
    .filter((file) => ![...MAY, ...OTHERS].some(([where]) => where.test(file)))
    .flatMap((file) =>
      placesIn(readFileSync(file, "utf8"), known).map((place) => `${file}:${place}`),
    );
  expect(found).toEqual([]);
});

/** Where a name may stand in SQL, and why. */
const MAY_IN_SQL: Record<string, string> = {
  "accept_own_transfer.sql": "orders of one kind, whose row it reads",
  "accept_plain_transfers.sql": "orders of one kind, whose row it reads",
  "verdicts.sql": "a bank has a column for each rail",
  "140_transfers.sql": "which columns a row of each kind has, which a new kind says there",
  "150_rails.sql": "which rails there are, and the batches of one of them",
  "155_inward.sql": "which rails bring money",
  "190_reconciliation.sql": "whose files of settlement there are",
};

test("no SQL, of functions and of tables, knows a kind by its name, but where only that kind is meant", () => {
  const files = filesUnder("src/server").filter((file) => file.endsWith(".sql"));
  expect(files.filter((file) => file.includes("/baseline/")).length).toBeGreaterThan(10);
  const found = files.filter((file) => KNOWN_IN_SQL.test(readFileSync(file, "utf8")));
  expect(found.map((file) => path.basename(file)).toSorted()).toEqual(
    Object.keys(MAY_IN_SQL).toSorted(),
  );
});

test("tests and the laboratory decide nothing by the name of a kind", () => {
  const comparison = KNOWN_BY_NAME["a comparison"];
  const found = proofs.filter((file) => comparison?.test(readFileSync(file, "utf8")));
  const listed = MAY_IN_PROOFS.map(([where]) => where);
  expect(found.filter((file) => !listed.some((where) => where.test(file)))).toEqual([]);
  expect(listed.filter((where) => !found.some((file) => where.test(file)))).toEqual([]);
});

test("a switch over kinds has no default, so that the compiler names a new one", () => {
  const planted = "test/transferKinds.test.ts";
  const found = [...sources, ...proofs].filter(
    (file) => file !== planted && fallsThrough(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
});

test.each([
  ["a comparison", 'if (transfer.kind === "own") return;'],
  ["a comparison", 'const isOurs = "card" !== kind;'],
  ["a list", 'const KINDS = ["own", "card"] as const;'],
  ["a list", 'type Kind = "instapay" | "pesonet";'],
  ["a list", '.where("rail", "in", ["instapay"])'],
  ["a list", 'endIssuerTransfer(app, answer, ["own"])'],
  ["a comparison in SQL", "select count(*) from transfer t where t.kind = 'card'"],
  ["a comparison in SQL", '.where("t.kind", "=", "own")'],
  ["a prefix of references", "const OURS = /^(OT|CT)/;"],
  ["a prefix of references", 'refNo.startsWith("IP")'],
])("%s that is planted is found: %s", (sort, planted) => {
  const known = KNOWN_BY_NAME[sort];
  expect(known && placesIn(`// The first line.\n${planted}`, known)).toEqual([
    expect.stringMatching(/^2 /),
  ]);
});

test("what is planted in SQL, and a switch that would fall through, are found", () => {
  const planted = [
    "where r.rail = 'pesonet'",
    "where t.kind in ('own')",
    "case p_kind when 'card' then '2520' end",
    "case t.kind\n      when 'card' then '2520' end",
  ];
  expect(planted.filter((text) => !KNOWN_IN_SQL.test(text))).toEqual([]);
  const all = 'switch (kind) { case "instapay": return 1; case "pesonet": return 2; }';
  expect(fallsThrough(all)).toBe(false);
  expect(fallsThrough(all.replace('case "pesonet":', "default:"))).toBe(true);
});

test("each place that may know a kind by its name exists and does", () => {
  const unused = [...MAY, ...OTHERS].filter(
    ([where]) =>
      !sources.some((file) => {
        if (!where.test(file)) return false;
        const text = readFileSync(file, "utf8");
        return Object.values(KNOWN_BY_NAME).some((known) => known.test(text));
      }),
  );
  expect(unused.map(([where]) => String(where))).toEqual([]);
});

test.each(TRANSFER_KIND_NAMES)(
  "%s has two letters and a switch of its own, a call, fields and limits",
  (kind) => {
    const { referencePrefix, fee, most, rail, feature } = TRANSFER_KINDS[kind];
    const others = TRANSFER_KIND_NAMES.filter((one) => one !== kind);
    expect(referencePrefix).toMatch(/^[A-Z]{2}$/);
    expect(others.map((one) => TRANSFER_KINDS[one].referencePrefix)).not.toContain(referencePrefix);
    expect(orderCalls[kind].feature).toBe(feature);
    const switches = FEATURES.filter((name) => name === feature);
    expect([switches, others.filter((one) => TRANSFER_KINDS[one].feature === feature)]).toEqual([
      [feature],
      [],
    ]);
    expect(orderFields(kind).at(-1)).toBe("amount");
    const limits = [fee, most].flatMap((figure) => (figure === null ? [] : [figure.limit]));
    expect(LIMIT_NAMES).toEqual(expect.arrayContaining(limits));
    // Where a rail's transfers are found by its name.
    expect<string>(rail ?? kind).toBe(kind);
  },
);

test("every entry that the table names is a recipe, and every rail's recipe is in the table", () => {
  const ids = allRecipes().map(({ operation, step }) => `${operation} ${step}`);
  const named = [
    ...TRANSFER_KIND_NAMES.flatMap((kind) => Object.values(TRANSFER_KINDS[kind].entries).flat()),
    ...RAIL_NAMES.flatMap((rail) => Object.values(RAILS[rail].entries)),
  ].map((step) => step.join(" "));
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  const ofTransfers = ids.filter((id) => /^(OWN_TOPUP|CARD_TO_CARD|INSTAPAY|PESONET)/.test(id));
  expect(ofTransfers.filter((id) => !named.includes(id))).toEqual([]);
});
