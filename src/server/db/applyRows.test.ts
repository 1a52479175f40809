import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdmin, openTestDb, type TestDb } from "#test/support/testDb.ts";
import { applyRows, readRows, type Rows } from "./applyRows.ts";

let world: TestDb;
beforeAll(async () => {
  world = await openTestDb();
});
afterAll(() => world.close());

const asOwner = <T>(work: (owner: pg.Client) => Promise<T>) => asAdmin(world.ownerUrl, work);

test("the tables say what the program's text says, and bringing them to it again changes nothing", async () => {
  const all = await readRows(new URL("../", import.meta.url));
  expect(all.map(({ table }) => table)).toEqual([
    "earning_rate",
    "approval_policy",
    "bank",
    "transfer_kind",
    "recipe_line",
    "holiday",
    "feature",
  ]);
  await asOwner(async (owner) => {
    for (const { table, rows } of all) {
      const found = await owner.query<{ count: string }>(`select count(*) from ${table}`);
      expect(Number(found.rows[0]?.count)).toBe(rows.length);
    }
    expect(await applyRows(owner, all)).toEqual([]);
  });
});

const parcels = (...rows: [string, number | null, string[]][]): Rows => ({
  table: "parcel",
  key: ["name"],
  rows: rows.map(([name, grams, stamps]) => ({ name, grams, stamps })),
});

test("what is new is added, what changed is changed, what left is removed", async () => {
  await asOwner(async (owner) => {
    await owner.query(
      "create table parcel (name text primary key, grams bigint, stamps text[] not null)",
    );
    const read = async () =>
      (await owner.query("select name, grams::int, stamps from parcel order by name")).rows;
    const first = parcels(["a", 10, []], ["b", null, ["x", "y"]]);
    expect(await applyRows(owner, [first])).toEqual(["parcel"]);
    expect(await read()).toEqual(first.rows);
    expect(await applyRows(owner, [first])).toEqual([]);
    const second = parcels(["b", 12, ["x"]], ["c", 1, []]);
    expect(await applyRows(owner, [second])).toEqual(["parcel"]);
    expect(await read()).toEqual(second.rows);
  });
});

test("what staff switched off stays off, and a switch that is new is on", async () => {
  const all = await readRows(new URL("../", import.meta.url));
  await asOwner(async (owner) => {
    const stateOf = async (name: string) =>
      (await owner.query("select state from feature where name = $1", [name])).rows[0]?.state;
    await owner.query("update feature set state = 'hidden' where name = 'loans'");
    await owner.query("delete from feature where name = 'cardSection'");
    expect(await applyRows(owner, all)).toEqual(["feature"]);
    expect([await stateOf("loans"), await stateOf("cardSection")]).toEqual(["hidden", "on"]);
  });
});

test("a row that another row needs is not removed", async () => {
  await asOwner(async (owner) => {
    await owner.query("create table box (name text primary key)");
    await owner.query("create table thing (box text references box (name))");
    await applyRows(owner, [{ table: "box", key: ["name"], rows: [{ name: "a" }, { name: "b" }] }]);
    await owner.query("insert into thing values ('a')");
    const without = [{ table: "box", key: ["name"], rows: [{ name: "b" }] }];
    await expect(applyRows(owner, without)).rejects.toThrow("thing_box_fkey");
  });
});
