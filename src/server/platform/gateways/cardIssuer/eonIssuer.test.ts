import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { type Sandbox, startSandbox } from "#sandbox/startSandbox.ts";
import type { CardIssuer } from "./cardIssuer.ts";
import { makeCardIssuer } from "./eonIssuer.ts";

const ACCOUNT = "990112345006";
const order = { reference: "OT261121-0000000001", accountNo: ACCOUNT, amount: 250_00n };

let sandbox: Sandbox;
let issuer: CardIssuer;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, now: () => new Date() });
  issuer = issuerAt(sandbox.url);
});
beforeEach(async () => {
  await post("/sandbox/cards", { cards: [{ accountNo: ACCOUNT, balance: "1000.00" }] });
  await switchTo("ok");
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});
afterAll(() => sandbox.close());

function issuerAt(url: string, timeoutMs = 60_000): CardIssuer {
  return makeCardIssuer(
    readConfig({
      DATABASE_URL: "postgres://unused",
      SECRETS_FILE: "unused",
      ISSUER_URL: url,
      INSTAPAY_URL: url,
      PESONET_URL: url,
      SMS_URL: url,
      ISSUER_TIMEOUT_MS: String(timeoutMs),
    }),
  );
}

async function post(address: string, body: object): Promise<void> {
  const answer = await fetch(sandbox.url + address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

const switchTo = (mode: string, more: object = {}) =>
  post("/faults", { target: "issuer", mode, ...more });

/** An issuer that answers whatever the test says. */
async function issuerThatAnswers(listener: RequestListener): Promise<CardIssuer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return issuerAt(`http://127.0.0.1:${port}`);
}

test("a credit is credited once, however often the reference is sent", async () => {
  const first = await issuer.credit(order);
  expect(first).toEqual({ kind: "credited", issuerReference: expect.any(String) });
  expect(await issuer.credit(order)).toEqual(first);
  expect(await issuer.inquire(order)).toEqual(first);
  expect(await issuer.balance(ACCOUNT)).toBe(1250_00n);
});

test("another amount under the same reference is never a no: the first credit stands", async () => {
  await issuer.credit(order);
  expect(await issuer.credit({ ...order, amount: 251_00n })).toMatchObject({ kind: "unknown" });
  expect(await issuer.balance(ACCOUNT)).toBe(1250_00n);
});

test("only the issuer's own TF is a no, and it gives the reason", async () => {
  await switchTo("reject");
  expect(await issuer.credit(order)).toEqual({ kind: "refused", reason: "Declined by the issuer" });
  await switchTo("ok");
  expect(await issuer.credit({ ...order, reference: "OT-2", accountNo: "990000000000" })).toEqual({
    kind: "refused",
    reason: "Account not found",
  });
  expect(await issuer.balance(ACCOUNT)).toBe(1000_00n);
});

test.each([
  { mode: "down", more: {}, later: "absent", balance: 1000_00n },
  { mode: "error", more: {}, later: "absent", balance: 1000_00n },
  { mode: "error", more: { effect: "kept" }, later: "credited", balance: 1250_00n },
  { mode: "timeout", more: { effect: "kept" }, later: "credited", balance: 1250_00n },
  { mode: "timeout", more: { effect: "lost" }, later: "absent", balance: 1000_00n },
])("$mode $more: unknown at first, later the inquiry says $later", async (row) => {
  const impatient = issuerAt(sandbox.url, 300);
  // What is kept must have arrived, however slow the machine.
  const asking = issuerAt(sandbox.url, row.mode === "timeout" ? 2_000 : 60_000);
  await switchTo(row.mode, row.more);
  expect(await asking.credit(order)).toMatchObject({ kind: "unknown" });
  expect(await impatient.inquire(order)).toMatchObject({ kind: "unknown" });
  expect(await impatient.balance(ACCOUNT)).toBeUndefined();

  await switchTo("ok");
  expect(await issuer.inquire(order)).toMatchObject({ kind: row.later });
  expect(await issuer.balance(ACCOUNT)).toBe(row.balance);
  expect(await issuer.credit(order)).toMatchObject({ kind: "credited" });
  expect(await issuer.balance(ACCOUNT)).toBe(1250_00n);
});

test("an answer slower than the time-out is unknown, one within it counts", async () => {
  await switchTo("slow", { delaySeconds: 60 });
  const outcome = await issuerAt(sandbox.url, 300).credit(order);
  expect(outcome).toEqual({ kind: "unknown", reason: "no answer in time" });
  await switchTo("slow", { delaySeconds: 0.05 });
  expect(await issuer.credit({ ...order, reference: "OT-SLOW" })).toMatchObject({
    kind: "credited",
  });
});

test("late is pending until it is decided", async () => {
  await switchTo("late", { delaySeconds: 3600 });
  expect(await issuer.credit(order)).toEqual({ kind: "pending" });
  await switchTo("ok");
  expect(await issuer.inquire(order)).toEqual({ kind: "pending" });
  expect(await issuer.balance(ACCOUNT)).toBe(1000_00n);
});

test.each([
  ["109450542671", "credited"],
  ["0013029636", "pending"],
  ["916100000424", "pending"],
  ["101400001643", "unknown"],
  ["09177638499", "refused"],
])("the test account %s is %s", async (accountNo, kind) => {
  const outcome = await issuer.credit({ ...order, accountNo, reference: `OT-${accountNo}` });
  expect(outcome).toMatchObject({ kind });
});

const credited = {
  code: "TS",
  senderRefId: order.reference,
  ubpTranId: "UB1",
  eonAccount: ACCOUNT,
  amount: "250.00",
};

test.each([
  ["an error page", 200, "<html>Bad gateway</html>"],
  ["nothing", 200, ""],
  ["half an answer", 200, '{"code":"TS"'],
  ["null", 200, "null"],
  ["a list", 200, "[]"],
  ["an unknown code", 200, JSON.stringify({ ...credited, code: "OK" })],
  ["credited without a reference", 200, JSON.stringify({ ...credited, ubpTranId: undefined })],
  ["another reference", 200, JSON.stringify({ ...credited, senderRefId: "OT-9" })],
  ["another amount", 200, JSON.stringify({ ...credited, amount: "250.01" })],
  ["another account", 200, JSON.stringify({ ...credited, eonAccount: "990112345014" })],
  ["an amount as a number", 200, JSON.stringify({ ...credited, amount: 250 })],
  ["TS under an error status", 500, JSON.stringify(credited)],
  ["TF under an error status", 400, JSON.stringify({ ...credited, code: "TF" })],
  ["a stranger's 404", 404, JSON.stringify({ message: "no route" })],
  ["endless text", 200, `"${"x".repeat(300_000)}"`],
])("S103 %s is unknown, never a yes or a no", async (_name, status, body) => {
  const odd = await issuerThatAnswers((_request, response) => response.writeHead(status).end(body));
  expect(await odd.credit(order)).toMatchObject({ kind: "unknown" });
  expect(await odd.inquire(order)).toMatchObject({ kind: "unknown" });
  expect(await odd.balance(ACCOUNT)).toBeUndefined();
});

test("a stranger's 404 to an inquiry does not mean that the transfer is absent", async () => {
  const odd = await issuerThatAnswers((_request, response) => response.writeHead(404).end("{}"));
  expect(await odd.inquire(order)).toMatchObject({ kind: "unknown" });
});

test("a redirect is not followed: it would carry the credentials elsewhere", async () => {
  const seen: string[] = [];
  const odd = await issuerThatAnswers((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  expect(await odd.credit(order)).toMatchObject({ kind: "unknown" });
  expect(seen).toEqual(["/partners/v1/eon/transfers"]);
});

test("one call is one request: nothing is repeated behind the caller's back", async () => {
  let requests = 0;
  const odd = await issuerThatAnswers((request) => {
    requests += 1;
    request.socket.destroy();
  });
  expect(await odd.credit(order)).toMatchObject({ kind: "unknown" });
  expect(requests).toBe(1);
});
