import { afterEach, expect, test } from "vitest";
import { makeLog } from "#server/platform/base/log.ts";
import { makeMetrics } from "#server/platform/base/metrics.ts";
import { systemRandom } from "#server/platform/base/random.ts";
import { startSmsc } from "#test/support/smsc.ts";
import { TEST_TLS } from "#test/support/tls.ts";
import type { After } from "./plans.ts";
import { reconnectWait } from "./smppLink.ts";
import { makeSmppSms } from "./smppSms.ts";
import type { TextReport } from "./smsGateway.ts";

const THROTTLED = 0x58;
const QUEUE_FULL = 0x14;
const NO_SUCH_NUMBER = 0x0b;
const TEMPORARY = 0x64;
const RECEIPT = 0x04;
const SETTINGS = {
  SMPP_SYSTEM_ID: "sandbox",
  SMPP_PASSWORD: "sandbox",
  SMPP_SYSTEM_TYPE: "OTP",
  SMPP_WINDOW: 2,
  SMS_SENDER: "SENDER",
  SMS_TIMEOUT_MS: 2_000,
  SMS_CA_FILE: undefined as string | undefined,
};

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** An SMSC, and a gateway bound to it whose clock and timers the test moves. */
async function bench(more: Partial<typeof SETTINGS> = {}, options = {}) {
  const smsc = await startSmsc(options);
  undo.push(() => smsc.stop());
  const lines: string[] = [];
  const reports: TextReport[] = [];
  const plans: { milliseconds: number; work: () => void }[] = [];
  let now = Date.parse("2026-11-21T02:00:00Z");
  const after: After = (milliseconds, work) => {
    const plan = { milliseconds, work };
    plans.push(plan);
    return () => void (plans.includes(plan) && plans.splice(plans.indexOf(plan), 1));
  };
  const metrics = makeMetrics("test");
  const gateway = makeSmppSms(
    smsc.url,
    { ...SETTINGS, ...more },
    {
      now: () => new Date(now),
      random: systemRandom,
      log: makeLog("test", "trace", { write: (line) => lines.push(line) }),
      metrics,
      after,
    },
  );
  const state = { canKeep: true };
  const listener = gateway.listen(async (report) => {
    if (!state.canKeep) throw new Error("the database is away");
    reports.push(report);
  });
  const stop = async () => {
    const stopped = listener.stop();
    fire(1_000);
    await stopped;
  };
  undo.push(stop);

  /** Does what was planned for so many milliseconds from when it was planned. */
  function fire(milliseconds: number): number {
    const due = plans.filter((plan) => plan.milliseconds === milliseconds);
    for (const plan of due) {
      plans.splice(plans.indexOf(plan), 1);
      plan.work();
    }
    return due.length;
  }

  let number = 0;
  function send(text = "123456 is your code") {
    number += 1;
    const to = `+6391730${String(number).padStart(5, "0")}`;
    const id = `text-${number}`;
    return gateway.send({ id, to, text, validUntil: new Date(now + 300_000) });
  }
  return {
    smsc,
    send,
    /** What the metric says; undefined while it is left out. */
    linkUp: async () => (await metrics.smsLinkUp.get()).values[0]?.value,
    stop,
    fire,
    plans,
    reports,
    lines,
    state,
    pass: (milliseconds: number) => (now += milliseconds),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}
const receipt = (fields: object) => ({
  esm_class: RECEIPT,
  source_addr: "639173000001",
  ...fields,
});
const words = (id: string, stat: string, error = "000") =>
  `id:${id} sub:001 dlvrd:001 submit date:2611211000 done date:2611211001 stat:${stat} err:${error} text:123456`;

test("a text is submitted with sender, number, validity and a wish for a receipt, under the bank's bind", async () => {
  const { smsc, send } = await bench();
  expect(await send()).toEqual({ kind: "accepted", gatewayId: "1" });
  expect(smsc.binds).toMatchObject([
    { system_id: "sandbox", password: "sandbox", system_type: "OTP", interface_version: 0x34 },
  ]);
  expect(smsc.submits).toMatchObject([
    {
      source_addr: "SENDER",
      source_addr_ton: 5,
      destination_addr: "639173000001",
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
      data_coding: 0,
      esm_class: 0,
      short_message: { message: "123456 is your code" },
    },
  ]);
});

test("whether the link is up is told while there is one to keep, and then no more", async () => {
  const none = makeMetrics("test").smsLinkUp;
  expect((await none.get()).values).toEqual([]);
  const { smsc, send, linkUp, stop } = await bench();
  await send();
  expect(await linkUp()).toBe(1);
  for (const session of smsc.sessions) session.destroy();
  await expect.poll(linkUp).toBe(0);
  await stop();
  expect(await linkUp()).toBeUndefined();
});

test("a long text goes in parts, and only the last asks for a receipt and stands for it", async () => {
  const { smsc, send } = await bench();
  expect(await send("a".repeat(200))).toEqual({ kind: "accepted", gatewayId: "2" });
  expect(smsc.submits.map((pdu) => pdu["registered_delivery"])).toEqual([0, 1]);
  expect(smsc.submits.map((pdu) => pdu["esm_class"])).toEqual([0x40, 0x40]);
  smsc.treatAs((pdu) => ({ answer: pdu["registered_delivery"] === 1 ? THROTTLED : 0 }));
  expect(await send("b".repeat(200))).toMatchObject({ kind: "unknown" });
});

test("over TLS only the configured authority is believed", async () => {
  const trusting = await bench({ SMS_CA_FILE: TEST_TLS.cert }, { isSecure: true });
  expect(await trusting.send()).toMatchObject({ kind: "accepted" });

  const wary = await bench({}, { isSecure: true });
  expect(await wary.send()).toEqual({ kind: "later", reason: "not bound" });
  expect(wary.smsc.heard).toEqual([]);
  expect(wary.lines.join()).toMatch(/SELF_SIGNED|UNABLE_TO/);
});

test("a wrong password is said to the operator, never shown, and tried again after the longest wait only", async () => {
  const { send, lines, plans } = await bench({ SMPP_PASSWORD: "mistake" });
  expect(await send()).toEqual({ kind: "later", reason: "not bound" });
  await until(() => plans.some(({ milliseconds }) => milliseconds >= 15_000));
  expect(lines.join()).toContain("ESME_RINVPASWD");
  expect(lines.join()).not.toContain("mistake");
});

test.each([
  { status: NO_SUCH_NUMBER, handover: { kind: "refused", reason: "ESME_RINVDSTADR" } },
  { status: 0x08, handover: { kind: "later", reason: "ESME_RSYSERR" } },
  { status: 0x0a, handover: { kind: "later", reason: "ESME_RINVSRCADR" } },
  { status: 0x4ff, handover: { kind: "later", reason: "status 0x4ff" } },
])("status $status of a submit means $handover", async ({ status, handover }) => {
  const { smsc, send } = await bench();
  smsc.treatAs(() => ({ answer: status }));
  expect(await send()).toEqual(handover);
  expect(smsc.taken).toEqual([]);
});

test.each([THROTTLED, QUEUE_FULL])(
  "asked to slow down (%i), it offers nothing for a second",
  async (status) => {
    const { smsc, send, pass } = await bench();
    smsc.treatAs(() => ({ answer: status }));
    expect(await send()).toMatchObject({ kind: "later" });
    smsc.treatAs(() => ({ answer: 0 }));
    expect(await send()).toEqual({ kind: "later", reason: "the SMSC asked us to slow down" });
    expect(smsc.submits).toHaveLength(1);
    pass(1_001);
    expect(await send()).toMatchObject({ kind: "accepted" });
  },
);

test("S052 no more submits are without an answer than the window holds", async () => {
  const { smsc, send, fire } = await bench();
  smsc.treatAs(() => ({ answer: "later" }));
  const [first, second] = [send(), send()];
  await until(() => smsc.submits.length === 2);
  expect(await send()).toEqual({ kind: "later", reason: "the window is full" });
  smsc.release();
  expect(await Promise.all([first, second])).toMatchObject([
    { kind: "accepted" },
    { kind: "accepted" },
  ]);
  smsc.treatAs(() => ({ answer: 0 }));
  expect(await send()).toMatchObject({ kind: "accepted" });
  expect(fire(60_000)).toBe(0);
});

test("S052 an answer that is too late has an unknown outcome, which it settles when it comes", async () => {
  const { smsc, send, fire } = await bench();
  smsc.treatAs(() => ({ answer: "later" }));
  const sending = send();
  await until(() => smsc.submits.length === 1);
  fire(SETTINGS.SMS_TIMEOUT_MS);
  const handover = await sending;
  if (handover.kind !== "unknown") throw new Error(`it is ${handover.kind}`);
  expect(handover.reason).toBe("no answer in time");
  smsc.release();
  expect(await handover.late).toEqual({ kind: "accepted", gatewayId: "1" });
});

test("S052 an answer owed for a minute never comes: the connection is made anew and the outcome stays unknown", async () => {
  const { smsc, send, fire } = await bench();
  smsc.treatAs(() => ({ answer: "none" }));
  const sending = send();
  await until(() => smsc.submits.length === 1);
  fire(SETTINGS.SMS_TIMEOUT_MS);
  const handover = await sending;
  if (handover.kind !== "unknown") throw new Error(`it is ${handover.kind}`);
  expect(fire(60_000)).toBe(1);
  expect(await handover.late).toBeUndefined();
});

test("S052 a connection that breaks over a submit leaves an unknown outcome; between submits it leaves none", async () => {
  const { smsc, send, plans } = await bench();
  expect(await send()).toMatchObject({ kind: "accepted" });
  smsc.treatAs(() => ({ answer: "none" }));
  const sending = send();
  await until(() => smsc.submits.length === 2);
  for (const session of smsc.sessions) session.destroy();
  expect(await sending).toEqual({ kind: "unknown", reason: "the connection broke" });

  expect(await send()).toEqual({ kind: "later", reason: "not bound" });
  smsc.treatAs(() => ({ answer: 0 }));
  await until(() => plans.some(({ milliseconds }) => milliseconds <= 500));
  for (const { work } of plans.splice(0)) work();
  expect(await send()).toMatchObject({ kind: "accepted" });
  expect(smsc.binds).toHaveLength(2);
});

test("waits between connections double up to half a minute, half of each left to chance", () => {
  const draw = (byte: number) => ({ ...systemRandom, bytes: () => Buffer.from([byte]) });
  expect([1, 2, 3, 4].map((attempts) => reconnectWait(attempts, draw(0)))).toEqual([
    250, 500, 1_000, 2_000,
  ]);
  expect(reconnectWait(1, draw(255))).toBe(500);
  expect([7, 8, 500].map((attempts) => reconnectWait(attempts, draw(255)))).toEqual([
    30_000, 30_000, 30_000,
  ]);
});

test("a keep-alive that is not answered ends the connection; one that is keeps it", async () => {
  const { smsc, send, fire, plans, lines } = await bench();
  await send();
  const heard = () => smsc.heard.filter((command) => command === "enquire_link").length;
  expect(fire(30_000)).toBe(1);
  // The next one is planned once the answer is there.
  await until(() => plans.some(({ milliseconds }) => milliseconds === 30_000));
  expect(heard()).toBe(1);
  smsc.stopKeepingAlive();
  fire(30_000);
  await until(() => heard() === 2);
  fire(SETTINGS.SMS_TIMEOUT_MS);
  await until(() => smsc.sessions.size === 0);
  await expect.poll(() => lines.join()).toContain("not connected to the SMSC");
});

test("receipts become reports: by the text, by fields of their own, in any form of the id", async () => {
  const { smsc, send, reports } = await bench();
  await send();
  const to = "+639173000001";
  for (const fields of [
    { short_message: words("1", "DELIVRD") },
    { short_message: words("1", "ENROUTE") },
    { short_message: words("0000002B", "UNDELIV", "1B") },
    { short_message: "ID:7 STAT:EXPIRED ERR:0", source_addr: "+639173000001" },
    { short_message: "", receipted_message_id: "a1", message_state: 8 },
  ]) {
    expect(await smsc.deliver(receipt(fields))).toBe(0);
  }
  expect(reports.map(({ state, reason }) => `${state} ${reason}`.trim())).toEqual([
    "delivered",
    "on_its_way ENROUTE err 000",
    "failed UNDELIV err 1B",
    "expired EXPIRED err 0",
    "failed",
  ]);
  expect(reports[0]?.text).toEqual({ gatewayIds: ["1", "00000001"], to });
  expect(reports[2]?.text).toMatchObject({
    gatewayIds: expect.arrayContaining(["0000002B", "43"]),
  });
});

test("a receipt that could not be kept is asked for again; what is no receipt is acknowledged", async () => {
  const { smsc, send, reports, state, lines } = await bench();
  await send();
  state.canKeep = false;
  expect(await smsc.deliver(receipt({ short_message: words("1", "DELIVRD") }))).toBe(TEMPORARY);
  state.canKeep = true;
  expect(await smsc.deliver(receipt({ short_message: words("1", "DELIVRD") }))).toBe(0);
  expect(await smsc.deliver({ source_addr: "639170000000", short_message: "My PIN is 4711" })).toBe(
    0,
  );
  expect(await smsc.deliver(receipt({ short_message: "nonsense" }))).toBe(0);
  expect(reports).toHaveLength(1);
  expect(lines.join()).not.toContain("4711");
});

test("what is garbled on the wire ends the connection, not the process", async () => {
  const { smsc, send, lines } = await bench();
  await send();
  for (const session of smsc.sessions) session.socket.write(Buffer.alloc(64, 0xff));
  await until(() => smsc.sessions.size === 0);
  await expect.poll(() => lines.join()).toContain("not connected to the SMSC");
});
