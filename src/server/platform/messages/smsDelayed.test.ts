import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getConfig } from "#contract/config.ts";
import { transact } from "#server/db/db.ts";
import type { SmsGateway } from "#server/platform/gateways/sms/smsGateway.ts";
import { newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { measureSms } from "./measureSms.ts";
import { queueSms } from "./queueSms.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  await world.app.db.deleteFrom("outbox").execute();
  await world.app.db.deleteFrom("text_message").execute();
});
afterAll(() => world.close());

async function promise(kind: "code" | "notice"): Promise<void> {
  const { app } = world;
  const expiresAt = new Date(app.now().getTime() + 300_000);
  const to = "+639171300001";
  await transact(app.db, (tx) =>
    queueSms(tx, app, { kind, purpose: "test", memberId: null, to, text: "123456", expiresAt }),
  );
}

async function isDelayed(): Promise<boolean> {
  const answer = await world.call(getConfig, {}, newBrowser());
  if (!answer.status) throw new Error(answer.message);
  return answer.result.textsDelayed === true;
}

async function overdue(): Promise<string> {
  await measureSms(world.app);
  const text = await world.app.metrics.registry.metrics();
  return text
    .split("\n")
    .filter((line) => /^(codes_overdue|text_messages_waiting)/.test(line))
    .map((line) => line.replace(/,?process="test"/, ""))
    .join(", ");
}

test("S052 texts are called late when a code has waited for half a minute, until it has left", async () => {
  await promise("code");
  expect(await isDelayed()).toBe(false);
  world.passSeconds(31);
  expect(await isDelayed()).toBe(true);
  expect(await overdue()).toMatch(/kind="code"\} 1, .*codes_overdue\{\} 1/);

  await drainJobs(world.app);
  expect(await isDelayed()).toBe(false);
  expect(await overdue()).toMatch(/kind="code"\} 0, .*codes_overdue\{\} 0/);
});

test("S052 a code that expired unsent keeps saying it, until another one leaves", async () => {
  await promise("code");
  world.passSeconds(301);
  await drainJobs(world.app);
  expect(await isDelayed()).toBe(true);
  await promise("code");
  await drainJobs(world.app);
  expect(await isDelayed()).toBe(false);
});

test("S052 a code that was tried in vain until it expired says it too, and so does a worker that is gone", async () => {
  const { app } = world;
  const sms: SmsGateway = { ...app.sms, send: async () => ({ kind: "later", reason: "down" }) };
  await promise("code");
  await drainJobs({ ...app, sms });
  world.passSeconds(301);
  expect(await isDelayed()).toBe(true);
  await asAdmin(world.database.adminUrl, (admin) =>
    admin.query("update graphile_worker._private_jobs set run_at = now()"),
  );
  await drainJobs({ ...app, sms });
  expect(await isDelayed()).toBe(true);
  world.passSeconds(600);
  expect(await isDelayed()).toBe(false);
});

test("S052 a notice that waits makes nobody's code late", async () => {
  await promise("notice");
  world.passSeconds(100);
  expect(await isDelayed()).toBe(false);
  expect(await overdue()).toMatch(/kind="notice"\} 1/);
});
