import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all as english } from "#console/texts/en/all.ts";
import { all as filipino } from "#console/texts/fil/all.ts";
import { REQUEST_KINDS, STAFF_ROLES } from "#contract/staff/actions.ts";
import { readHealth } from "#server/domains/operations/health/health.ts";
import { breachRules } from "#server/ledger/checkInvariants.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** What the column's own check lets it hold. */
async function allowedIn(table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}`.execute(
    world.app.db,
  );
  const values = rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'::text/g)]);
  return values.map(([, value = ""]) => value);
}

const featureNames = async () => {
  const features = await world.app.db.selectFrom("feature").select("name").execute();
  return features.map(({ name }) => name);
};
const healthNames = async (of: "readiness" | "queues" | "partners") =>
  (await readHealth(world.app))[of].map(({ name }) => name);
const sealNames = async () => (await readHealth(world.app)).seals.map(({ stream }) => stream);

type Names = Readonly<Record<string, string>>;
type NamesIn = (texts: typeof english) => Names;

const NAMES: [string, () => Promise<readonly string[]>, NamesIn][] = [
  ["rules of the books", async () => breachRules, ({ ledger }) => ledger.rules],
  [
    "exceptions of transfers",
    () => allowedIn("transfer_exception", "kind"),
    ({ transfers }) => transfers.exceptionNames,
  ],
  ["steps", () => allowedIn("transfer_step", "state"), ({ transfers }) => transfers.stepNames],
  ["sources of steps", () => allowedIn("transfer_step", "via"), ({ transfers }) => transfers.vias],
  ["outcomes", () => allowedIn("rail_message", "outcome"), ({ transfers }) => transfers.outcomes],
  ["cases", () => allowedIn("transfer_case", "state"), ({ transfers }) => transfers.caseStates],
  ["reports", () => allowedIn("transfer_case", "reason"), ({ transfers }) => transfers.reasons],
  ["requests", async () => REQUEST_KINDS, ({ requests }) => requests.kinds],
  ["ends of requests", () => allowedIn("staff_request", "state"), (of) => of.requests.states],
  ["roles", async () => STAFF_ROLES, ({ shell }) => shell.roles],
  ["features", featureNames, ({ operations }) => operations.featureNames],
  ["readiness", () => healthNames("readiness"), ({ jobs }) => jobs.checks],
  ["queues", () => healthNames("queues"), ({ jobs }) => jobs.queueNames],
  ["partners", () => healthNames("partners"), ({ jobs }) => jobs.partnerNames],
  ["seals", sealNames, ({ jobs }) => jobs.sealOf],
  ["loans", () => allowedIn("loan", "state"), ({ loans }) => loans.loanStates],
  ["loan payments", () => allowedIn("loan_payment", "source"), ({ loans }) => loans.sources],
  ["applications", () => allowedIn("loan_application", "state"), ({ loans }) => loans.stages],
  [
    "decisions on deductions",
    () => allowedIn("remittance_line", "settlement"),
    ({ loans }) => loans.settlements,
  ],
  ["cards", () => allowedIn("card", "status"), ({ members }) => members.card.states],
  ["orders of cards", () => allowedIn("card_order", "kind"), ({ members }) => members.card.orders],
  ["kits", () => allowedIn("card_kit", "state"), ({ cards }) => cards.kitStates],
  ["texts", () => allowedIn("text_message", "state"), ({ members }) => members.told.states],
  [
    "ends of sessions",
    () => allowedIn("session", "ended_reason"),
    ({ members }) => members.access.reasons,
  ],
];

describe("S170 whatever the server names has words in the console, in both languages", () => {
  test.each(NAMES)("S170 %s", async (_, namesOf, wordsIn) => {
    const names = await namesOf();
    expect(names.length).toBeGreaterThan(1);
    const without = (texts: typeof english) => names.filter((name) => !wordsIn(texts)[name]);
    expect({ en: without(english), fil: without(filipino) }).toEqual({ en: [], fil: [] });
  });
});

test("S163 what a list looks for by a person's name or number stands in no address: every such filter says so", () => {
  const filters = globSync("src/console/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\{ type: "text",[^}]*key: "(\w+)"[^}]*\}/g)].map(
      ([filter, key]) => ({ file, key, isPersonal: filter.includes("isPersonal: true") }),
    ),
  );
  const ofPeople = filters.filter(({ key }) => key === "member" || key === "search");
  expect(ofPeople.length).toBeGreaterThan(5);
  expect(ofPeople.filter(({ isPersonal }) => !isPersonal)).toEqual([]);
});
