import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { sendToIssuer } from "#server/domains/transfers/settlement/settleWithIssuer.ts";
import { BEFORE, CREDITED, RETURNED, makeIssuerBench } from "#test/support/issuerBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;

beforeAll(async () => {
  world = await makeWorld();
  issuer = makeIssuerBench(world);
  const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
  world.sandbox.sendEventsTo(`${address}/api/issuer/events`, world.app.secrets.issuerCallbackKey);
});
afterAll(() => world.close());

test("S103 forged, stale, early and unsigned events are refused and leave no trace", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const event = issuer.credited(member, refNo);
  const now = world.app.now().getTime();
  expect(await issuer.send(event, { key: Buffer.alloc(32, 9) })).toBe(401);
  expect(await issuer.send(event, { signature: "0".repeat(64) })).toBe(401);
  expect(await issuer.send(event, { signature: "" })).toBe(401);
  expect(await issuer.send(event, { signature: "é" })).toBe(401);
  expect(await issuer.send(event, { nonce: "" })).toBe(401);
  expect(await issuer.send(event, { at: now - 5 * 60_000 - 1000 })).toBe(401);
  expect(await issuer.send(event, { at: now + 5 * 60_000 + 10_000 })).toBe(401);
  const bare = await world.server.inject({
    method: "POST",
    url: "/api/issuer/events",
    payload: event,
  });
  expect(bare.statusCode).toBe(401);

  expect(await issuer.outcomeOf(event.eventId)).toBeUndefined();
  expect(await issuer.money(member)).toBe(BEFORE);
});

test("S103 the signature covers every byte of the body", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const timestamp = String(world.app.now().getTime());
  const nonce = randomUUID();
  const body = JSON.stringify(issuer.credited(member, refNo));
  const signature = createHmac("sha256", world.app.secrets.issuerCallbackKey)
    .update(`${timestamp}.${nonce}.${body}`)
    .digest("hex");
  const changed = body.replace("250.00", "950.00");
  expect(await issuer.send(changed, { at: Number(timestamp), nonce, signature })).toBe(401);
  expect(await issuer.send(body, { at: Number(timestamp), nonce, signature })).toBe(200);
  expect(await issuer.money(member)).toBe(CREDITED);
});

test("S103 the very same request again is a replay; its nonce counts once for all events", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const event = issuer.credited(member, refNo);
  const nonce = randomUUID();
  expect(await issuer.send(event, { nonce })).toBe(200);
  expect(await issuer.send(event, { nonce })).toBe(401);
  expect(await issuer.send(issuer.purchase(member, "10.00"), { nonce })).toBe(401);
  expect(await issuer.money(member)).toBe(CREDITED);
});

test("S103 an event told ten times at once is booked once, and each is answered as received", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  const event = issuer.credited(member, refNo);
  const spent = issuer.purchase(member, "100.00");
  expect(await issuer.send(event)).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => [issuer.send(event), issuer.send(spent)]).flat(),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await issuer.money(member)).toBe("2010 750.00, 2510 150.00");
  expect(await issuer.history(member)).toEqual([
    "Transfer to VISA Card 250.00",
    "POS Purchase -100.00",
  ]);
  expect(await issuer.outcomeOf(spent.eventId)).toBe("booked");
});

test("S103 a refusal gives the money back; a credit after that is an exception for a person", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  expect(await issuer.send(issuer.refused(member, refNo))).toBe(200);
  expect(await issuer.money(member)).toBe(RETURNED);

  const late = issuer.credited(member, refNo);
  expect(await issuer.send(late)).toBe(200);
  expect(await issuer.outcomeOf(late.eventId)).toMatch(/^exception/);
  expect(await issuer.money(member)).toBe(RETURNED);
});

test("S103 a refusal after the credit changes nothing and is an exception", async () => {
  const { member, refNo } = await issuer.acceptedTransfer();
  await issuer.send(issuer.credited(member, refNo));
  const late = issuer.refused(member, refNo);
  expect(await issuer.send(late)).toBe(200);
  expect(await issuer.outcomeOf(late.eventId)).toMatch(/^exception/);
  expect(await issuer.money(member)).toBe(CREDITED);
});

test.each([
  ["another amount", { amount: "250.01" }],
  ["another account", { eonAccount: "990100000000" }],
  ["an unknown reference", { senderRefId: "OT-NOBODY-KNOWS" }],
  ["an amount that is no amount", { amount: "2.5e2" }],
  ["no reference of the issuer", { ubpTranId: "" }],
  ["an unknown type", { type: "transfer.celebrated" }],
])(
  "S103 %s: an exception with an audit row, answered so that it is not repeated",
  async (_name, more) => {
    const { member, refNo } = await issuer.acceptedTransfer();
    const event = issuer.credited(member, refNo, more);
    expect(await issuer.send(event)).toBe(200);
    expect(await issuer.outcomeOf(event.eventId)).toMatch(/^exception /);
    expect(await issuer.money(member)).toBe(BEFORE);
    const audited = await world.app.db
      .selectFrom("audit_event")
      .select("action")
      .where("object", "=", `issuer_event:${event.eventId}`)
      .execute();
    expect(audited).toEqual([{ action: "report_issuer_event" }]);
  },
);

test("S103 signed rubbish is kept as an exception; too large a body is refused", async () => {
  const rubbish = [
    "",
    "null",
    "[]",
    "{",
    '{"eventId":"; drop table"}',
    `{"eventId":"${randomUUID()}","type":"\\u0000"}`,
    '\ufffd{"a":1}',
  ];
  const before = await issuer.exceptions();
  for (const body of rubbish) expect(await issuer.send(body)).toBe(200);
  expect(await issuer.exceptions()).toBe(before + rubbish.length);
  expect(await issuer.send({ eventId: randomUUID(), type: "x".repeat(70_000) })).toBe(413);
});

test("S103 success, refusal, duplicates and the job's own answer in any order end the same", async () => {
  for (const first of ["event", "job"] as const) {
    const { member, refNo } = await issuer.acceptedTransfer();
    const event = issuer.credited(member, refNo);
    const job = () => sendToIssuer(world.app, { refNo, correlationId: "test" });
    if (first === "event") await issuer.send(event);
    await job();
    await issuer.send(event);
    await job();
    expect(await issuer.money(member)).toBe(CREDITED);
    expect(await issuer.history(member)).toHaveLength(1);
  }
});

test("S103 a process that died over an event leaves it open, and the next delivery books it", async () => {
  const member = await world.makeMember({ card: { balance: 500_00n } });
  const event = issuer.purchase(member, "100.00");
  await world.app.db
    .insertInto("issuer_event")
    .values({
      event_id: event.eventId,
      nonce: randomUUID(),
      type: event.type,
      received_at: world.app.now(),
      body: "{}",
      outcome: "received",
    })
    .execute();
  expect(await issuer.send(event)).toBe(200);
  expect(await issuer.outcomeOf(event.eventId)).toBe("booked");
  expect(await issuer.cardBalance(member)).toBe(400_00n);
});

test.each([
  ["late", {}, CREDITED],
  ["late", { effect: "lost" }, RETURNED],
  ["out-of-order", {}, CREDITED],
  ["duplicate", {}, CREDITED],
  ["reject", {}, RETURNED],
])(
  "a transfer while the issuer is %s %j ends right, and both books agree",
  async (mode, more, end) => {
    const { member, refNo } = await issuer.acceptedTransfer();
    await issuer.issuerDoes(mode, { delaySeconds: 1, ...more });
    await sendToIssuer(world.app, { refNo, correlationId: "test" });
    await issuer.issuerDoes("ok");

    await expect.poll(() => issuer.money(member)).toBe(end);
    expect(await issuer.atIssuer(member)).toBe(toDecimal(await issuer.cardBalance(member)));
  },
);

test("after all of it the ledger keeps every promise", async () => {
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
