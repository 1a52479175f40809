import { expect, test } from "vitest";
import { hasValidCheckDigit } from "#common/checkDigit.ts";
import { CARD, CARD_NUMBER, CUSTOMER, makeWalletBench } from "#test/support/walletBench.ts";

const { startIssuer, switchTo, listen, pass } = makeWalletBench();
const PIN = "907060";

test("K05 a customer with details missing is told which; the same reference is one customer", async () => {
  const { issuer } = await startIssuer();
  const { mothersMaidenName: _name, images: _images, ...rest } = CUSTOMER;
  const customer = { ...rest, sourceOfFunds: " " };
  expect(await issuer.submitCustomer({ reference: "CA-1", customer })).toEqual({
    kind: "missing",
    fields: [
      "mothersMaidenName",
      "sourceOfFunds",
      "images.selfie",
      "images.primaryIdFront",
      "images.primaryIdBack",
    ],
  });
  const first = await issuer.submitCustomer({ reference: "CA-2", customer: CUSTOMER });
  expect(first).toMatchObject({ kind: "submitted" });
  expect(await issuer.submitCustomer({ reference: "CA-2", customer: CUSTOMER })).toEqual(first);
  const other = { ...CUSTOMER, lastName: "Reyes" };
  expect(await issuer.submitCustomer({ reference: "CA-2", customer: other })).toEqual(first);
});

test("an investigation ends by itself after a while, and is told by an event", async () => {
  const product = await listen([]);
  const { issuer } = await startIssuer({ callbackUrl: product.url });
  const sent = await issuer.submitCustomer({ reference: "CA-1", customer: CUSTOMER });
  if (sent.kind !== "submitted") throw new Error(sent.kind);
  expect(await issuer.investigation(sent.transactionId)).toEqual({ kind: "pending" });
  pass(2_000);
  await product.until(1);
  const decided = await issuer.investigation(sent.transactionId);
  expect(decided).toEqual({ kind: "approved", customerId: expect.any(String) });
  expect(product.events).toMatchObject([
    {
      type: "customer.investigated",
      transactionId: sent.transactionId,
      senderRefId: "CA-1",
      outcome: "approved",
      customerId: decided.kind === "approved" ? decided.customerId : "",
    },
  ]);
  expect(await issuer.investigation("CI-none")).toEqual({ kind: "absent" });
});

test("a person can decide instead, once, and rejects with a reason", async () => {
  const { issuer, control } = await startIssuer();
  await control("/sandbox/settings", { kind: "investigation", by: "hand" });
  const sent = await issuer.submitCustomer({ reference: "CA-1", customer: CUSTOMER });
  if (sent.kind !== "submitted") throw new Error(sent.kind);
  const { transactionId } = sent;
  pass(3_600_000);
  expect(await issuer.investigation(transactionId)).toEqual({ kind: "pending" });
  const reason = "The picture does not match";
  await control("/sandbox/investigations", { transactionId, decision: "reject", reason });
  await control("/sandbox/investigations", { transactionId, decision: "approve" });
  expect(await issuer.investigation(transactionId)).toEqual({ kind: "rejected", reason });
});

test("L02 a kit becomes a customer's with its own number and a PIN, and works at once", async () => {
  const { issuer, approved, kit, pin, control } = await startIssuer();
  const customerId = await approved("CA-1");
  const { token, number } = await kit("KB-1");
  expect(hasValidCheckDigit(number)).toBe(true);
  expect(await control("/card/purchase", { cardNumber: number, amount: "1.00" })).toMatchObject({
    responseCode: "57",
  });

  const order = { reference: "A-1", token, customerId, number, newPin: await pin(PIN) };
  const linked = await issuer.linkCard(order);
  expect(linked).toMatchObject({ kind: "activated", lastFour: number.slice(-4) });
  const accountNo = linked.kind === "activated" ? linked.accountNo : "";
  expect(hasValidCheckDigit(accountNo)).toBe(true);
  expect(await issuer.linkCard({ ...order, newPin: await pin("314159") })).toEqual(linked);
  expect(await issuer.cardState(token)).toMatchObject({ state: "active", customerId, accountNo });
  expect(await issuer.customerState(customerId)).toMatchObject({ tokens: [token] });

  await issuer.credit({ reference: "OT-1", accountNo, amount: 500_00n });
  const use = { accountNo, amount: "100.00", pin: PIN };
  expect(await control("/card/withdrawal", use)).toMatchObject({ responseCode: "00" });
});

test("S081 another number, another's kit, a weak PIN: the kit stays in stock", async () => {
  const { issuer, approved, kit, pin, openCard } = await startIssuer();
  await openCard();
  const customerId = await approved("CA-1");
  const mine = await kit("KB-1");
  const other = await kit("KB-2");
  const link = async (reference: string, more: object) =>
    issuer.linkCard({ reference, ...mine, customerId, newPin: await pin(PIN), ...more });

  expect(await link("A-1", { number: other.number })).toEqual({ kind: "invalid_card" });
  expect(await link("A-2", { number: CARD_NUMBER })).toEqual({ kind: "invalid_card" });
  expect(await link("A-3", { token: CARD.token, number: CARD_NUMBER })).toEqual({
    kind: "invalid_card",
  });
  expect(await link("A-4", { token: "tok-none" })).toEqual({ kind: "invalid_card" });
  expect(await link("A-5", { customerId: "CU-none" })).toEqual({ kind: "invalid_card" });
  expect(await link("A-6", { newPin: await pin("060280") })).toEqual({ kind: "weak_pin" });
  const current = await pin(PIN, "current");
  expect(await link("A-7", { newPin: current })).toEqual({ kind: "unreadable_pin" });
  expect(await issuer.cardState(mine.token)).toMatchObject({ state: "in_stock" });
  expect(await link("A-8", {})).toMatchObject({ kind: "activated" });
  expect(await link("A-9", {})).toEqual({ kind: "invalid_card" });
});

test("L02 a card with a name keeps account, money, locks and limit; the old plastic works until then", async () => {
  const product = await listen([]);
  const { issuer, openCard, inHand, pin, buy, control } = await startIssuer({
    callbackUrl: product.url,
  });
  await openCard({ memberLocked: true, customerId: "CU-1", withdrawalLimit: "700.00" });
  await control("/sandbox/settings", { kind: "production", by: "hand" });
  const order = { reference: "PO-1", customerId: "CU-1", nameOnCard: "FLORANTE YAMBAO" };
  const ordered = await issuer.personalize(order);
  if (ordered.kind !== "ordered") throw new Error(ordered.kind);
  expect(await issuer.personalize(order)).toEqual(ordered);
  const { token } = ordered;
  expect(await issuer.cardState(token)).toMatchObject({
    state: "ordered",
    accountNo: CARD.accountNo,
  });

  await control("/sandbox/production", { token, outcome: "produced" });
  await product.until(1);
  expect(product.events).toMatchObject([
    { type: "card.produced", token, senderRefId: "PO-1", lastFour: ordered.lastFour },
  ]);
  await issuer.unlock({ reference: "U-1", token: CARD.token, scope: "member" });
  expect(await buy("10.00", { cardNumber: CARD_NUMBER })).toMatchObject({ responseCode: "00" });
  await issuer.lock({ reference: "L-1", token: CARD.token, scope: "member" });

  const number = (await inHand({ token }))[0]?.cardNumber ?? "";
  const newPin = await pin("314159", "new", CARD.accountNo);
  expect(
    await issuer.activatePersonalized({ reference: "A-1", token, number, newPin }),
  ).toMatchObject({ kind: "activated", accountNo: CARD.accountNo });
  expect(await issuer.balance(CARD.accountNo)).toBe(59_990_00n);
  expect(await issuer.cardState(CARD.token)).toMatchObject({ state: "replaced" });
  expect(await issuer.cardState(token)).toMatchObject({
    state: "active",
    memberLocked: true,
    withdrawalLimit: 700_00n,
  });
  await issuer.unlock({ reference: "U-2", token, scope: "member" });
  const old = { cardNumber: CARD_NUMBER, amount: "1.00" };
  expect(await control("/card/purchase", old)).toMatchObject({ reason: "replaced" });
  const use = { cardNumber: number, amount: "100.00", pin: "314159" };
  expect(await control("/card/withdrawal", use)).toMatchObject({ responseCode: "00" });
});

test("a production that fails is told with its reason, and the card in use is not touched", async () => {
  const product = await listen([]);
  const { issuer, openCard, control, buy } = await startIssuer({ callbackUrl: product.url });
  await openCard({ customerId: "CU-1" });
  const ordered = await issuer.personalize({
    reference: "PO-1",
    customerId: "CU-1",
    nameOnCard: "FLORANTE YAMBAO",
  });
  const token = ordered.kind === "ordered" ? ordered.token : "";
  const reason = "The chip could not be written";
  await control("/sandbox/production", { token, outcome: "failed", reason });
  await product.until(1);
  expect(product.events).toMatchObject([
    { type: "card.production_failed", token, senderRefId: "PO-1", reason },
  ]);
  expect(await issuer.cardState(token)).toMatchObject({ state: "production_failed" });
  expect(await buy("1.00")).toMatchObject({ responseCode: "00" });
});

test("L05 an activation that fails can be tried again by its reference, or given up", async () => {
  const { sandbox, issuer, openCard, inHand, pin } = await startIssuer();
  await openCard({ customerId: "CU-1" });
  const ordered = await issuer.personalize({
    reference: "PO-1",
    customerId: "CU-1",
    nameOnCard: "FLORANTE YAMBAO",
  });
  const token = ordered.kind === "ordered" ? ordered.token : "";
  pass(30_000);
  expect(await issuer.cardState(token)).toMatchObject({ state: "produced" });
  const number = (await inHand({ token }))[0]?.cardNumber ?? "";
  const order = { reference: "A-1", token, number, newPin: await pin("314159") };

  await switchTo(sandbox, "reject");
  expect(await issuer.activatePersonalized({ ...order, number: CARD_NUMBER })).toEqual({
    kind: "invalid_card",
  });
  const again = { ...order, reference: "A-2" };
  expect(await issuer.activatePersonalized(again)).toMatchObject({ kind: "failed" });
  expect(await issuer.retryActivation({ reference: "A-2", token })).toMatchObject({
    kind: "failed",
  });
  expect(await issuer.cardState(CARD.token)).toMatchObject({ state: "active" });
  await switchTo(sandbox, "ok");
  expect(await issuer.retryActivation({ reference: "A-9", token })).toEqual({ kind: "absent" });
  expect(await issuer.cancelActivation({ reference: "A-2", token })).toEqual({ kind: "done" });
  expect(await issuer.retryActivation({ reference: "A-2", token })).toMatchObject({
    kind: "refused",
    code: "ACTIVATION_CANCELLED",
  });

  await switchTo(sandbox, "reject");
  await issuer.activatePersonalized({ ...order, reference: "A-3" });
  await switchTo(sandbox, "ok");
  const done = await issuer.retryActivation({ reference: "A-3", token });
  expect(done).toMatchObject({ kind: "activated", accountNo: CARD.accountNo });
  expect(await issuer.retryActivation({ reference: "A-3", token })).toEqual(done);
  expect(await issuer.cancelActivation({ reference: "A-3", token })).toMatchObject({
    kind: "refused",
  });
});

test("kits come to an office as ordered, each with a serial, a token and a number of its own", async () => {
  const { issuer, control } = await startIssuer();
  await control("/sandbox/settings", { kind: "delivery", by: "hand" });
  const order = { batchRef: "KB-1", officeId: "8", count: 25 };
  expect(await issuer.orderKits(order)).toEqual({ kind: "done" });
  expect(await issuer.kitDelivery("KB-1")).toEqual({ kind: "pending" });
  await control("/sandbox/deliveries", { batchRef: "KB-1" });
  expect(await issuer.orderKits(order)).toEqual({ kind: "done" });
  const delivery = await issuer.kitDelivery("KB-1");
  if (delivery.kind !== "delivered") throw new Error(delivery.kind);
  expect(delivery.officeId).toBe("8");
  expect(new Set(delivery.kits.map(({ serial }) => serial)).size).toBe(25);
  expect(new Set(delivery.kits.map(({ token }) => token)).size).toBe(25);
  expect(delivery.kits[0]).toMatchObject({ expiresOn: "2031-11-30" });
  expect(await issuer.kitDelivery("KB-9")).toEqual({ kind: "absent" });
});
