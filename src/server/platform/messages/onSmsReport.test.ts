import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { cleanUp } from "#server/entry/cleanUp.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { numberHmac } from "./numberHmac.ts";
import { queueSms } from "./queueSms.ts";

let world: World;
/** The text of each test, with the gateway. */
let id: string;
let lastPhone = 0;

beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  id = await handedOver();
});
afterAll(() => world.close());

async function handedOver(): Promise<string> {
  lastPhone += 1;
  const { app } = world;
  const expiresAt = new Date(app.now().getTime() + 300_000);
  const to = `+6391711${String(lastPhone).padStart(5, "0")}`;
  const words = { kind: "code", purpose: "login", memberId: null, text: "123456" } as const;
  await transact(app.db, (tx) => queueSms(tx, app, { ...words, to, expiresAt }));
  await drainJobs(app);
  const text = await app.db
    .selectFrom("text_message")
    .select("id")
    .where("number_hmac", "=", numberHmac(app.secrets, to))
    .executeTakeFirstOrThrow();
  return text.id;
}

type Signing = { at?: number; nonce?: string; key?: string; signature?: string };

async function report(body: object | string, signing: Signing = {}): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const timestamp = String(signing.at ?? world.app.now().getTime());
  const nonce = signing.nonce ?? randomUUID();
  const signature =
    signing.signature ??
    createHmac("sha256", signing.key ?? world.app.config.SMS_REPORT_KEY)
      .update(`${timestamp}.${nonce}.${text}`)
      .digest("hex");
  const { statusCode } = await world.server.inject({
    method: "POST",
    url: "/api/sms/reports",
    headers: {
      "content-type": "application/json",
      "x-sms-timestamp": timestamp,
      "x-sms-nonce": nonce,
      "x-sms-signature": signature,
    },
    payload: text,
  });
  return statusCode;
}

async function state(textId = id): Promise<string> {
  const text = await world.app.db
    .selectFrom("text_message")
    .select(["state", "reason"])
    .where("id", "=", textId)
    .executeTakeFirstOrThrow();
  return `${text.state} ${text.reason}`.trim();
}

test("S103 forged, stale, unsigned and replayed reports are refused and change nothing", async () => {
  const delivered = { id, state: "delivered" };
  const now = world.app.now().getTime();
  for (const signing of [
    { key: "another key" },
    { key: world.app.config.SMS_KEY },
    { signature: "0".repeat(64) },
    { signature: "" },
    { nonce: "" },
    { at: now - 5 * 60_000 - 1000 },
    { at: now + 5 * 60_000 + 10_000 },
  ]) {
    expect(await report(delivered, signing)).toBe(401);
  }
  expect(await state()).toBe("handed_over");

  const nonce = randomUUID();
  expect(await report({ id, state: "sent" }, { nonce })).toBe(200);
  expect(await report({ id, state: "sent" }, { nonce })).toBe(401);
  expect(await report(delivered, { nonce })).toBe(401);
  expect(await state()).toBe("handed_over");
});

test("S052 sent, delivered, delivered again: delivered; and nothing takes that back", async () => {
  const gatewayId = "gw-77";
  for (const reported of ["sent", "delivered", "delivered", "sent", "failed", "expired"]) {
    expect(await report({ id, gatewayId, state: reported, reason: reported })).toBe(200);
  }
  expect(await state()).toBe("delivered delivered");
  const row = await world.app.db
    .selectFrom("text_message")
    .select(["gateway_id", "ended_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ gateway_id: gatewayId, ended_at: expect.any(Date) });
});

test.each([
  { first: "failed", reason: "absent subscriber" },
  { first: "expired", reason: "" },
])("S052 $first stands, however late a report says otherwise", async ({ first, reason }) => {
  await report({ id, state: first, reason });
  expect(await report({ id, state: "delivered" })).toBe(200);
  expect(await state()).toBe(`${first} ${reason}`.trim());
});

test("S052 a report that overtakes the gateway's answer settles the outcome", async () => {
  const switchTo = (mode: string) =>
    fetch(`${world.sandbox.url}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ target: "sms", mode, effect: "kept" }),
    });
  await switchTo("error");
  const { app } = world;
  const expiresAt = new Date(app.now().getTime() + 300_000);
  const to = "+639171199999";
  const words = { kind: "code", purpose: "login", memberId: null, text: "654321" } as const;
  await transact(app.db, (tx) => queueSms(tx, app, { ...words, to, expiresAt }));
  await drainJobs(app);
  await switchTo("ok");
  const doubted = await app.db
    .selectFrom("text_message")
    .select("id")
    .where("state", "=", "in_doubt")
    .executeTakeFirstOrThrow();
  expect(await report({ id: doubted.id, state: "delivered" })).toBe(200);
  expect(await state(doubted.id)).toBe("delivered");
});

test("S103 what is no text of ours, or no report, is taken and changes nothing", async () => {
  for (const body of [
    { id: randomUUID(), state: "delivered" },
    { id, state: "queued" },
    { id, state: "delivered", reason: "\u0000" },
    { id: "1", state: "delivered" },
    "",
    "null",
    "{",
  ]) {
    expect(await report(body)).toBe(200);
  }
  expect(await state()).toBe("handed_over");
});

test("S052 the sandbox's own reports say delivered, once the phone has it", async () => {
  const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
  world.sandbox.sendReportsTo(`${address}/api/sms/reports`, world.app.config.SMS_REPORT_KEY);
  const text = await handedOver();
  await expect.poll(() => state(text)).toBe("delivered");
});

test("S090 what became of a text is known for 90 days", async () => {
  world.passSeconds(89 * 86_400);
  await cleanUp(world.app);
  expect(await state()).toMatch(/^(handed_over|delivered)$/);
  world.passSeconds(2 * 86_400);
  await cleanUp(world.app);
  await expect(state()).rejects.toThrow(/no result/);
});
