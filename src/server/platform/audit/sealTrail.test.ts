import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { findingsOf, makeHistory, wasteIds, writeRows } from "#test/support/sealedTrail.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { headDirs } from "./headFiles.ts";
import { sealTrail } from "./sealTrail.ts";
import { verifyHeads } from "./verifyHeads.ts";
import { verifyTrail } from "./verifyTrail.ts";

const worlds: World[] = [];
let world: World;
beforeEach(async () => {
  world = await makeWorld();
  worlds.push(world);
});
afterAll(() => Promise.all(worlds.map((each) => each.close())));

/** How many rows, and how many seals of rows and of marks, there are. */
async function counts(): Promise<Record<string, bigint>> {
  const { rows } = await world.app.pool.query(`
    select (select count(*) from audit_event) as events,
      (select count(row_id) from audit_seal) as sealed_events,
      (select count(*) from audit_seal where row_id is null) as marks,
      (select count(*) from journal_entry) as entries,
      (select count(row_id) from ledger_seal) as sealed_entries,
      (select max(position) - count(*) from audit_seal) as gaps`);
  return rows[0];
}

const tamper = (statement: string) =>
  asAdmin(world.database.adminUrl, async (admin) => {
    await admin.query("set session_replication_role = replica");
    await admin.query(statement);
  });

const head = (name: string) => path.join(headDirs(world.app.config)[0] ?? "", name);
const lines = () => readFileSync(head("heads.jsonl"), "utf8").trim().split("\n");

test("S134 every committed row is sealed once, also one whose transaction ends after a later row's", async () => {
  const late = await world.app.pool.connect();
  await late.query("begin");
  await late.query(`insert into audit_event (at, actor_kind, actor, action, object, correlation_id)
    values ('${world.app.now().toISOString()}', 'system', 'late', 'test', 'test', 'test')`);
  for (let run = 0; run < 4; run++) {
    await writeRows(world, 3, 2);
    await wasteIds(world);
    await sealTrail(world.app);
  }
  expect(await counts()).toMatchObject({ events: 12n, sealed_events: 12n, sealed_entries: 8n });
  await late.query("commit");
  late.release();
  for (let run = 0; run < 3; run++) await sealTrail(world.app);
  expect(await counts()).toEqual({
    events: 13n,
    sealed_events: 13n,
    marks: 1n,
    entries: 8n,
    sealed_entries: 8n,
    gaps: 0n,
  });
  const { rows } = await world.app.pool.query(
    "select sealed_through, pg_sequence_last_value('audit_event_id_seq') as drawn from seal_progress where stream = 'audit'",
  );
  expect(rows[0].sealed_through).toBe(rows[0].drawn);
  expect(await findingsOf(world)).toEqual([]);
});

test("S134 sealers at once, while rows are written, leave one chain without gaps", async () => {
  const twin = await world.makeTwin();
  let isWriting = true;
  const sealers = [world.app, world.app, twin.app].map(async (app) => {
    while (isWriting) await sealTrail(app);
  });
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 10; n++) await writeRows(world, 5, 0);
    }),
  );
  isWriting = false;
  await Promise.all(sealers);
  await sealTrail(world.app);
  expect(await counts()).toMatchObject({ events: 300n, sealed_events: 300n, gaps: 0n });
  expect(await findingsOf(world)).toEqual([]);
});

test("S134 a run of several batches that is cut short is gone on with, however late", async () => {
  await sealTrail(world.app);
  world.passSeconds(60);
  await writeRows(world, 2_500, 0);
  world.passSeconds(7_200);
  await tamper(`create function cut() returns trigger language plpgsql as $$ begin
      if new.position > 2000 then raise exception 'cut short'; end if; return new; end $$;
    create trigger cut before insert on audit_seal for each row execute function cut();
    alter table audit_seal enable always trigger cut`);
  await expect(sealTrail(world.app)).rejects.toThrow("cut short");
  expect(await counts()).toMatchObject({ events: 2_500n, sealed_events: 1_000n });
  await tamper("drop trigger cut on audit_seal");
  world.passSeconds(7_200);
  await sealTrail(world.app);
  expect(await counts()).toMatchObject({ events: 2_500n, sealed_events: 2_500n, gaps: 0n });
  expect(await findingsOf(world)).toEqual([]);
});

test("S134 heads are signed and written outside each hour, and when asked, and the newest is always there", async () => {
  await writeRows(world, 2, 1);
  await sealTrail(world.app);
  expect(lines()).toHaveLength(2);
  await writeRows(world, 2, 0);
  await sealTrail(world.app);
  expect(lines()).toHaveLength(2);
  expect(JSON.parse(readFileSync(head("latest-audit.json"), "utf8"))).toMatchObject({
    stream: "audit",
    position: "5",
    rowId: "4",
  });
  world.passSeconds(3_600);
  await sealTrail(world.app);
  expect(lines()).toHaveLength(4);
  await sealTrail(world.app, "now");
  expect(lines().map((line) => [JSON.parse(line).stream, JSON.parse(line).position])).toEqual([
    ["audit", "3"],
    ["ledger", "2"],
    ["audit", "6"],
    ["ledger", "3"],
    ["audit", "7"],
    ["ledger", "4"],
  ]);
  expect(await findingsOf(world)).toEqual([]);
});

test("S134 a tail cut within the hour is found, also after the sealer went on", async () => {
  await makeHistory(world);
  await writeRows(world, 5, 0);
  await sealTrail(world.app);
  const { rows } = await world.app.pool.query(
    "select row_id, position from audit_seal order by position desc limit 1",
  );
  const [last] = rows;
  await tamper(`delete from audit_event where id > ${last.row_id - 2n};
    delete from audit_seal where position > ${last.position - 2n}`);
  const cut = {
    stream: "audit",
    kind: "cut_tail",
    rowId: last.row_id,
    position: last.position - 1n,
  };
  expect(await findingsOf(world)).toMatchObject([cut]);
  await writeRows(world, 5, 0);
  await sealTrail(world.app);
  expect(await findingsOf(world)).toMatchObject([
    { stream: "audit", kind: "head_differs", rowId: last.row_id, position: last.position },
  ]);
});

test("S134 what is sealed while the chains are read is no cut tail", async () => {
  const { app } = world;
  const found: unknown[] = [];
  await makeHistory(world);
  const kept = { secrets: app.secrets, folders: [], now: app.now() };
  const { ends } = await verifyTrail(app.db, kept, (finding) => found.push(finding));
  await writeRows(world, 5, 2);
  await sealTrail(app);
  for (const folder of headDirs(app.config)) {
    const seed = app.secrets.auditHeadKey;
    await verifyHeads(app.db, seed, folder, ends, (finding) => found.push(finding));
  }
  expect(found).toEqual([]);
});

test("S134 a forged or broken head, and none at all, are findings", async () => {
  await makeHistory(world);
  const line = lines()[0] ?? "";
  appendFileSync(
    head("heads.jsonl"),
    `${line.replace(/"position":"\d+"/, '"position":"1"')}\n{"str`,
  );
  expect(await findingsOf(world)).toMatchObject([
    { kind: "head_unreadable", detail: expect.stringMatching(/line 7:/) },
    { kind: "head_unreadable", detail: expect.stringMatching(/line 8:/) },
  ]);
  writeFileSync(head("heads.jsonl"), "");
  writeFileSync(head("latest-ledger.json"), "");
  expect(await findingsOf(world)).toMatchObject([
    { kind: "head_unreadable" },
    { kind: "no_heads", stream: "ledger" },
  ]);
});

test("S134 a row of the past that the sealer was made to seal is named", async () => {
  await makeHistory(world);
  const insert = (at: string, id: string) =>
    tamper(`insert into audit_event (id, at, actor_kind, actor, action, object, correlation_id)
      overriding system value values (${id}, ${at}, 'staff', 'forged', 'test', 'test', 'test')`);
  const now = `'${world.app.now().toISOString()}'::timestamptz`;
  await insert(`${now} - interval '35 minutes'`, "nextval('audit_event_id_seq')");
  await insert(now, "6");
  await insert(now, "1000000");
  await tamper(`insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
    values ('TEST', 'post', 'forged', '2026-11-21', ${now} - interval '1 day', 'forged')`);
  // As if nobody had looked at those ids yet.
  await tamper("update seal_progress set sealed_through = 0");
  await writeRows(world, 3, 3);
  await sealTrail(world.app);
  const { rows } = await world.app.pool.query("select id from audit_event where actor = 'forged'");
  expect(rows).toHaveLength(3);
  const findings = await findingsOf(world);
  expect(findings.map(({ stream, kind, rowId }) => [stream, kind, rowId])).toEqual(
    expect.arrayContaining([
      ["audit", "inserted", 1_000_000n],
      ["audit", "inserted", 6n],
      ["ledger", "inserted", expect.any(BigInt)],
      ...rows.map(({ id }) => ["audit", "inserted", id]),
    ]),
  );
  expect(findings).toHaveLength(4);
});

test("S134 a chain that was wiped together with its heads is a finding, and is not begun anew", async () => {
  await makeHistory(world);
  await tamper("truncate audit_seal, ledger_seal");
  rmSync(headDirs(world.app.config)[0] ?? "", { recursive: true });
  const wiped = [
    { stream: "audit", kind: "no_seals", rowId: 1n },
    { stream: "ledger", kind: "no_seals", rowId: 1n },
  ];
  expect(await findingsOf(world)).toMatchObject(wiped);
  world.passSeconds(3_600);
  await writeRows(world, 3, 1);
  await sealTrail(world.app, "now");
  expect(await counts()).toMatchObject({ sealed_events: 0n, marks: 0n, sealed_entries: 0n });
  expect(await findingsOf(world)).toMatchObject(wiped);
});

test("S134 the rows of a bank that has just begun wait for their seal, and are no finding", async () => {
  await writeRows(world, 3, 1);
  expect(await findingsOf(world)).toEqual([]);
  world.passSeconds(1_200);
  expect(await findingsOf(world)).toMatchObject([{ kind: "no_seals" }, { kind: "no_seals" }]);
  await sealTrail(world.app);
  expect(await findingsOf(world)).toEqual([]);
});

test("S134 a newest head that cannot be read is put aside, and stays a finding", async () => {
  await makeHistory(world);
  writeFileSync(head("latest-audit.json"), "torn");
  await writeRows(world, 2, 0);
  world.passSeconds(3_600);
  await sealTrail(world.app);
  await sealTrail(world.app);
  const aside = readdirSync(headDirs(world.app.config)[0] ?? "").filter((name) =>
    name.startsWith("unreadable-"),
  );
  expect(aside).toHaveLength(1);
  expect(readFileSync(head(aside[0] ?? ""), "utf8")).toBe("torn");
  expect(JSON.parse(readFileSync(head("latest-audit.json"), "utf8")).stream).toBe("audit");
  expect(await findingsOf(world)).toMatchObject([
    { stream: "audit", kind: "head_unreadable", detail: expect.stringContaining(aside[0] ?? "") },
  ]);
});

test("S134 a clock set forward and back is a finding of its own; no honest row is one", async () => {
  await makeHistory(world);
  world.passSeconds(86_400);
  await writeRows(world, 4, 2);
  await sealTrail(world.app);
  world.passSeconds(-86_400);
  // Before the sealer has seen it, and after.
  await writeRows(world, 4, 2);
  expect(await findingsOf(world)).toMatchObject(moved("is"));
  for (let run = 0; run < 3; run++) {
    await sealTrail(world.app, run === 1 ? "now" : "hourly");
    world.passSeconds(1_200);
    await writeRows(world, 4, 2);
  }
  expect(await findingsOf(world)).toMatchObject(moved("was"));
  world.passSeconds(2 * 86_400);
  await writeRows(world, 4, 2);
  await sealTrail(world.app);
  world.passSeconds(1_200);
  await writeRows(world, 4, 2);
  await sealTrail(world.app);
  expect(await findingsOf(world)).toMatchObject(moved("was"));
  // Once it goes right, a row of the past is named as ever.
  await tamper(`insert into audit_event (at, actor_kind, actor, action, object, correlation_id)
    values ('${new Date(world.app.now().getTime() - 3_600_000).toISOString()}', 'staff', 'forged', 'test', 'test', 'test')`);
  expect(await findingsOf(world)).toMatchObject([
    { kind: "clock_moved", stream: "audit" },
    { kind: "inserted", stream: "audit" },
    { kind: "clock_moved", stream: "ledger" },
  ]);
});

const moved = (tense: "is" | "was") =>
  ["audit", "ledger"].map((stream) => ({
    stream,
    kind: "clock_moved",
    rowId: undefined,
    detail: expect.stringContaining(`clock ${tense}`),
  }));

test("S134 a sealer that was away for days seals what was written, and none of it is suspect", async () => {
  await makeHistory(world);
  for (let day = 0; day < 3; day++) {
    await writeRows(world, 3, 2);
    world.passSeconds(86_400);
  }
  await sealTrail(world.app);
  await sealTrail(world.app);
  expect(await findingsOf(world)).toEqual([]);
});
