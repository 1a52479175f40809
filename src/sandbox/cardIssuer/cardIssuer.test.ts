import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ACCOUNT, CLIENT, PHONE, PIN, makeSandboxBench } from "#test/support/sandboxBench.ts";

const {
  start,
  ask,
  openCard,
  topUp,
  switchTo,
  balance,
  sendText,
  listen,
  startProcess,
  pass,
  later,
} = makeSandboxBench();

test("the same reference twice is one credit with one answer; another amount is refused", async () => {
  const sandbox = await start();
  await openCard(sandbox);

  const first = await topUp(sandbox, "OT-1", "250.00");
  const second = await topUp(sandbox, "OT-1", "250.00");
  const other = await topUp(sandbox, "OT-1", "251.00");

  expect(first.body).toMatchObject({ code: "TS", senderRefId: "OT-1", amount: "250.00" });
  expect(second).toEqual(first);
  expect(other.status).toBe(409);
  expect(await balance(sandbox)).toBe("1250.00");
});

test("a refused reference stays refused when the fault is over", async () => {
  const sandbox = await start();
  await openCard(sandbox);
  await switchTo(sandbox, "reject");
  await topUp(sandbox, "OT-1", "250.00");
  await switchTo(sandbox, "ok");

  expect((await topUp(sandbox, "OT-1", "250.00")).body).toMatchObject({ code: "TF" });
  expect(await balance(sandbox)).toBe("1000.00");
});

test("an inquiry for a reference that was never seen is a 404 that says so", async () => {
  const sandbox = await start();
  const { status, body } = await ask(sandbox, "GET", "/partners/v1/eon/transfers/OT-9");
  expect(status).toBe(404);
  expect(body).toMatchObject({ errors: [{ code: "TRANSFER_NOT_FOUND" }] });
});

test("a stranger is not answered", async () => {
  const sandbox = await start();
  await openCard(sandbox);
  const { status } = await ask(
    sandbox,
    "POST",
    "/partners/v1/eon/transfers",
    { senderRefId: "OT-1", eonAccount: ACCOUNT, amount: "1.00" },
    { ...CLIENT, "x-client-secret": "guessed" },
  );
  expect(status).toBe(401);
  expect(await balance(sandbox)).toBe("1000.00");
});

test.each([
  { amount: "0.00" },
  { amount: "-5.00" },
  { amount: "1.005" },
  { amount: "1e3" },
  { amount: null },
  { eonAccount: "abc" },
  { senderRefId: "no spaces please" },
  { senderRefId: "x".repeat(21) },
])("a top-up with %j is not understood and changes nothing", async (wrong) => {
  const sandbox = await start();
  await openCard(sandbox);
  const order = { senderRefId: "OT-1", eonAccount: ACCOUNT, amount: "5.00", ...wrong };
  const { status } = await ask(sandbox, "POST", "/partners/v1/eon/transfers", order);
  expect(status).toBe(400);
  expect(await balance(sandbox)).toBe("1000.00");
});

test("the issuer's lines come 10 a page, newest first, and add up to the balance", async () => {
  const sandbox = await start();
  const transactions = Array.from({ length: 23 }, (_, day) => ({
    tranDate: `2026-10-${String(day + 1).padStart(2, "0")}T04:00:00Z`,
    amount: day % 2 === 0 ? "-10.25" : "30.00",
    tranDesc: "POS Purchase",
  }));
  await ask(sandbox, "POST", "/sandbox/cards", {
    cards: [{ accountNo: ACCOUNT, balance: "707.00", transactions }],
  });
  type Line = { id: string; amount: string; balance: string; tranDate: string };
  const lines: Line[] = [];
  const pages: number[] = [];
  for (let last = ""; ; last = lines.at(-1)?.id ?? "") {
    const query = new URLSearchParams({ accountNumber: ACCOUNT, lastTranId: last }).toString();
    const { body } = await ask(sandbox, "GET", `/partners/eon/wallet/v2/transactions?${query}`);
    const page = body["results"] as Line[];
    if (page.length === 0) break;
    pages.push(page.length);
    lines.push(...page);
  }

  expect(pages).toEqual([10, 10, 3]);
  expect(lines[0]).toMatchObject({ balance: "707.00" });
  expect(lines.map(({ tranDate }) => tranDate)).toEqual(
    lines
      .map(({ tranDate }) => tranDate)
      .toSorted()
      .toReversed(),
  );
});

test("a withdrawal takes the fee as a line of its own, and never more than there is", async () => {
  const sandbox = await start();
  await openCard(sandbox, "518.00");
  const spend = (amount: string) =>
    ask(sandbox, "POST", "/card/withdrawal", {
      accountNo: ACCOUNT,
      amount,
      merchant: "ATM 1",
      pin: PIN,
    });

  const taken = await spend("500.00");
  const tooMuch = await spend("1.00");

  expect(taken.body).toMatchObject({
    balance: "0.00",
    transactions: [{ amount: "-500.00" }, { amount: "-18.00" }],
  });
  expect(tooMuch.status).toBe(409);
  expect(await balance(sandbox)).toBe("0.00");
});

test("an event is repeated until it is taken, under a new nonce each time", async () => {
  const product = await listen([500, 503]);
  const sandbox = await start({ callbackUrl: product.url });
  await openCard(sandbox);
  await ask(sandbox, "POST", "/card/purchase", {
    accountNo: ACCOUNT,
    amount: "9.50",
    merchant: "KAPE",
  });

  await product.until(1);
  pass(1000);
  await product.until(2);
  pass(2000);
  await product.until(3);

  expect(new Set(product.events.map(({ eventId }) => eventId)).size).toBe(1);
  expect(new Set(product.nonces).size).toBe(3);
  expect(product.events[0]).toMatchObject({
    type: "card.transaction",
    kind: "purchase",
    accountNumber: ACCOUNT,
    amount: "9.50",
    fee: "0.00",
  });
});

test("late: the answer says it was sent, the event and the inquiry say later how it ended", async () => {
  const product = await listen([]);
  const sandbox = await start({ callbackUrl: product.url });
  await openCard(sandbox);
  await switchTo(sandbox, "late", { delaySeconds: 60 });

  expect((await topUp(sandbox, "OT-1", "250.00")).body).toMatchObject({ code: "SP" });
  expect(await balance(sandbox)).toBe("1000.00");
  pass(60_000);
  await product.until(1);

  expect(product.events[0]).toMatchObject({
    type: "transfer.credited",
    senderRefId: "OT-1",
    amount: "250.00",
  });
  expect((await ask(sandbox, "GET", "/partners/v1/eon/transfers/OT-1")).body).toMatchObject({
    code: "TS",
  });
  expect(await balance(sandbox)).toBe("1250.00");
});

test("an event that is asked for again while it is on its way is sent again", async () => {
  let answer: (status: number) => void = () => undefined;
  const product = await listen([new Promise((resolve) => (answer = resolve))]);
  const sandbox = await start({ callbackUrl: product.url });
  await openCard(sandbox);
  await switchTo(sandbox, "late", { delaySeconds: 60 });
  await topUp(sandbox, "OT-1", "250.00");
  pass(60_000);
  await product.until(1);
  const eventId = product.events[0]?.eventId;
  expect(await ask(sandbox, "POST", "/sandbox/events/resend", { eventId })).toMatchObject({
    status: 200,
  });
  answer(200);
  await sandbox.tellEvents();
  expect(product.events.map((event) => event.eventId)).toEqual([eventId, eventId]);
});

test("late and lost: the event refuses and nothing was credited", async () => {
  const product = await listen([]);
  const sandbox = await start({ callbackUrl: product.url });
  await openCard(sandbox);
  await switchTo(sandbox, "late", { delaySeconds: 60, effect: "lost" });
  await topUp(sandbox, "OT-1", "250.00");
  pass(60_000);
  await product.until(1);

  expect(product.events[0]).toMatchObject({ type: "transfer.refused", senderRefId: "OT-1" });
  expect(await balance(sandbox)).toBe("1000.00");
});

test("duplicate: the event comes twice; out of order: the second overtakes the first", async () => {
  const product = await listen([]);
  const sandbox = await start({ callbackUrl: product.url });
  await openCard(sandbox);
  const buy = (amount: string) =>
    ask(sandbox, "POST", "/card/purchase", { accountNo: ACCOUNT, amount, merchant: "KAPE" });
  await switchTo(sandbox, "duplicate");
  await buy("1.00");
  await product.until(2);
  expect(product.events[0]?.eventId).toBe(product.events[1]?.eventId);

  await switchTo(sandbox, "out-of-order", { delaySeconds: 30 });
  await buy("2.00");
  await buy("3.00");
  await product.until(3);
  pass(30_000);
  await product.until(4);
  expect(product.events.slice(2).map(({ amount }) => amount)).toEqual(["3.00", "2.00"]);
});

test("a fault ends by itself after its seconds, and strikes its share of the requests", async () => {
  const sandbox = await start();
  await openCard(sandbox);
  await switchTo(sandbox, "error", { seconds: 60, rate: 0 });
  expect((await topUp(sandbox, "OT-1", "1.00")).status).toBe(200);
  await switchTo(sandbox, "error", { seconds: 60 });
  expect((await topUp(sandbox, "OT-2", "1.00")).status).toBe(500);
  pass(60_000);
  expect((await topUp(sandbox, "OT-2", "1.00")).status).toBe(200);
  const wrong = await ask(sandbox, "POST", "/faults", { target: "issuer", mode: "sulky" });
  expect(wrong.status).toBe(400);
});

test("R9 a killed sandbox comes back with its books, whatever line it was writing", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sandbox-"));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const first = await startProcess(folder);
  await openCard(first);
  await topUp(first, "OT-1", "250.00");
  await sendText(first, { id: "a-1", to: PHONE, text: "hello" });
  await switchTo(first, "late", { delaySeconds: 3600 });
  await topUp(first, "OT-2", "10.00");
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const journal = path.join(folder, "sandbox.jsonl");
  appendFileSync(journal, '[{"table":"card","key":"990112345006","rec');

  const second = await startProcess(folder);

  expect(await balance(second)).toBe("1250.00");
  expect((await topUp(second, "OT-1", "250.00")).body).toMatchObject({ code: "TS" });
  expect((await ask(second, "GET", "/partners/v1/eon/transfers/OT-2")).body).toMatchObject({
    code: "SP",
  });
  const late = expect.objectContaining({ target: "issuer", mode: "late" });
  expect((await ask(second, "GET", "/faults")).body).toContainEqual(late);
  expect((await ask(second, "GET", "/sms")).body).toMatchObject([{ id: "a-1" }]);
  expect(await balance(second)).toBe("1250.00");
  expect(readFileSync(journal, "utf8")).not.toContain('"rec\n');

  second.child.kill("SIGTERM");
  expect(await once(second.child, "exit")).toEqual([0, null]);
});
