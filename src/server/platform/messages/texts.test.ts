import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { isCodeIn } from "#test/support/findSecrets.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { deliverSms } from "./deliverSms.ts";
import { openText, sealText } from "./outboxText.ts";
import { numberHmac } from "./numberHmac.ts";
import { type NewText, queueSms } from "./queueSms.ts";

const CODE = "739104";
const TEXT = `${CODE} is your one-time PIN`;

let world: World;
let lastPhone = 0;
let to: string;

beforeAll(async () => {
  world = await makeWorld({ SMS_TIMEOUT_MS: "3000" });
});
beforeEach(() => {
  lastPhone += 1;
  to = `+6391700${String(lastPhone).padStart(5, "0")}`;
});
afterAll(() => world.close());

const inSeconds = (seconds: number) => new Date(world.app.now().getTime() + seconds * 1000);

async function queue(expiresAt = inSeconds(300)): Promise<void> {
  await transact(world.app.db, (tx) => queueSms(tx, world.app, code(expiresAt)));
}

const code = (expiresAt: Date): NewText => {
  return { kind: "code", purpose: "login", memberId: null, to, text: TEXT, expiresAt };
};

/** What an operator sees of the texts to this phone. */
async function states(): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("text_message")
    .select(["state", "reason"])
    .where("number_hmac", "=", numberHmac(world.app.secrets, to))
    .execute();
  return rows.map(({ state, reason }) => `${state} ${reason}`.trim());
}

async function phone(): Promise<string[]> {
  const answer = await fetch(`${world.sandbox.url}/sms?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
}

async function gateway(mode: string, more: object = {}): Promise<void> {
  await fetch(`${world.sandbox.url}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target: "sms", mode, ...more }),
  });
}

/** Runs what is due, and what failed and waits for its next attempt, as time would. */
async function drainWithRepeats(): Promise<void> {
  await drainJobs(world.app);
  await asAdmin(world.database.adminUrl, (admin) =>
    admin.query("update graphile_worker._private_jobs set run_at = now()"),
  );
  await drainJobs(world.app);
}

test("S052 a queued text arrives once, and only after its transaction committed", async () => {
  await expect(
    transact(world.app.db, async (tx) => {
      await queueSms(tx, world.app, code(inSeconds(300)));
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await drainJobs(world.app);
  expect(await phone()).toEqual([]);

  await queue();
  await drainJobs(world.app);
  await drainJobs(world.app);
  expect(await phone()).toEqual([TEXT]);
  expect(await states()).toEqual(["handed_over"]);
});

test.each([
  { mode: "down", more: {} },
  { mode: "error", more: {} },
  { mode: "error", more: { effect: "kept" } },
  { mode: "timeout", more: { effect: "kept" } },
  { mode: "timeout", more: { effect: "lost" } },
])("S052 gateway $mode $more, then well: the code arrives, once", async ({ mode, more }) => {
  await gateway(mode, more);
  await queue();
  await drainJobs(world.app);
  expect(await states()).toEqual([expect.stringMatching(/^in_doubt /)]);
  await gateway("ok");
  await drainWithRepeats();
  expect(await phone()).toEqual([TEXT]);
  expect(await states()).toEqual(["handed_over"]);
});

test("S052 a text that the network refuses for good has failed and is not offered again", async () => {
  await gateway("reject");
  await queue();
  await drainJobs(world.app);
  await gateway("ok");
  await drainWithRepeats();
  expect(await phone()).toEqual([]);
  expect(await states()).toEqual(["failed answered 422"]);
});

test("R9 a code that expired while the gateway was down is not sent late", async () => {
  await gateway("down");
  await queue(inSeconds(60));
  await drainJobs(world.app);
  await gateway("ok");
  world.passSeconds(61);
  await drainWithRepeats();
  expect(await phone()).toEqual([]);
});

test("a job that runs twice is one text", async () => {
  const payload = sealText(world.app, { to, text: TEXT, expiresAt: inSeconds(300) });
  await deliverSms(world.app, payload, "1");
  await deliverSms(world.app, payload, "2");
  expect(await phone()).toEqual([TEXT]);
});

test("neither code nor number is anywhere in outbox or jobs, before, between and after attempts", async () => {
  await gateway("down");
  await queue();
  const before = await dump();
  await drainJobs(world.app);
  const between = await dump();
  await gateway("ok");
  await drainWithRepeats();

  expect(before).toContain("send_text");
  expect(between).toContain("send_text");
  for (const seen of [before, between, await dump()]) {
    expect(isCodeIn(seen, CODE)).toBe(false);
    expect(seen).not.toContain(to.slice(3));
  }
});

/** Every row of the tables a text passes through, as text. */
async function dump(): Promise<string> {
  return asAdmin(world.database.adminUrl, async (admin) => {
    const { rows } = await admin.query(
      `select row_to_json(o)::text as row from outbox o
       union all select row_to_json(m)::text from text_message m
       union all select row_to_json(j)::text from graphile_worker._private_jobs j
       union all select row_to_json(t)::text from graphile_worker._private_tasks t`,
    );
    return JSON.stringify(rows);
  });
}

test("a sealed text that was changed, given another expiry or another key does not open", () => {
  const sealed = sealText(world.app, { to, text: TEXT, expiresAt: inSeconds(300) });
  expect(openText(world.app, sealed)).toMatchObject({ to, text: TEXT });
  const flipped = sealed.sealed.slice(0, -2) + (sealed.sealed.endsWith("AA") ? "BB" : "AA");
  const otherKey = { secrets: { outboxKey: Buffer.alloc(32, 1) } };

  expect(() => openText(world.app, { ...sealed, sealed: flipped })).toThrow(/authenticate/);
  expect(() => openText(world.app, { ...sealed, expiresAt: inSeconds(900).toISOString() })).toThrow(
    /authenticate/,
  );
  expect(() => openText(world.app, { ...sealed, id: world.app.random.uuid() })).toThrow(
    /authenticate/,
  );
  expect(() => openText(otherKey, sealed)).toThrow(/authenticate/);
});

test("S051 on the phone a code is bound to the portal's address and has letters that every phone shows", async () => {
  const config = { ...world.app.config, PUBLIC_ORIGIN: "https://online.example.test" };
  const words = { ...code(inSeconds(300)), text: `${CODE} is your code to send ₱5 to Peña` };
  await transact(world.app.db, (tx) => queueSms(tx, { ...world.app, config }, words));
  await drainJobs(world.app);
  expect(await phone()).toEqual([
    `${CODE} is your code to send PHP 5 to Pena\n@online.example.test #${CODE}`,
  ]);
});
