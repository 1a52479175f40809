import { expect, test } from "vitest";
import { CARD, CARD_NUMBER, makeWalletBench } from "#test/support/walletBench.ts";

const { startIssuer, ask, switchTo, listen, pass } = makeWalletBench();
const { token } = CARD;

test("N02 S084 a lock refuses purchases and withdrawals from the moment it is confirmed, once for each who locks", async () => {
  const { issuer, openCard, buy, withdraw } = await startIssuer();
  await openCard();
  expect(await issuer.lock({ reference: "L-1", token, scope: "member" })).toEqual({ kind: "done" });
  expect(await buy("10.00")).toMatchObject({ responseCode: "62", reason: "member_locked" });
  expect(await withdraw("100.00")).toMatchObject({ responseCode: "62" });

  expect(await issuer.lock({ reference: "L-2", token, scope: "admin" })).toEqual({ kind: "done" });
  expect(await issuer.unlock({ reference: "U-1", token, scope: "member" })).toEqual({
    kind: "done",
  });
  expect(await buy("10.00")).toMatchObject({ responseCode: "62", reason: "admin_locked" });
  expect(await issuer.unlock({ reference: "U-2", token, scope: "admin" })).toEqual({
    kind: "done",
  });
  expect(await buy("10.00")).toMatchObject({ responseCode: "00" });
});

test("S084 a card that is locked already is locked, and one that is free is free", async () => {
  const { issuer, openCard } = await startIssuer();
  await openCard({ memberLocked: true });
  expect(await issuer.lock({ reference: "L-1", token, scope: "member" })).toEqual({ kind: "done" });
  expect(await issuer.unlock({ reference: "U-1", token, scope: "admin" })).toEqual({
    kind: "done",
  });
  expect(await issuer.cardState(token)).toMatchObject({ memberLocked: true, adminLocked: false });
});

test("S084 a lock that is repeated after the unlocking that followed it locks nothing again", async () => {
  const { issuer, openCard } = await startIssuer();
  await openCard();
  const lock = { reference: "L-1", token, scope: "member" } as const;
  await issuer.lock(lock);
  await issuer.unlock({ reference: "U-1", token, scope: "member" });
  expect(await issuer.lock(lock)).toEqual({ kind: "done" });
  expect(await issuer.cardState(token)).toMatchObject({ memberLocked: false });
  expect(await issuer.lock({ ...lock, scope: "admin" })).toMatchObject({ kind: "unknown" });
  expect(await issuer.cardState(token)).toMatchObject({ adminLocked: false });
});

test("S083 a limit holds by the day of Manila, from the moment it starts, and not above the ceiling", async () => {
  const { sandbox, issuer, openCard, withdraw } = await startIssuer();
  await openCard();
  const now = new Date("2026-11-21T02:00:00Z");
  const set = (reference: string, amount: bigint, startsAt = now) =>
    issuer.setLimit({ reference, token, amount, startsAt });

  expect(await set("W-1", 50_000_01n)).toEqual({ kind: "over_ceiling", ceiling: 50_000_00n });
  expect(await set("W-2", 1_000_00n)).toEqual({ kind: "done" });
  expect(await withdraw("1000.00")).toMatchObject({ responseCode: "00" });
  expect(await withdraw("0.01")).toMatchObject({ responseCode: "61", reason: "over_limit" });

  // 10:00 in Manila: the day ends 14 hours later.
  pass(14 * 3_600_000 - 1000);
  expect(await withdraw("0.01")).toMatchObject({ responseCode: "61" });
  pass(1000);
  expect(await withdraw("1000.00")).toMatchObject({ responseCode: "00" });

  await set("W-3", 2_000_00n, new Date("2026-11-21T18:00:00Z"));
  expect(await withdraw("500.00")).toMatchObject({ responseCode: "61" });
  pass(2 * 3_600_000);
  expect(await issuer.cardState(token)).toMatchObject({ withdrawalLimit: 2_000_00n });
  expect(await withdraw("500.00")).toMatchObject({ responseCode: "00" });

  await set("W-4", 0n);
  expect(await withdraw("100.00")).toMatchObject({ responseCode: "61" });
  const bad = { senderRefId: "W-5", token, amount: "-1.00", startDate: now.toISOString() };
  expect((await ask(sandbox, "PUT", "/partners/eon/wallet/v1/accounts/limits", bad)).status).toBe(
    400,
  );
});

test("S080 three wrong PINs suspend for 24 hours to the second; a right one sets the count back", async () => {
  const product = await listen([]);
  const { issuer, openCard, changePin, buy } = await startIssuer({ callbackUrl: product.url });
  await openCard();

  expect(await changePin("P-1", "111112", "314159")).toEqual({ kind: "wrong_pin", triesLeft: 2 });
  expect(await changePin("P-2", CARD.pin, "314159")).toEqual({ kind: "changed" });
  expect(await changePin("P-3", CARD.pin, "271828")).toEqual({ kind: "wrong_pin", triesLeft: 2 });
  expect(await changePin("P-4", CARD.pin, "271828")).toEqual({ kind: "wrong_pin", triesLeft: 1 });
  const until = new Date("2026-11-22T02:00:00Z");
  expect(await changePin("P-5", CARD.pin, "271828")).toEqual({ kind: "suspended", until });
  expect(await changePin("P-6", "314159", "271828")).toEqual({ kind: "suspended", until });
  expect(await buy("1.00")).toMatchObject({ responseCode: "62", reason: "suspended" });
  await product.until(2);
  expect(product.eventOf("card.suspended")).toMatchObject({
    token,
    accountNumber: CARD.accountNo,
    until: until.toISOString(),
  });

  pass(24 * 3_600_000 - 1);
  expect(await buy("1.00")).toMatchObject({ responseCode: "62" });
  pass(1);
  expect(await issuer.cardState(token)).toMatchObject({ state: "active", pinTries: 0 });
  expect(await changePin("P-7", "314159", "271828")).toEqual({ kind: "changed" });
});

test("S080 the same try sent twice counts once, and 20 at once count three", async () => {
  const { issuer, openCard, changePin } = await startIssuer();
  await openCard();
  const once = await changePin("P-1", "111112", "314159");
  expect(await changePin("P-1", "111112", "314159")).toEqual(once);
  expect(await issuer.pinOutcome({ reference: "P-1" })).toEqual(once);
  expect(await issuer.pinOutcome({ reference: "P-9" })).toEqual({ kind: "absent" });
  expect(await issuer.cardState(token)).toMatchObject({ pinTries: 1 });

  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, place) => changePin(`Q-${place}`, "111113", "314159")),
  );
  expect(tries.filter(({ kind }) => kind === "wrong_pin")).toHaveLength(1);
  expect(tries.filter(({ kind }) => kind === "suspended")).toHaveLength(19);
});

test("S079 a weak PIN and one that cannot be read change nothing and count as no try", async () => {
  const { issuer, openCard, changePin, pin, withdraw } = await startIssuer();
  await openCard();
  for (const weak of ["000000", "123456", "060280", "551000"]) {
    expect(await changePin(`P-${weak}`, CARD.pin, weak)).toEqual({ kind: "weak_pin" });
  }
  const good = await pin(CARD.pin, "current", CARD.accountNo);
  const change = (reference: string, currentPin: string, newPin: string) =>
    issuer.changePin({ reference, token, currentPin, newPin });
  for (const [name, block] of [
    ["another purpose", await pin("314159", "current", CARD.accountNo)],
    ["another account", await pin("314159", "new", "990112345014")],
    ["four digits", await pin("3141", "new", CARD.accountNo)],
    ["another key", good.replace(/^pin1\.[^.]+/, "pin1.pin-00000000")],
  ] as const) {
    expect([name, await change(`R-${name.replace(" ", "-")}`, good, block)]).toEqual([
      name,
      { kind: "unreadable_pin" },
    ]);
  }
  expect(await issuer.cardState(token)).toMatchObject({ pinTries: 0 });
  expect(await withdraw("100.00")).toMatchObject({ responseCode: "00" });
});

test("S080 a machine counts the wrong PINs too: 55, 55, 75", async () => {
  const { openCard, withdraw, issuer } = await startIssuer();
  await openCard();
  const wrong = () => withdraw("100.00", { pin: "111112" });
  expect(await withdraw("100.00", { pin: "" })).toMatchObject({ responseCode: "55" });
  expect(await issuer.cardState(token)).toMatchObject({ pinTries: 0 });
  expect(await wrong()).toMatchObject({ responseCode: "55" });
  expect(await wrong()).toMatchObject({ responseCode: "55" });
  expect(await wrong()).toMatchObject({ responseCode: "75" });
  expect(await withdraw("100.00")).toMatchObject({ responseCode: "62", reason: "suspended" });
  expect(await issuer.unsuspend({ reference: "S-1", token })).toEqual({ kind: "done" });
  expect(await withdraw("100.00")).toMatchObject({ responseCode: "00" });
});

test.each([
  ["51", "insufficient_funds", { balance: "9.99" }, {}, "ok"],
  ["54", "expired", { expiryDate: "2026-11-20" }, {}, "ok"],
  ["62", "deactivated", { deactivatedFor: "lost" }, {}, "ok"],
  ["05", "not_honoured", {}, {}, "reject"],
  ["91", "issuer_down", {}, {}, "down"],
  ["05", "wrong_cvv", { cvv: "407" }, { cvv: "408" }, "ok"],
])(
  "a purchase is declined with %s %s, and takes nothing",
  async (code, reason, card, use, mode) => {
    const { sandbox, issuer, openCard, buy } = await startIssuer();
    await openCard(card);
    const before = await issuer.balance(CARD.accountNo);
    await switchTo(sandbox, mode);
    expect(await buy("10.00", use)).toMatchObject({ responseCode: code, reason });
    await switchTo(sandbox, "ok");
    expect(await issuer.balance(CARD.accountNo)).toBe(before);
  },
);

test("a card is good on the day it expires; a number that is nobody's is 14", async () => {
  const { openCard, buy, control } = await startIssuer();
  await openCard({ expiryDate: "2026-11-21" });
  expect(await buy("10.00")).toMatchObject({ responseCode: "00" });
  const stranger = { cardNumber: "4000 0099 9999 9995", amount: "1.00" };
  expect(await control("/card/purchase", stranger)).toMatchObject({ responseCode: "14" });
  const known = { cardNumber: CARD_NUMBER, amount: "1.00" };
  expect(await control("/card/purchase", known)).toMatchObject({ responseCode: "00" });
});

test("a declined use is told with its reason, an approved one with its lines", async () => {
  const product = await listen([]);
  const { openCard, buy } = await startIssuer({ callbackUrl: product.url });
  await openCard({ memberLocked: true });
  await buy("10.00", { merchant: "KAPE" });
  await product.until(1);
  expect(product.events[0]).toMatchObject({
    type: "card.authorization",
    outcome: "declined",
    kind: "purchase",
    token,
    accountNumber: CARD.accountNo,
    amount: "10.00",
    merchant: "KAPE",
    responseCode: "62",
    reason: "member_locked",
  });
});

test("what the issuer ends by itself it tells; what is asked of it, it answers", async () => {
  const product = await listen([]);
  const { issuer, control, openCard } = await startIssuer({ callbackUrl: product.url });
  await openCard();
  await control("/sandbox/deactivations", { token, reason: "stolen" });
  await product.until(1);
  expect(product.events[0]).toMatchObject({ type: "card.deactivated", token, reason: "stolen" });
  expect(await issuer.reactivate({ reference: "R-1", token })).toMatchObject({ kind: "refused" });

  await openCard();
  expect(await issuer.deactivate({ reference: "D-1", token, reason: "lost" })).toEqual({
    kind: "done",
  });
  expect(await issuer.cardState(token)).toMatchObject({ state: "deactivated" });
  expect(await issuer.lock({ reference: "L-1", token, scope: "admin" })).toEqual({ kind: "done" });
  expect(await issuer.reactivate({ reference: "R-2", token })).toEqual({ kind: "done" });
  expect(await issuer.cardState(token)).toMatchObject({ state: "active", adminLocked: true });
  expect(product.events).toHaveLength(1);
});

test("a card that expired 30 days ago ends by itself", async () => {
  const product = await listen([]);
  const { issuer, openCard } = await startIssuer({ callbackUrl: product.url });
  await openCard({ expiryDate: "2026-10-31" });
  pass(9 * 24 * 3_600_000);
  await product.until(1);
  expect(product.events[0]).toMatchObject({ type: "card.deactivated", reason: "expiry" });
  expect(await issuer.cardState(token)).toMatchObject({ state: "deactivated" });
});

test("a suspension that is asked for holds until its end; a card that is not there is absent", async () => {
  const { issuer, openCard, buy } = await startIssuer();
  await openCard();
  const until = new Date("2026-11-21T03:00:00Z");
  expect(await issuer.suspend({ reference: "S-1", token, until })).toEqual({ kind: "done" });
  expect(await issuer.cardState(token)).toMatchObject({
    state: "suspended",
    suspendedUntil: until,
  });
  pass(3_600_000);
  expect(await buy("1.00")).toMatchObject({ responseCode: "00" });
  expect(await issuer.cardState("TK-none")).toEqual({ kind: "absent" });
  expect(await issuer.lock({ reference: "L-1", token: "TK-none", scope: "admin" })).toMatchObject({
    kind: "refused",
    code: "CARD_UNKNOWN",
  });
});
