import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealTrail } from "#server/platform/audit/sealTrail.ts";
import { transact } from "#server/db/db.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { measureCare } from "./measureCare.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { watchInvariants } from "#server/domains/ledgerDesk/watchInvariants.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** What Prometheus reads, by name; whole numbers, since clocks run on. */
async function measured(): Promise<Record<string, number>> {
  await measureCare(world.app);
  const lines = (await world.app.metrics.registry.metrics()).split("\n");
  const names =
    /^(exceptions_open|jobs_failed|outbox_oldest_seconds|ledger_checked_timestamp_seconds|audit_sealed_timestamp_seconds|days_not_closed|ledger_invariant_breaches|audit_trail_findings|settlement_days_missing|reconciliation_proofs_not_right)\{.*\} (.*)$/;
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = names.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)] as const];
    }),
  );
}

test("books that nobody ever looked at count as not looked at since the worker began", async () => {
  const began = world.app.now().getTime() / 1000;
  await measured();
  world.passSeconds(3600);
  const { ledger_checked_timestamp_seconds: checked } = await measured();
  expect(Math.abs((checked ?? 0) - began)).toBeLessThan(600);
});

test("what waits for people is counted, and how long nobody looked", async () => {
  const { app } = world;
  await sealTrail(app, "now");
  await watchInvariants(app);
  expect(await measured()).toMatchObject({
    exceptions_open: 0,
    jobs_failed: 0,
    days_not_closed: 0,
  });

  await transact(app.db, (tx) =>
    queueSms(tx, app, {
      kind: "notice",
      purpose: "test",
      memberId: null,
      to: "+639171300001",
      text: "words",
      expiresAt: new Date(app.now().getTime() + 86_400_000),
    }),
  );
  world.passSeconds(7200);
  const later = await measured();
  const now = app.now().getTime() / 1000;
  const ages = {
    promised: later["outbox_oldest_seconds"],
    checked: now - (later["ledger_checked_timestamp_seconds"] ?? NaN),
    sealed: now - (later["audit_sealed_timestamp_seconds"] ?? NaN),
  };
  for (const [name, age] of Object.entries(ages)) {
    expect([name, age]).toEqual([name, expect.any(Number)]);
    expect([name, Number(age) >= 7200]).toEqual([name, true]);
  }

  await relayOutbox(app);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(app.db);
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query(
      "insert into transfer_exception (at, kind, ref_no) select $1, 'late', ref_no from transfer limit 1",
      [app.now()],
    );
    await owner.query(
      `insert into issuer_event (event_id, nonce, type, body, outcome, received_at)
       values ('planted', 'planted-nonce', 'unknown', '{}', 'exception', $1)`,
      [app.now()],
    );
  });
  expect(await measured()).toMatchObject({
    outbox_oldest_seconds: 0,
    jobs_failed: 1,
    exceptions_open: 1,
  });
});

test("days that should be closed are counted from the last one that was", async () => {
  const { app } = world;
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `insert into business_day (day, state, begun_at, begun_by, closed_at, closed_by, entries, totals, totals_to_date)
       values (($1::timestamptz at time zone 'Asia/Manila')::date - 3, 'closed', $1, 'planted', $1, 'planted', 0, '[]', '[]')`,
      [app.now()],
    ),
  );
  expect(await measured()).toMatchObject({ days_not_closed: 2 });
});

test("what was found last is told by a worker that has not looked itself", async () => {
  const { app } = world;
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query(
      `insert into invariant_run (at, is_whole, breaches) values ($1, true, '[{"rule": "planted"}, {"rule": "too"}]')`,
      [app.now()],
    );
    await owner.query(
      `insert into seal_verification (at, finished_at, audit_position, ledger_position, findings, named)
       values ($1, $1, 0, 0, 3, '[]')`,
      [app.now()],
    );
  });
  expect(await measured()).toMatchObject({
    ledger_invariant_breaches: 2,
    audit_trail_findings: 3,
  });
});

test("a file that has not come by noon counts, and so does a day that is not right", async () => {
  const { app } = world;
  const run = (day: string, source: string) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(
        `insert into reconciliation_run (source, day, sha256, fetched_at, asked_by, matched_at, line_count, our_count, matched_count, total_centavos)
         values ($1, $2, repeat('0', 64), $3, 'planted', $3, 0, 0, 0, 0)`,
        [source, day, app.now()],
      ),
    );
  for (const day of ["2026-12-01", "2026-12-02"]) {
    for (const source of ["issuer", "instapay", "pesonet"]) await run(day, source);
  }
  await run("2026-12-03", "issuer");
  world.setTime(new Date("2026-12-04T03:59:00Z"));
  expect(await measured()).toMatchObject({ settlement_days_missing: 0 });
  world.setTime(new Date("2026-12-04T04:00:00Z"));
  expect(await measured()).toMatchObject({
    settlement_days_missing: 2,
    reconciliation_proofs_not_right: 0,
  });
  const prove = (isRight: boolean) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      owner.query(
        "insert into reconciliation_proof (day, at, made_by, is_right, lines) values ('2026-12-02', $1, 'planted', $2, '[]')",
        [app.now(), isRight],
      ),
    );
  await prove(false);
  expect(await measured()).toMatchObject({ reconciliation_proofs_not_right: 1 });
  await prove(true);
  expect(await measured()).toMatchObject({ reconciliation_proofs_not_right: 0 });
});
