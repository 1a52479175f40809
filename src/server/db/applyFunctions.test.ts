import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EmptyDatabase, makeEmptyDatabase } from "#test/support/emptyDatabase.ts";
import { openSchemaFolder, type SchemaFolder } from "#test/support/schemaFolder.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { migrate } from "./migrate.ts";

let files: SchemaFolder;
let made: EmptyDatabase;
beforeEach(async () => {
  files = await openSchemaFolder();
  await files.put("baseline/010_parcel.sql", "create table parcel (id bigint, grams bigint);\n");
  made = await makeEmptyDatabase();
});
afterEach(async () => {
  await made.drop();
  await files.remove();
});
const run = () => migrate(made.ownerUrl, files);
const ask = <T extends pg.QueryResultRow>(query: string) =>
  asAdmin(made.appUrl, async (app) => (await app.query<T>(query)).rows);
const functions = async () => {
  const rows = await ask<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and proname <> 'ledger_account_id' order by 1`,
  );
  return rows.map(({ name }) => name);
};

const fee = (pesos: string) =>
  `create or replace function fee() returns bigint language sql as $$ select ${pesos}::bigint $$;\n`;

test("a function is what its file says, and a start that finds no other text applies nothing", async () => {
  await files.put("post/sql/fee.sql", fee("10"));
  expect(await run()).toEqual(["baseline", "ledger/accounts.sql", "post/fee.sql"]);
  expect(await run()).toEqual([]);
  const [before] = await ask<{ oid: number }>("select oid from pg_proc where proname = 'fee'");
  await files.put("post/sql/fee.sql", fee("12"));
  expect(await run()).toEqual(["post/fee.sql"]);
  expect(await ask("select fee()")).toEqual([{ fee: "12" }]);
  // Replaced where it is: whoever calls it meanwhile finds it.
  expect(await ask("select oid from pg_proc where proname = 'fee'")).toEqual([before]);
});

test("a file whose domain is moved is the same file", async () => {
  await files.put("post/sql/fee.sql", fee("10"));
  await run();
  await files.take("post/sql/fee.sql");
  await files.put("domains/post/sql/fee.sql", fee("10"));
  expect(await run()).toEqual([]);
});

test("a function that left the files is dropped with its trigger, and one that moved to another file stays", async () => {
  const trigger = `create or replace function weigh() returns trigger language plpgsql as $$ begin return new; end $$;
create or replace trigger weigh before insert on parcel for each row execute function weigh();
`;
  await files.put("post/sql/fee.sql", fee("10"));
  await files.put("post/sql/weigh.sql", trigger);
  await run();
  expect(await functions()).toEqual(["fee()", "weigh()"]);
  await files.take("post/sql/weigh.sql");
  await files.take("post/sql/fee.sql");
  await files.put("post/sql/fees.sql", fee("10"));
  await run();
  expect(await functions()).toEqual(["fee()"]);
});

test("what a function takes and answers may change, also of one that another is bound to", async () => {
  await files.put("post/sql/a_price.sql", priceOf("fee()"));
  await files.put("post/sql/fee.sql", fee("10"));
  await run();
  expect(await ask("select price()")).toEqual([{ price: "10" }]);
  await files.put(
    "post/sql/fee.sql",
    fee("10").replace("bigint language", "text language").replace("::bigint", "::text"),
  );
  await run();
  expect(await ask("select price()")).toEqual([{ price: "10" }]);
  await files.put("post/sql/fee.sql", fee("10").replace("fee()", "fee(p_grams bigint)"));
  await files.put("post/sql/a_price.sql", priceOf("fee(1)"));
  await run();
  expect(await functions()).toEqual(["fee(bigint)", "price()"]);
});

/** Bound to what it calls when it is made, so that this has to be there. */
const priceOf = (call: string) =>
  `create or replace function price() returns bigint language sql return ${call}::bigint;\n`;

test("a body that is broken is refused with its line, and changes nothing", async () => {
  await files.put("post/sql/fee.sql", fee("10"));
  await run();
  await files.put("post/sql/fee.sql", `\n${fee("nonsense")}`);
  await expect(run()).rejects.toThrow('post/fee.sql: line 2: column "nonsense" does not exist');
  expect(await ask("select fee()")).toEqual([{ fee: "10" }]);
});

test("a migration and the functions that go with it are applied together or not at all", async () => {
  await run();
  await files.put("migrations/0001_letter.sql", "create table letter (id bigint);");
  await files.put("post/sql/fee.sql", fee("nonsense"));
  await expect(run()).rejects.toThrow('post/fee.sql: line 1: column "nonsense" does not exist');
  expect(await ask("select to_regclass('letter') as letter")).toEqual([{ letter: null }]);
  await files.put("post/sql/fee.sql", fee("(select count(*) from letter)"));
  expect(await run()).toEqual(["0001_letter.sql", "post/fee.sql"]);
});

const LIGHT =
  "create or replace function is_light(p_grams bigint) returns boolean immutable language sql";

test.each([
  ["calls itself", "is_light(grams)", ""],
  [
    "calls by way of another",
    "is_right(grams)",
    "create function is_right(p bigint) returns boolean immutable language sql return is_light(p);",
  ],
])("a function that a constraint %s is not replaced", async (_, check, between) => {
  await files.put("post/sql/is_light.sql", `${LIGHT} return p_grams < 10;\n`);
  await run();
  await files.put(
    "migrations/0001_light.sql",
    `${between} alter table parcel add constraint light check (${check});`,
  );
  await expect(run()).rejects.toThrow(
    "post/is_light.sql: is_light(bigint) judges rows for a constraint, an index or a column",
  );
});

test("a function of the baseline is not made by a file", async () => {
  await files.put("baseline/020_fee.sql", fee("10"));
  await files.put("post/sql/fee.sql", fee("12"));
  await expect(run()).rejects.toThrow(
    "post/fee.sql: the baseline or a migration made fee(); it stays there",
  );
});

test("a function is in one file", async () => {
  await files.put("post/sql/fee.sql", fee("10"));
  await files.put("post/sql/price.sql", fee("12"));
  await expect(run()).rejects.toThrow(/^fee\(\) is in two files: /);
});

test("a new function is executed by the application, and by nobody else", async () => {
  await files.put("post/sql/fee.sql", fee("10"));
  await run();
  expect(await ask("select fee()")).toEqual([{ fee: "10" }]);
  await asAdmin(made.readonlyUrl, async (reader) => {
    await expect(reader.query("select fee()")).rejects.toThrow("permission denied");
  });
});
