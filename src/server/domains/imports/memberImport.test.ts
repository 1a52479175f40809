import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withCheckDigit } from "#common/checkDigit.ts";
import { transact } from "#server/db/db.ts";
import { cleanUp } from "#server/entry/cleanUp.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { runImport } from "./runImport.ts";
import { startImport } from "./startImport.ts";
import { takeUpload } from "./takeUpload.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await world.app.db
    .insertInto("office")
    .values({
      id: 1n,
      branch_name: "Head Office",
      line_1: "",
      barangay: "",
      municipality_city: "",
      state_province: "",
    })
    .execute();
});
afterAll(() => world.close());

const HEADER =
  "membership_no,last_name,first_name,birth_date,office,mobile,capital_contribution,savings,storage_account,update";

const numberOf = (serial: number) => withCheckDigit(`00012026${String(serial).padStart(7, "0")}`);

function rowOf(
  serial: number,
  changes: Partial<Record<"last" | "savings" | "mobile" | "update", string>> = {},
) {
  const { last = "Peña", savings = "250.50", mobile = "0917 555 1234", update = "" } = changes;
  return `${numberOf(serial)},${last},Ana,1980-06-02,1,${mobile},1000.05,${savings},,${update}`;
}

/** In uneven pieces, as a network delivers them. */
async function* pieces(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += 1001) yield bytes.subarray(from, from + 1001);
}

async function upload(...rows: string[]): Promise<string> {
  const bytes = Buffer.from([HEADER, ...rows].join("\r\n"));
  const guid = await takeUpload(world.app, {
    fileName: "members.csv",
    bytes: pieces(bytes),
    uploadedBy: "admin.test",
    correlationId: "test",
  });
  await drainJobs(world.app);
  return guid;
}

const start = (guid: string) =>
  transact(world.app.db, (tx) => startImport(tx, world.app, { guid, approvedBy: "checker.test" }));

async function run(guid: string): Promise<void> {
  await start(guid);
  await drainJobs(world.app);
}

const stateOf = (guid: string) =>
  world.app.db
    .selectFrom("member_import")
    .selectAll()
    .where("guid", "=", guid)
    .executeTakeFirstOrThrow();

async function balances(serial: number) {
  const { rows } = await sql<{ code: string; balance: bigint }>`
    select l.code, l.balance_centavos as balance from member m
    join member_account a on a.member_id = m.id
    join ledger_account l on l.id in (a.ledger_account_id, a.fixed_ledger_account_id)
    where m.membership_no = ${numberOf(serial)} order by l.code`.execute(world.app.db);
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
}

const entriesOf = (serial: number) =>
  world.app.db
    .selectFrom("journal_entry")
    .select(["operation", "actor"])
    .where("reference", "=", `OPENING-${numberOf(serial)}`)
    .execute();

test("the dry run moves nothing and says what a run would do; the run books each member once", async () => {
  const guid = await upload(rowOf(1), rowOf(2, { savings: "0" }), rowOf(3, { savings: "" }));
  expect(await stateOf(guid)).toMatchObject({
    state: "checked",
    row_count: 3,
    add_count: 3,
    invalid_count: 0,
    opening_centavos: 3n * 100_005n + 25_050n,
  });
  expect(await entriesOf(1)).toEqual([]);

  await run(guid);
  expect(await stateOf(guid)).toMatchObject({ state: "done", rows_done: 3, add_count: 3 });
  // A tenth of the contribution is fixed, rounded half-up; the rest may be taken out.
  expect(await balances(1)).toEqual({ "2010": 25_050n, "2030": 90_004n, "3010": 10_001n });
  expect(await balances(2)).toEqual({ "2010": 0n, "2030": 90_004n, "3010": 10_001n });
  expect(await balances(3)).toEqual({ "2030": 90_004n, "3010": 10_001n });
  expect(await entriesOf(1)).toEqual([{ operation: "OPENING_BALANCE", actor: "checker.test" }]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("the same file again changes nothing", async () => {
  const rows = [rowOf(11), rowOf(12)];
  await run(await upload(...rows));
  const again = await upload(...rows);
  expect(await stateOf(again)).toMatchObject({
    unchanged_count: 2,
    add_count: 0,
    opening_centavos: 0n,
  });
  await run(again);
  expect(await stateOf(again)).toMatchObject({ state: "done", unchanged_count: 2, add_count: 0 });
  expect(await entriesOf(11)).toHaveLength(1);
  expect(await balances(11)).toMatchObject({ "2010": 25_050n });
});

test("what differs from the books is reported, and overwritten only where the row says so", async () => {
  await run(await upload(rowOf(21), rowOf(22), rowOf(23)));
  const guid = await upload(
    rowOf(21, { last: "Cruz" }),
    rowOf(22, { last: "Cruz", update: "yes" }),
    rowOf(23, { savings: "999999.00", update: "yes" }),
  );
  await run(guid);
  expect(await stateOf(guid)).toMatchObject({ different_count: 2, update_count: 1, add_count: 0 });
  const { rows } = await sql<{ last_name: string; differences: string[] }>`
    select m.last_name, r.differences from member_import_row r join member m on m.id = r.member_id
    join member_import i on i.id = r.import_id where i.guid = ${guid} order by r.line`.execute(
    world.app.db,
  );
  expect(rows).toEqual([
    { last_name: "Peña", differences: ["last_name"] },
    { last_name: "Cruz", differences: ["last_name"] },
    { last_name: "Peña", differences: ["savings"] },
  ]);
  expect(await balances(23)).toMatchObject({ "2010": 25_050n });
});

test("the number that codes go to is never changed by a file, with online access or before", async () => {
  await run(await upload(rowOf(31), rowOf(32)));
  await world.app.db
    .updateTable("member")
    .set({ username: "has.access", username_key: "has.access" })
    .where("membership_no", "=", numberOf(31))
    .execute();
  const mobile = "0917 000 0000";
  const guid = await upload(
    rowOf(31, { mobile, update: "yes" }),
    rowOf(32, { mobile, update: "yes" }),
  );
  expect(await stateOf(guid)).toMatchObject({ different_count: 2, update_count: 0 });
});

const profileOf = (serial: number) =>
  world.app.db
    .selectFrom("member")
    .select(["guid", "last_name", "mobile_number"])
    .where("membership_no", "=", numberOf(serial))
    .executeTakeFirstOrThrow();

test("a run does what the dry run showed and nothing else, whatever the books say by then", async () => {
  await run(await upload(rowOf(71), rowOf(72), rowOf(73)));
  const guid = await upload(
    rowOf(71, { update: "yes" }),
    rowOf(72, { last: "Cruz", update: "yes" }),
    rowOf(73, { last: "Cruz", update: "yes" }),
    rowOf(74),
  );
  expect(await stateOf(guid)).toMatchObject({ unchanged_count: 1, update_count: 2, add_count: 1 });
  const change = (serial: number, set: { mobile_number?: string; last_name?: string }) =>
    world.app.db
      .updateTable("member")
      .set(set)
      .where("membership_no", "=", numberOf(serial))
      .execute();
  // At the counter a number is changed, and a name to a third one; another file adds the new member.
  await change(71, { mobile_number: "+639180000071", last_name: "Reyes" });
  await change(72, { last_name: "Reyes" });
  await run(await upload(rowOf(74, { last: "Reyes" })));

  await run(guid);
  expect(await stateOf(guid)).toMatchObject({
    state: "done",
    rows_done: 4,
    different_count: 3,
    update_count: 1,
    add_count: 0,
    unchanged_count: 0,
  });
  expect(await profileOf(71)).toMatchObject({
    last_name: "Reyes",
    mobile_number: "+639180000071",
  });
  expect(await profileOf(72)).toMatchObject({ last_name: "Reyes" });
  expect(await profileOf(73)).toMatchObject({ last_name: "Cruz" });
  expect(await profileOf(74)).toMatchObject({ last_name: "Reyes" });

  const changed = await world.app.db
    .selectFrom("audit_event")
    .select(["actor", "object", "detail"])
    .where("action", "=", "member_changed_by_import")
    .where(sql<boolean>`detail ->> 'whole_file' = ${guid}`)
    .execute();
  expect(changed).toEqual([
    {
      actor: "checker.test",
      object: `member:${(await profileOf(73)).guid}`,
      detail: { whole_file: guid, columns: "last_name" },
    },
  ]);
});

test("what was checked a week ago does not run, and its rows are deleted", async () => {
  const guid = await upload(rowOf(81));
  world.passSeconds(7 * 86_400);
  await expect(start(guid)).rejects.toMatchObject({ code: "import_not_ready" });
  expect(await stateOf(guid)).toMatchObject({ state: "checked" });
  await cleanUp(world.app);
  const { state, id } = await stateOf(guid);
  expect(state).toBe("expired");
  expect(await rowsOf(id)).toEqual([]);
  await expect(start(guid)).rejects.toMatchObject({ code: "import_not_ready" });
});

test("a file whose check never ended is dropped after a week, one that waits less stays", async () => {
  const send = () =>
    takeUpload(world.app, {
      fileName: "members.csv",
      bytes: pieces(Buffer.from(HEADER)),
      uploadedBy: "admin.test",
      correlationId: "test",
    });
  const old = await send();
  world.passSeconds(6 * 86_400);
  const young = await send();
  await cleanUp(world.app);
  expect(await stateOf(old)).toMatchObject({ state: "checking" });
  world.passSeconds(86_400);
  await cleanUp(world.app);
  const kept = await world.app.db.selectFrom("member_import_chunk").select("import_id").execute();
  expect(await stateOf(old)).toMatchObject({ state: "expired" });
  expect(kept).toEqual([{ import_id: (await stateOf(young)).id }]);
  await drainJobs(world.app);
  expect(await stateOf(old)).toMatchObject({ state: "expired" });
});

test("what the rows of a finished import said of people goes after 30 days", async () => {
  const guid = await upload(rowOf(91), rowOf(92, { mobile: "12" }));
  await run(guid);
  const { id } = await stateOf(guid);
  world.passSeconds(29 * 86_400);
  await cleanUp(world.app);
  expect((await rowsOf(id))[0]?.content).toMatchObject({ lastName: "Peña" });
  world.passSeconds(86_400);
  await cleanUp(world.app);
  expect(await rowsOf(id)).toMatchObject([
    { content: null, before: {}, verdict: "add", membership_no: numberOf(91) },
    { content: null, before: {}, verdict: "invalid" },
  ]);
  expect(await stateOf(guid)).toMatchObject({ state: "done", add_count: 1 });
});

const rowsOf = (importId: bigint) =>
  world.app.db
    .selectFrom("member_import_row")
    .selectAll()
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();

test("wrong rows are told with line, column and reason, and the right ones run without them", async () => {
  const guid = await upload(
    rowOf(41),
    rowOf(42, { savings: "1e3", mobile: "12" }),
    rowOf(41),
    "x,y",
  );
  expect(await stateOf(guid)).toMatchObject({ state: "checked", add_count: 1, invalid_count: 3 });
  const rows = await world.app.db
    .selectFrom("member_import_row as r")
    .innerJoin("member_import as i", "i.id", "r.import_id")
    .select(["r.line", "r.problems"])
    .where("i.guid", "=", guid)
    .where("r.verdict", "=", "invalid")
    .orderBy("r.line")
    .execute();
  expect(rows).toEqual([
    {
      line: 3,
      problems: [
        { column: "mobile", problem: "mobile" },
        { column: "savings", problem: "shortened_number" },
      ],
    },
    { line: 4, problems: [{ column: "membership_no", problem: "twice_in_file" }] },
    { line: 5, problems: [{ column: "", problem: "field_count" }] },
  ]);
  await run(guid);
  expect(await stateOf(guid)).toMatchObject({ state: "done", add_count: 1, invalid_count: 3 });
  expect(await balances(42)).toEqual({});
});

test("an import that broke off in the middle goes on where it was: nothing doubled, nothing lost", async () => {
  const serials = Array.from({ length: 1200 }, (_, index) => 5000 + index);
  const guid = await upload(...serials.map((serial) => rowOf(serial)));
  await start(guid);
  const { id } = await stateOf(guid);
  // The work dies in its second batch, after its members and entries were written.
  await expect(runImport({ ...world.app, now: dieAfter(4) }, id)).rejects.toThrow("killed");
  expect(await stateOf(guid)).toMatchObject({ state: "running", rows_done: 500 });

  await drainJobs(world.app);
  expect(await stateOf(guid)).toMatchObject({ state: "done", rows_done: 1200, add_count: 1200 });
  const { rows } = await sql<{ members: bigint; entries: bigint; total: bigint }>`
    select count(distinct m.id) as members, count(distinct e.id) as entries, sum(o.savings_centavos)::bigint as total
    from member_import_row r join member m on m.id = r.member_id
    join member_opening o on o.member_id = m.id
    join journal_entry e on e.reference = 'OPENING-' || m.membership_no
    where r.import_id = ${id}`.execute(world.app.db);
  expect(rows).toEqual([{ members: 1200n, entries: 1200n, total: 1200n * 25_050n }]);
  // As PostgreSQL does by itself before long: it still takes the books for empty.
  await asAdmin(world.database.ownerUrl, (owner) => owner.query("analyze"));
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

/** A clock that ends the work at its so-manieth reading, wherever that is. */
function dieAfter(readings: number) {
  let read = 0;
  return () => {
    read += 1;
    if (read > readings) throw new Error("killed");
    return world.app.now();
  };
}

test("two workers that run the same import book each row once", async () => {
  const serials = Array.from({ length: 900 }, (_, index) => 8000 + index);
  const guid = await upload(...serials.map((serial) => rowOf(serial)));
  await start(guid);
  const { id } = await stateOf(guid);
  await Promise.all([runImport(world.app, id), runImport(world.app, id)]);
  expect(await stateOf(guid)).toMatchObject({ state: "done", rows_done: 900, add_count: 900 });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("an import runs once, and only when it was checked", async () => {
  const guid = await upload(rowOf(61));
  await run(guid);
  await expect(start(guid)).rejects.toMatchObject({ code: "import_not_ready" });
});

test.each([
  ["", { state: "unreadable", problem: "no_rows" }],
  ['"Peña\n', { state: "unreadable", problem: "open_quote", problem_line: 3 }],
])("a file that cannot be read is put aside with the line: %j", async (rest, expected) => {
  const guid = await upload(...(rest === "" ? [] : [rest]));
  expect(await stateOf(guid)).toMatchObject(expected);
  const pieces = await world.app.db.selectFrom("member_import_chunk").selectAll().execute();
  expect(pieces).toEqual([]);
});
