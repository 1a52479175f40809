import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getExceptions,
  getHealth,
  getJobs,
  getTexts,
  rerunJob,
  resolveException,
} from "#contract/staff/jobs.ts";
import { transact } from "#server/db/db.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { watchInvariants } from "#server/domains/ledgerDesk/watchInvariants.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import { signProcess } from "#server/platform/processSign.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { harmlessError } from "./harmlessError.ts";

let world: World;
let admin: TestStaff;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  admin = await makeStaff(world, { role: "administrator" });
  supervisor = await makeStaff(world, { role: "supervisor" });
});
afterAll(() => world.close());

const NUMBER = "+639171230001";

async function promiseText(): Promise<void> {
  const expiresAt = new Date(world.app.now().getTime() + 3_600_000);
  await transact(world.app.db, (tx) =>
    queueSms(tx, world.app, {
      kind: "notice",
      purpose: "new_device",
      memberId: null,
      to: NUMBER,
      text: "A text for the test",
      expiresAt,
    }),
  );
}

async function jobs(query: Record<string, string> = {}) {
  const answer = await admin.call(getJobs, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

test("a job that failed is run again once, however often it is asked for; its words are nowhere", async () => {
  await promiseText();
  expect(await jobs()).toMatchObject([
    { state: "promised", task: "send_text", about: "new_device" },
  ]);
  await relayOutbox(world.app);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = 'no answer for +639171230001 with key 0123456789abcdef0123456789abcdef
      at somewhere'`.execute(world.app.db);
  const [failed] = await jobs({ state: "failed" });
  expect(failed).toMatchObject({ task: "send_text", about: "new_device" });
  expect(failed?.lastError).toMatch(/^no answer for/);
  expect(JSON.stringify(failed)).not.toMatch(/639171230001|0123456789abcdef|A text for|somewhere/);

  const params = { jobId: failed?.id ?? "" };
  const both = await Promise.all([
    admin.call(rerunJob, { params }),
    admin.call(rerunJob, { params }),
  ]);
  const codes = both.map((answer) => (answer.status ? "again" : answer.code));
  expect(new Set(codes)).toEqual(new Set(["again", "job_waiting"]));
  await drainJobs(world.app);
  expect(await admin.call(rerunJob, { params })).toMatchObject({ code: "job_done" });
  const answer = await fetch(new URL(`/sms?to=${encodeURIComponent(NUMBER)}`, world.sandbox.url));
  expect(await answer.json()).toHaveLength(1);
  const events = await world.app.db
    .selectFrom("audit_event")
    .select("actor")
    .where("action", "=", "rerun_job")
    .execute();
  expect(events).toEqual([{ actor: admin.username }]);
});

test("a running job is left alone, and a supervisor looks but does not press", async () => {
  await promiseText();
  await relayOutbox(world.app);
  const [waiting] = await jobs();
  const params = { jobId: waiting?.id ?? "" };
  expect(await supervisor.call(rerunJob, { params })).toMatchObject({ code: "not_your_role" });
  await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now()`.execute(
    world.app.db,
  );
  expect(await jobs()).toMatchObject([{ state: "running" }]);
  expect(await admin.call(rerunJob, { params })).toMatchObject({ code: "job_running" });
  await sql`update graphile_worker._private_jobs set locked_at = null`.execute(world.app.db);
  await drainJobs(world.app);
});

test("texts are listed by what became of them, with the number masked", async () => {
  const answer = await admin.call(getTexts, { query: { purpose: "new_device" } });
  if (!answer.status) throw new Error(answer.message);
  expect(answer.result.rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(answer.result)).not.toContain("9171230001");
  const failed = await admin.call(getTexts, { query: { state: "failed" } });
  expect(failed).toMatchObject({ result: { rows: [], total: { count: 0 } } });
});

test("S103 exceptions of issuer and transfers wait until a person says what was done, once", async () => {
  const at = world.app.now();
  await world.app.db
    .insertInto("issuer_event")
    .values({
      event_id: "EV-1",
      nonce: "n-1",
      type: "transfer.credited",
      received_at: at,
      body: JSON.stringify({ senderRefId: "OT-77" }),
      outcome: "exception",
      reason: "does not fit the transfer",
    })
    .execute();
  await world.app.db
    .insertInto("transfer_exception")
    .values({ ref_no: "OT-78", kind: "wrong_amount", at })
    .execute();
  const open = await supervisor.call(getExceptions, { query: { state: "open" } });
  if (!open.status) throw new Error(open.message);
  const found = open.result.rows.map(({ source, reference }) => `${source} ${reference}`);
  expect(new Set(found)).toEqual(new Set(["issuer OT-77", "transfer OT-78"]));
  for (const { id } of open.result.rows) {
    const body = { id, resolution: "Booked by hand under MJ-1" };
    const both = await Promise.all([
      supervisor.call(resolveException, { body }),
      supervisor.call(resolveException, { body }),
    ]);
    const codes = both.map((one) => (one.status ? "done" : one.code));
    expect(new Set(codes)).toEqual(new Set(["done", "exception_resolved"]));
    expect(await admin.call(resolveException, { body })).toMatchObject({ code: "not_your_role" });
  }
  for (const id of ["issuer-NONE", "transfer-99999", "transfer-x"]) {
    const body = { id, resolution: "?" };
    expect(await supervisor.call(resolveException, { body })).toMatchObject({ httpStatus: 404 });
  }
  const left = await supervisor.call(getExceptions, { query: { state: "open" } });
  expect(left).toMatchObject({ result: { rows: [] } });
  const done = await supervisor.call(getExceptions, { query: { reference: "OT-77" } });
  expect(done).toMatchObject({ result: { rows: [{ resolvedBy: supervisor.username }] } });
});

test("S144 health tells queues, books, processes and readiness, and nothing secret", async () => {
  const sign = signProcess(world.app, "worker");
  await watchInvariants(world.app);
  const read = async () => {
    const answer = await admin.call(getHealth, {});
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  };
  await expect.poll(async () => (await read()).processes.length).toBe(1);
  await promiseText();
  world.passSeconds(40);
  const health = await read();
  expect(health.readiness.every(({ isRight }) => isRight)).toBe(true);
  expect(health.books).toMatchObject({ breaches: 0 });
  expect(health.queues.find(({ name }) => name === "outbox")?.waiting).toBe(1);
  expect(health.queues.find(({ name }) => name === "outbox")?.oldestSeconds).toBeGreaterThanOrEqual(
    40,
  );
  expect(JSON.stringify(health)).not.toMatch(/postgres:|password|bank_app/);
  await sign.stop();
  expect((await read()).processes).toEqual([]);
});

test.each([
  ["POST http://127.0.0.1:1/x?key=abc failed", "POST http://127.0.0.1:1/x?… failed"],
  ["code 123456 for +639171234567", "code … for …"],
  ["OT261121-0000000001 timed out\n    at stack", "OT261121-… timed out"],
])("an error %j is shown as %j", (error, shown) => {
  expect(harmlessError(error)).toBe(shown);
});
