import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetRecipient, saveRecipient } from "#contract/recipients.ts";
import { TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { type LimitBench, makeLimitBench, type Wish } from "#test/support/limitBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as sends from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

const DAY_SECONDS = 24 * 60 * 60;

let world: World;
let at: LimitBench;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(async () => {
  at = await makeLimitBench(world);
});
afterEach(() => assertBooksHold(world));

test.each(TRANSFER_KIND_NAMES)(
  "S210 %s: own limits for one, a day and a month hold to the centavo, and are told before one is hit",
  async (kind) => {
    expect(await at.set({ limit: kind, span: "transfer", amount: "300.00" })).toMatchObject({
      status: true,
    });
    expect(await at.ordered(kind, "300.01")).toBe("over_own_transfer_limit");
    expect(await at.ordered(kind, "300.00")).toBe("ok");
    await at.set({ limit: kind, span: "day", amount: "500" });
    expect(await at.ordered(kind, "200.01")).toBe("over_own_daily_limit");
    const setup = await world.call(getTransferSetup, {}, at.browser());
    expect(setup).toMatchObject({
      result: {
        ownLimits: {
          kinds: [{ kind, isOff: false, most: 300_00n, leftToday: 200_00n, leftThisMonth: null }],
          payees: [],
        },
      },
    });
    await at.set({ limit: kind, span: "month", amount: "400" });
    expect(await at.ordered(kind, "100.01")).toBe("over_own_monthly_limit");
    expect(await at.ordered(kind, "100.00")).toBe("ok");
    expect(await at.of(kind)).toMatchObject({ sentToday: 400_00n, sentThisMonth: 400_00n });
    // The other kinds know nothing of it.
    const other = kind === "pesonet" ? "instapay" : "pesonet";
    expect(await at.ordered(other, "400.00")).toBe("ok");
  },
);

test("S210 zero switches a kind off, and says so; a limit above the house's is none", async () => {
  await at.set({ limit: "instapay", span: "day", amount: "0" });
  expect(await at.ordered("instapay", "1.00")).toBe("own_limit_off");
  expect(await at.ordered("pesonet", "1.00")).toBe("ok");
  expect(await at.set({ limit: "instapay", span: "transfer", amount: "50000.01" })).toMatchObject({
    httpStatus: 422,
    code: "own_limit_too_high",
    errors: [{ param: "amount", msg: "The most is ₱50,000.00: our own limit." }],
  });
  expect(await at.set({ limit: "own", span: "day", amount: "999999999.01" })).toMatchObject({
    httpStatus: 422,
    errors: [{ param: "amount" }],
  });
});

test("S210 what comes back leaves the day and the month in which it was counted", async () => {
  await at.set({ limit: "instapay", span: "day", amount: "100" });
  await at.set({ limit: "instapay", span: "month", amount: "100" });
  // This account refuses what comes (docs/rails.md).
  const refused = sends.toBank("instapay", "100.00", { account: "109450542601" });
  await sends.send(world, at.member, at.browser(), refused);
  expect(await at.ordered("instapay", "1.00")).toBe("over_own_daily_limit");
  await drainJobs(world.app);
  expect(await at.of("instapay")).toMatchObject({ sentToday: 0n, sentThisMonth: 0n });
  expect(await at.ordered("instapay", "100.00")).toBe("ok");
});

test("S210 one payee: a limit a day over whichever way, which goes with nobody who is forgotten", async () => {
  const refNo = await sends.send(world, at.member, at.browser(), sends.toBank("instapay", "40.00"));
  const { guid } = at.member;
  const saved = await world.call(
    saveRecipient,
    { params: { guid }, body: { refNo } },
    at.browser(),
  );
  if (!saved.status) throw new Error(saved.message);
  const { id } = saved.result;
  expect(await at.set({ limit: id, span: "month", amount: "100" })).toMatchObject({
    code: "not_found",
  });
  await at.set({ limit: id, span: "day", amount: "100" });
  expect(await at.ordered("pesonet", "60.01")).toBe("over_own_payee_limit");
  expect(await at.ordered("pesonet", "60.00")).toBe("ok");
  expect(await at.ordered("instapay", "1.00")).toBe("over_own_payee_limit");
  expect(await at.ordered("card", "100.00")).toBe("ok");
  const forgotten = () => world.call(forgetRecipient, { params: { guid, id } }, at.browser());
  expect(await forgotten()).toMatchObject({ httpStatus: 409, code: "recipient_limited" });
  expect(await at.limits()).toMatchObject({
    payees: [{ recipientId: id, day: { amount: 100_00n }, sentToday: 100_00n }],
  });
  await at.set({ limit: id, span: "day", amount: "0" });
  expect(await at.ordered("instapay", "1.00")).toBe("own_payee_off");
  const none = { limit: id, span: "day", amount: "none" } as const;
  expect(await at.set(none, await at.approve(none))).toMatchObject({ status: true });
  expect(await forgotten()).toMatchObject({ code: "recipient_limited" });
  await at.comeBack(DAY_SECONDS);
  expect(await at.ordered("instapay", "101.00")).toBe("ok");
  expect(await forgotten()).toMatchObject({ status: true });
});

test.each([
  ["-1.00"],
  ["-0"],
  ["1e3"],
  ["1.001"],
  ["99999999999999999999"],
  ["NaN"],
  ["None"],
  [""],
  ["0x10"],
  ["1,000.00"],
  ["１００"],
])("S213 the amount %j is no limit, and nothing changes", async (amount) => {
  await at.set({ limit: "instapay", span: "day", amount: "100.00" });
  expect(await at.set({ limit: "instapay", span: "day", amount })).toMatchObject({
    httpStatus: 422,
    errors: [{ param: "amount" }],
  });
  expect((await at.of("instapay")).day).toMatchObject({ amount: 100_00n });
});

test("S213 a kind, a span or a recipient that is none is refused at its field", async () => {
  for (const [wish, param] of [
    [{ limit: "swift", span: "day", amount: "1" }, "limit"],
    [{ limit: "instapay", span: "year", amount: "1" }, "span"],
  ] as const) {
    // A call that no page makes.
    expect(await at.set(wish as Wish)).toMatchObject({ httpStatus: 422, errors: [{ param }] });
  }
  const nobodys = "00000000-0000-4000-8000-000000000000";
  expect(await at.set({ limit: nobodys, span: "day", amount: "1" })).toMatchObject({
    httpStatus: 404,
  });
});
