import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import type { TextReport } from "#server/platform/gateways/sms/smsGateway.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { startSmsc } from "#test/support/smsc.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { listenForReports } from "./listenForReports.ts";
import { numberHmac } from "./numberHmac.ts";
import { sealText } from "./outboxText.ts";
import { queueSms } from "./queueSms.ts";
import { takeReport } from "./takeReport.ts";
import { claimText, noteHandedOver } from "./smsStates.ts";

const RECEIPT = 0x04;
const SYSTEM_ERROR = 0x08;

let world: World;
let smsc: Awaited<ReturnType<typeof startSmsc>>;
let reports: { stop: () => Promise<void> };
let lastPhone = 0;
let to: string;

beforeAll(async () => {
  smsc = await startSmsc();
  world = await makeWorld({ SMS_URL: "", SMPP_URL: smsc.url, SMS_TIMEOUT_MS: "4000" });
  reports = listenForReports(world.app);
});
beforeEach(() => {
  lastPhone += 1;
  to = `+6391740${String(lastPhone).padStart(5, "0")}`;
  smsc.treatAs(() => ({ answer: 0 }));
});
afterAll(async () => {
  await reports.stop();
  await world.close();
  await smsc.stop();
});

async function send(text: string): Promise<void> {
  const { app } = world;
  const expiresAt = new Date(app.now().getTime() + 300_000);
  await transact(app.db, (tx) =>
    queueSms(tx, app, { kind: "code", purpose: "login", memberId: null, to, text, expiresAt }),
  );
  await drain();
}

/** Runs what is due, and what waits for its next attempt, as time would. */
async function drain(): Promise<void> {
  await asAdmin(world.database.adminUrl, (admin) =>
    admin.query("update graphile_worker._private_jobs set run_at = now()"),
  );
  await drainJobs(world.app);
}

async function states(): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("text_message")
    .select("state")
    .where("number_hmac", "=", numberHmac(world.app.secrets, to))
    .orderBy("created_at")
    .execute();
  return rows.map(({ state }) => state);
}

async function receipt(id: string, stat: string): Promise<number> {
  return smsc.deliver({
    esm_class: RECEIPT,
    source_addr: to.slice(1),
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2611211000 done date:2611211001 stat:${stat} err:000 text:`,
  });
}

test("S052 receipts say what became of a text: doubled and out of order, the first end stands", async () => {
  await send("111111");
  expect(await states()).toEqual(["handed_over"]);
  const id = smsc.taken.at(-1)?.id ?? "";
  for (const stat of ["ENROUTE", "DELIVRD", "DELIVRD", "UNDELIV", "ENROUTE"]) {
    expect(await receipt(id, stat)).toBe(0);
  }
  expect(await states()).toEqual(["delivered"]);
});

test("S052 a submit that is never answered is not repeated; the receipt for the number settles the outcome", async () => {
  smsc.treatAs(() => ({ answer: "none" }));
  const before = smsc.submits.length;
  await send("222222");
  smsc.treatAs(() => ({ answer: 0 }));
  await drain();
  expect(smsc.submits.length - before).toBe(1);
  expect(await states()).toEqual(["in_doubt"]);

  expect(await receipt("9001", "DELIVRD")).toBe(0);
  expect(await states()).toEqual(["delivered"]);
  expect(await receipt("9001", "UNDELIV")).toBe(0);
  expect(await states()).toEqual(["delivered"]);
});

test("S052 a receipt that comes while the handover is being written down is not lost", async () => {
  const { app } = world;
  const expiresAt = new Date(app.now().getTime() + 300_000);
  const sealed = sealText(app, { to, text: "999999", expiresAt });
  expect(await claimText(app, sealed)).toMatchObject({ kind: "mine" });
  const id = sealed.id;
  // The handover commits the moment after the receipt's transaction has looked for the first time.
  let writeHandover: Promise<void> | undefined;
  const looking = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      writeHandover ??= transact(app.db, (tx) =>
        noteHandedOver(tx, app, { id, gatewayId: "9003" }),
      );
      await writeHandover;
      return result;
    },
  });
  const text = { gatewayIds: ["9003"], to };
  const report: TextReport = { state: "delivered", reason: "", text };
  expect(await transact(looking, (tx) => takeReport(tx, app, report))).toBe(true);
  expect(await states()).toEqual(["delivered"]);
});

test("S052 a member whose code has an unknown outcome asks for another, and a receipt then decides neither", async () => {
  smsc.treatAs(() => ({ answer: "none" }));
  await send("333333");
  await send("444444");
  await receipt("9002", "DELIVRD");
  expect(await states()).toEqual(["in_doubt", "in_doubt"]);
  smsc.treatAs(() => ({ answer: 0 }));
  await send("555555");
  expect(smsc.textsTo(to)).toEqual(["555555"]);
  expect(await states()).toEqual(["in_doubt", "in_doubt", "handed_over"]);
});

test("S052 a late no means that it was not taken: it is sent after all, once", async () => {
  smsc.treatAs(() => ({ answer: "later", status: SYSTEM_ERROR }));
  await send("666666");
  expect(await states()).toEqual(["in_doubt"]);
  smsc.treatAs(() => ({ answer: 0 }));
  smsc.release();
  await expect.poll(states).toEqual(["queued"]);
  await drain();
  await drain();
  expect(smsc.textsTo(to)).toEqual(["666666"]);
  expect(await states()).toEqual(["handed_over"]);
});

test("S052 a worker that died over a submit leaves an unknown outcome, and the job that runs again sends nothing", async () => {
  const { app } = world;
  const sealed = sealText(app, {
    to,
    text: "777777",
    expiresAt: new Date(app.now().getTime() + 300_000),
  });
  expect(await claimText(app, sealed)).toMatchObject({ kind: "mine" });
  await app.db
    .insertInto("outbox")
    .values({ kind: "send_text", payload: JSON.stringify(sealed), created_at: app.now() })
    .execute();
  await drain();
  expect(smsc.textsTo(to)).toEqual([]);
  expect(await states()).toEqual(["in_doubt"]);
});

test("S052 ten jobs for one text at once submit it once", async () => {
  const { app } = world;
  const sealed = sealText(app, {
    to,
    text: "888888",
    expiresAt: new Date(app.now().getTime() + 300_000),
  });
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimText(app, sealed)));
  expect(claims.filter(({ kind }) => kind === "mine")).toHaveLength(1);
});
