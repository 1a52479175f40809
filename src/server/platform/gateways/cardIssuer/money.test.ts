import { expect, test } from "vitest";
import { makeWalletBench } from "#test/support/walletBench.ts";
import type { MoneyOutcome } from "./cardIssuer.ts";

const bench = makeWalletBench();
const FROM = "990112345006";
const TO = "990112345014";
const debit = { reference: "IP261121-0000000001", accountNo: FROM, amount: 260_00n };
const taken = { ...debit, channel: "instapay" } as const;
const order = { ...debit, notAfter: new Date("2030-01-01T00:00:00Z") };
const move = { reference: "CT261121-0000000001", from: FROM, to: TO, amount: 300_00n };

async function start(more: object = {}, options: { dataFile?: string } = {}) {
  const { sandbox, issuer, control } = await bench.startIssuer(options);
  await control("/sandbox/cards", {
    cards: [
      { accountNo: FROM, balance: "1000.00", ...more },
      { accountNo: TO, balance: "0.00" },
    ],
  });
  const balances = async () => [await issuer.balance(FROM), await issuer.balance(TO)];
  const fault = (mode: string, rest: object = {}) =>
    control("/faults", { target: "issuer", mode, ...rest });
  return { sandbox, issuer, control, balances, fault };
}

test("money is taken once and put back once, however often it is asked", async () => {
  const { issuer, balances } = await start();
  const first = await issuer.debitCard(taken);
  expect(first.kind).toBe("done");
  expect(await issuer.debitCard(taken)).toEqual(first);
  expect(await issuer.findDebit(debit)).toEqual(first);
  expect(await balances()).toEqual([740_00n, 0n]);

  const back = await issuer.refundDebit(order);
  expect(back.kind).toBe("done");
  expect(await issuer.refundDebit(order)).toEqual(back);
  expect(await balances()).toEqual([1000_00n, 0n]);
  expect(await issuer.debitCard(taken), "the first outcome stands").toEqual(first);
  expect(await balances()).toEqual([1000_00n, 0n]);
});

test("money moves between two cards once, and never more than there is", async () => {
  const { issuer, balances } = await start();
  const moved = await issuer.moveBetween(move);
  expect(moved.kind).toBe("done");
  expect(await issuer.moveBetween(move)).toEqual(moved);
  expect(await issuer.findMove(move)).toEqual(moved);
  const short = { ...move, reference: "CT261121-0000000002", amount: 700_01n };
  expect(await issuer.moveBetween(short)).toMatchObject({ code: "INSUFFICIENT_FUNDS" });
  const nobody = { ...move, reference: "CT261121-0000000003", to: "990112349999" };
  expect(await issuer.moveBetween(nobody)).toMatchObject({ code: "RECEIVER_NOT_FOUND" });
  expect(await balances()).toEqual([700_00n, 300_00n]);
});

test("another amount under a reference that is used is unknown, and moves nothing", async () => {
  const { issuer, balances } = await start();
  await issuer.debitCard(taken);
  expect(await issuer.debitCard({ ...taken, amount: 1n })).toMatchObject({ kind: "unknown" });
  expect(await issuer.findDebit({ ...debit, amount: 1n })).toMatchObject({ kind: "unknown" });
  expect(await issuer.refundDebit({ ...order, amount: 1n })).toMatchObject({ kind: "unknown" });
  expect(await issuer.moveBetween({ ...move, reference: debit.reference })).toMatchObject({
    kind: "unknown",
  });
  expect(await balances()).toEqual([740_00n, 0n]);
});

test.each([
  ["INSUFFICIENT_FUNDS", { balance: "259.99" }],
  ["LOCKED", { adminLocked: true }],
  ["SUSPENDED", { suspendedUntil: "2026-11-23T00:00:00Z" }],
  ["DEACTIVATED", { deactivatedFor: "lost" }],
])("a debit is refused: %s", async (code, more) => {
  const { issuer } = await start(more);
  const before = await issuer.balance(FROM);
  const no = await issuer.debitCard(taken);
  expect(no).toMatchObject({ kind: "refused", code });
  expect(await issuer.findDebit(debit)).toEqual(no);
  expect(await issuer.refundDebit(order)).toMatchObject({ kind: "refused", code: "NOTHING_TAKEN" });
  expect(await issuer.balance(FROM)).toBe(before);
});

test("a lock by the member keeps no transfer back", async () => {
  const { issuer } = await start({ memberLocked: true });
  expect(await issuer.debitCard(taken)).toMatchObject({ kind: "done" });
});

test("what was never taken is absent, and a debit that comes after its reversal takes nothing", async () => {
  const { issuer, balances } = await start();
  expect(await issuer.findDebit(debit)).toEqual({ kind: "absent" });
  expect(await issuer.findMove(move)).toEqual({ kind: "absent" });
  expect(await issuer.refundDebit(order)).toEqual({ kind: "absent" });
  expect(await issuer.debitCard(taken)).toMatchObject({ kind: "refused", code: "REVERSED_BEFORE" });
  expect(await issuer.refundDebit(order)).toEqual({ kind: "absent" });
  expect(await balances()).toEqual([1000_00n, 0n]);
});

test("a request to put back that comes too late does nothing, and whether it is back can be asked", async () => {
  const { issuer, fault, balances } = await start();
  expect(await issuer.findRefund(debit)).toEqual({ kind: "absent" });
  await issuer.debitCard(taken);
  const before = { ...debit, notAfter: new Date("2020-01-01T00:00:00Z") };
  expect(await issuer.refundDebit(before)).toMatchObject({ kind: "refused", code: "EXPIRED" });
  expect(await issuer.findRefund(debit)).toEqual({ kind: "absent" });
  expect(await balances()).toEqual([740_00n, 0n]);
  await fault("late", { delaySeconds: 5 });
  expect(await issuer.refundDebit(order)).toEqual({ kind: "pending" });
  await fault("ok");
  expect(await issuer.findRefund(debit)).toEqual({ kind: "pending" });
  bench.pass(5_000);
  const back = await issuer.findRefund(debit);
  expect(back.kind).toBe("done");
  expect(await issuer.refundDebit(before), "what was done stays so").toEqual(back);
  expect(await issuer.findRefund({ ...debit, amount: 1n })).toMatchObject({ kind: "unknown" });
  expect(await balances()).toEqual([1000_00n, 0n]);
});

test("late is pending until it is decided, there and back", async () => {
  const { issuer, fault, balances } = await start();
  await fault("late", { delaySeconds: 5 });
  expect(await issuer.debitCard(taken)).toEqual({ kind: "pending" });
  expect(await issuer.refundDebit(order)).toEqual({ kind: "pending" });
  bench.pass(5_000);
  expect(await issuer.findDebit(debit)).toMatchObject({ kind: "done" });
  expect(await issuer.refundDebit(order)).toEqual({ kind: "pending" });
  expect(await balances()).toEqual([740_00n, 0n]);
  bench.pass(5_000);
  expect(await issuer.refundDebit(order)).toMatchObject({ kind: "done" });
  expect(await balances()).toEqual([1000_00n, 0n]);
});

test.each(["down", "error", "reject"])(
  "%s: a no to a put-back is for that time only",
  async (mode) => {
    const { issuer, fault, balances } = await start();
    await issuer.debitCard(taken);
    await fault(mode);
    const kind: MoneyOutcome["kind"] = mode === "reject" ? "refused" : "unknown";
    expect(await issuer.refundDebit(order)).toMatchObject({ kind });
    await fault("ok");
    expect(await issuer.refundDebit(order)).toMatchObject({ kind: "done" });
    expect(await balances()).toEqual([1000_00n, 0n]);
  },
);

test("done all the same behind an error page: asking again finds it done", async () => {
  const { issuer, fault, balances } = await start();
  await fault("error", { effect: "kept" });
  expect(await issuer.debitCard(taken)).toMatchObject({ kind: "unknown" });
  await fault("ok");
  expect(await issuer.debitCard(taken)).toMatchObject({ kind: "done" });
  expect(await balances()).toEqual([740_00n, 0n]);
});

test("the settlement file lists what left, moved and came back", async () => {
  const { issuer } = await start();
  await issuer.debitCard(taken);
  await issuer.debitCard({
    ...taken,
    channel: "pesonet",
    reference: "PN261121-0000000001",
    amount: 10_00n,
  });
  await issuer.refundDebit(order);
  await issuer.moveBetween(move);
  const file = await issuer.settlementFile("2026-11-21");
  if (file.kind !== "file") throw new Error(file.kind);
  expect(file.lines.map(({ description, amount }) => [description, amount])).toEqual([
    ["Instapay Send", -260_00n],
    ["Pesonet Send", -10_00n],
    ["Instapay Send Reversal", 260_00n],
    ["Fund Transfer Internal", -300_00n],
    ["Fund Transfer Internal", 300_00n],
  ]);
});
