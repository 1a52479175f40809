import fastify from "fastify";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  choiceFilter,
  dayFilter,
  exportQuery,
  listAnswer,
  listQuery,
  numberFilter,
  textFilter,
} from "#contract/staff/list.ts";
import { answerCall } from "#server/platform/http/answerCall.ts";
import { onPublicCall } from "#server/platform/http/calls.ts";
import { makeFieldKeys } from "#server/platform/http/fieldKeys.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { writeCursor } from "./cursor.ts";
import { csvLine } from "./csv.ts";
import { exportList } from "./exportList.ts";
import { type ListOrder, readPage } from "./readPage.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** A list of made-up rows, each with every kind of value a list is ordered by. */
const order = {
  sorts: {
    amount: { by: "made.amount", type: "bigint" },
    name: { by: "made.name", type: "text" },
    at: { by: "made.at", type: "moment" },
    day: { by: "made.day", type: "day", isNullable: true },
  },
  id: { by: "made.id", type: "bigint" },
  first: "-at",
} as const satisfies ListOrder;

type Made = { id: bigint; amount: bigint; name: string; micros: number; day: string | null };

function queryOf(rows: readonly Made[]) {
  const values = JSON.stringify(
    rows.map((row) => ({ ...row, id: String(row.id), amount: String(row.amount) })),
  );
  return world.app.db
    .selectFrom(
      sql<{ id: bigint; amount: bigint; name: string; at: Date; day: string | null }>`(
        select id, amount, name, day,
               '2026-11-21T00:00:00Z'::timestamptz + micros * interval '1 microsecond' as at
        from jsonb_to_recordset(${values}::jsonb)
          as row (id bigint, amount bigint, name text, micros int, day date)
      )`.as("made"),
    )
    .select(["made.id", "made.amount", "made.name"]);
}

const manyTies = fc.uniqueArray(
  fc.record({
    id: fc.bigInt({ min: 1n, max: 10_000n }),
    amount: fc.bigInt({ min: -2n, max: 2n }),
    name: fc.constantFrom("Ñuñez", "Nunez", "nunez", "Abad", "", 'O\'Hara "x"'),
    // Moments that JavaScript's Date cannot tell apart.
    micros: fc.nat({ max: 3 }),
    day: fc.constantFrom(null, "2026-01-31", "2026-02-01"),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
);
const sort = fc.constantFrom("amount", "-amount", "name", "-name", "at", "-at", "day", "-day");

test("walking a list forward, and back again, shows each row once and in the same order", async () => {
  await fc.assert(
    fc.asyncProperty(manyTies, sort, fc.integer({ min: 1, max: 7 }), async (rows, by, limit) => {
      const ask = { sort: by, limit: String(limit) };
      const page = (place: { after?: string; before?: string }) =>
        readPage(world.app.db, order, queryOf(rows), { ...ask, ...place });
      const forward = [await page({})];
      for (let last = forward.at(-1); last?.next; last = forward.at(-1)) {
        forward.push(await page({ after: last.next }));
      }
      const ids = forward.flatMap((each) => each.rows.map(({ id }) => id));
      expect(ids).toHaveLength(rows.length);
      expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
      const all = await readPage(world.app.db, order, queryOf(rows), { sort: by, limit: "100" });
      expect(ids).toEqual(all.rows.map(({ id }) => id));
      expect(forward.every((each) => each.total.count === rows.length)).toBe(true);

      const back = [forward.at(-1)];
      for (let first = back.at(-1); first?.previous; first = back.at(-1)) {
        back.push(await page({ before: first.previous }));
      }
      expect(back.toReversed().map((each) => each?.rows)).toEqual(forward.map((each) => each.rows));
      expect(back.at(-1)?.previous).toBeNull();
    }),
    { numRuns: 40 },
  );
});

const two: Made[] = [
  { id: 1n, amount: 5n, name: "Abad", micros: 1, day: null },
  { id: 2n, amount: 5n, name: "Cruz", micros: 2, day: "2026-02-01" },
];

test.each([
  ["of another order", () => writeCursor("amount", { value: "5", id: "1" })],
  ["of no list", () => writeCursor("-colour", { value: "5", id: "1" })],
  ["with a value of another kind", () => writeCursor("-at", { value: "soon", id: "1" })],
  ["with a value too long", () => writeCursor("-at", { value: "9".repeat(17), id: "1" })],
  ["without a value", () => writeCursor("-at", { value: null, id: "1" })],
  ["with an id that is none", () => writeCursor("-at", { value: "5", id: "1;drop" })],
  ["that is no text of ours", () => "AAAA"],
  ["that nests", () => Buffer.from('[["-at"],[],[]]').toString("base64url")],
  ["that is not an array", () => Buffer.from('{"length":3}').toString("base64url")],
])("S094 a cursor %s is refused on its parameter", async (_, cursor) => {
  for (const param of ["after", "before"] as const) {
    const page = readPage(world.app.db, order, queryOf(two), { [param]: cursor() });
    await expect(page).rejects.toMatchObject({ code: "invalid_parameters", param });
  }
});

test("a day that no calendar has is no place", async () => {
  const after = writeCursor("day", { value: "2026-02-30", id: "1" });
  const page = readPage(world.app.db, order, queryOf(two), { sort: "day", after });
  await expect(page).rejects.toMatchObject({ code: "invalid_parameters" });
});

test("a list ordered by what is missing, unsaid, stops instead of losing rows", async () => {
  const careless = { ...order, sorts: { day: { by: "made.day", type: "day" } }, first: "day" };
  const page = readPage(world.app.db, careless as ListOrder, queryOf(two), {});
  await expect(page).rejects.toThrow("isNullable");
});

test("a list is counted to 10,000, and beyond it is more than that", async () => {
  const numbers = (count: number) =>
    world.app.db
      .selectFrom(
        sql<{ id: bigint }>`(select id from generate_series(1::bigint, ${count}::bigint) as id)`.as(
          "made",
        ),
      )
      .select("made.id");
  const byId = { sorts: { id: order.id }, id: order.id, first: "id" } as const;
  const exact = await readPage(world.app.db, byId, numbers(10_000), {});
  expect(exact.total).toEqual({ count: 10_000, isMore: false });
  expect(exact.rows).toHaveLength(50);
  const more = await readPage(world.app.db, byId, numbers(10_001), { limit: "100" });
  expect(more.total).toEqual({ count: 10_000, isMore: true });
  expect(more.rows).toHaveLength(100);
});

test.each(["0", "101", "-1", "1e2", "050", ""])("S094 a page of %j rows is refused", (limit) => {
  const query = listQuery(["at"], { name: textFilter, from: dayFilter });
  expect(query.safeParse({ limit }).success).toBe(false);
  expect(query.safeParse({ limit: "100", sort: "-at", name: " Cruz " }).success).toBe(true);
});

test.each([
  { name: " " },
  { name: "x".repeat(101) },
  { name: "a\u0007b" },
  { from: "2026-02-30" },
  { from: "0001-01-01" },
  { least: "-1" },
  { least: "1.5" },
  { least: "9".repeat(16) },
  { state: "gone" },
  { sort: "--at" },
  { sort: "name" },
  { after: "a b" },
  { before: "" },
])("S094 a list is not asked for with %j", (asked) => {
  const query = listQuery(["at"], {
    name: textFilter,
    from: dayFilter,
    least: numberFilter,
    state: choiceFilter(["open", "done"]),
  });
  expect(query.safeParse(asked).success).toBe(false);
  expect(query.safeParse({ state: "open", least: "15", from: "2026-02-28" }).success).toBe(true);
});

test("a page travels as the server made it", async () => {
  const answer = listAnswer(z.object({ name: z.string() }));
  const page = await readPage(world.app.db, order, queryOf(two), { limit: "1" });
  expect(z.encode(answer, page)).toEqual({
    rows: [{ name: "Cruz" }],
    next: page.next,
    previous: null,
    total: { count: 2, isMore: false },
  });
});

test.each([
  ["=1+1", "'=1+1"],
  ["+63917", "'+63917"],
  ["-5", "'-5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["  =1", "'  =1"],
  ["＝1", "'＝1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ["Cruz, Ana", '"Cruz, Ana"'],
  ["a=b", "a=b"],
  ["", ""],
  [null, ""],
  [{ centavos: BigInt(-125050) }, "-1250.50"],
  [-3, "-3"],
  [new Date("2026-11-21T02:00:00Z"), "2026-11-21T02:00:00.000Z"],
])("S063 a cell is written harmlessly: %#", (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});

const exportMade = onPublicCall(
  endpoint({
    name: "exportMade",
    method: "GET",
    path: "/made/export",
    summary: "A list's file",
    access: "public",
    query: z.extend(exportQuery(["amount", "name", "at", "day"], { name: textFilter }), {
      rows: z.string(),
    }),
    file: "csv",
    refusals: [],
  }),
  async ({ app, query: { rows, ...filters } }) => ({
    file: await exportList(
      app,
      { username: "l.aquino", correlationId: "correlation-1" },
      app.db
        .selectFrom(
          sql<{ id: bigint; amount: bigint; name: string }>`(
            select id, id * 100 as amount, case id when 7 then '=cmd' else 'Row ' || id end as name,
                   1 / (id - 2000 * (case when ${rows}::bigint = 3001 then 1 else 0 end)) as bad
            from generate_series(1::bigint, ${rows}::bigint) as id
          )`.as("made"),
        )
        .selectAll(),
      {
        name: "made-rows",
        order: { ...order, first: "amount" },
        columns: [
          { head: "Name", cell: ({ name }) => name },
          { head: "Amount", cell: ({ amount }) => ({ centavos: amount }) },
        ],
        filters,
        maxRows: 2500,
      },
    ),
  }),
);

async function openExports() {
  const server = fastify();
  const keys = makeFieldKeys(world.app.config, world.app.now, world.app.random);
  server.get("/api/made/export", (request, reply) =>
    answerCall(world.app, keys, exportMade, request, reply),
  );
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  return { server, url: `${url}/api/made/export` };
}

test("a file holds every row of the filtered list once, in order, and is on record before it leaves", async () => {
  const { server, url } = await openExports();
  try {
    const answer = await fetch(`${url}?rows=2345&sort=-amount&name=Row`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="made-rows-2026-11-21.csv"',
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["Name,Amount", "Row 2345,2345.00"]);
    expect(lines.slice(-3)).toEqual(["Row 2,2.00", "Row 1,1.00", ""]);
    expect(lines).toContain("'=cmd,7.00");
    expect(new Set(lines).size).toBe(2345 + 2);
    const events = await world.app.db
      .selectFrom("audit_event")
      .select(["actor", "action", "object", "detail"])
      .where("object", "=", "list:made-rows")
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      expect.objectContaining({
        actor: "l.aquino",
        action: "list_exported",
        detail: { sort: "-amount", name: "Row" },
      }),
      expect.objectContaining({ action: "list_export_sent", detail: { rows: 2345 } }),
    ]);
  } finally {
    await server.close();
  }
});

test("a file that is cut says so in its last line; one that is just long enough does not", async () => {
  const { server, url } = await openExports();
  try {
    const lines = async (rows: number) =>
      (await (await fetch(`${url}?rows=${rows}`)).text()).trimEnd().split("\r\n");
    const cut = await lines(2501);
    expect(cut).toHaveLength(2502);
    expect(cut.at(-1)).toBe("This file ends at 2500 rows. There are more: narrow the filters.");
    const whole = await lines(2500);
    expect(whole).toHaveLength(2501);
    expect(whole.at(-1)).toBe("Row 2500,2500.00");
  } finally {
    await server.close();
  }
});

test("a failure half way breaks the connection off instead of sending half a file as a whole one", async () => {
  const { server, url } = await openExports();
  try {
    // One row of it cannot be read.
    const answer = fetch(`${url}?rows=3001&sort=amount`).then((response) => response.text());
    await expect(answer).rejects.toThrow("terminated");
  } finally {
    await server.close();
  }
});
