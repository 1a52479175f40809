import { afterAll, beforeAll, expect, test } from "vitest";
import { getOffices } from "#contract/cardApplication.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld();
  browser = await world.signIn(await world.makeMember());
  await addOffices(2, 0);
});
afterAll(() => world.close());

/** So many offices, with ids after this one. */
async function addOffices(count: number, after: number): Promise<void> {
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `insert into office (id, branch_name, line_1, barangay, municipality_city, state_province)
      select 5000 + n, 'Branch ' || n, '1 Street', 'Socorro', 'Quezon City', 'Metro Manila'
      from generate_series($1::int + 1, $1::int + $2::int) n`,
      [after, count],
    ),
  );
}

async function list(query: Record<string, string>): Promise<string[]> {
  const { httpStatus, body } = await world.callRaw(getOffices, { query }, browser);
  expect([query, httpStatus]).toEqual([query, 200]);
  // By the contract.
  const { rows } = body["results"] as { rows: { branch_name: string }[] };
  return rows.map(({ branch_name: name }) => name);
}

test("S120 a filter is a text that is looked for, whatever signs it has", async () => {
  const all = await list({});
  expect(all.length).toBeGreaterThan(1);
  const columns = ["branch_name", "barangay", "municipality_city", "state_province"];
  for (const column of columns) {
    for (const text of ["%", "_____", "x' or '1'='1", "'; drop table office; --", "\\"]) {
      expect([column, text, await list({ [column]: text })]).toEqual([column, text, []]);
    }
  }
  expect(await list({})).toEqual(all);
});

test.each([
  { page: "-1" },
  { page: "0" },
  { page: "1000001" },
  { page: "1e9" },
  { page: "1; select 1" },
  { LIMIT: "-1" },
  { LIMIT: "0" },
  { LIMIT: "100001" },
  { LIMIT: "9".repeat(40) },
  { status: "1 or 1=1" },
])("S120 %j is refused on its field", async (query) => {
  const { httpStatus, body } = await world.callRaw(getOffices, { query }, browser);
  expect(httpStatus).toBe(422);
  expect(body).toMatchObject({ errors: [{ param: Object.keys(query)[0] }] });
});

test("S120 V07 a page far beyond the last is empty, and whatever is asked for no answer has more than a thousand", async () => {
  expect(await list({ page: "1000000", LIMIT: "100000" })).toEqual([]);
  await addOffices(1098, 2);
  const first = await list({ LIMIT: "100000" });
  const second = await list({ LIMIT: "100000", page: "2" });
  expect(first).toHaveLength(1000);
  expect(second.length).toBeGreaterThan(99);
  expect(new Set([...first, ...second]).size).toBeGreaterThan(1099);
});
