import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getNotifications } from "#contract/notifications.ts";
import { NEW_PAYEE } from "#contract/ownLimits.ts";
import { transact } from "#server/db/db.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { type LimitBench, makeLimitBench, type Wish } from "#test/support/limitBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as passkeys from "#test/support/passkeyActs.ts";
import * as sends from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

const DAY_SECONDS = 24 * 60 * 60;
const TOLD = "(new payee, no passkey)";

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

const upTo = (amount: string): Wish => ({ limit: NEW_PAYEE, span: "transfer", amount });
const newPayee = async () => (await at.limits()).newPayee;

/** Whether a code is sent for this to a payee who is new. */
async function asked(amount: string, account = "001234567890"): Promise<string> {
  world.passSeconds(61);
  const sending = sends.toBank("instapay", amount, { account });
  const answer = await sends.askFor(world, at.member, at.browser(), sending);
  return answer.status ? "ok" : String(answer.code);
}

const pause = () =>
  transact(world.app.db, (tx) =>
    beginPause(tx, world.app, { memberId: at.member.id, reason: "new_device" }),
  );

test("S218 a lower figure counts at once, to the centavo: when a code is asked for and in the order", async () => {
  const sending = sends.toBank("instapay", "1000.01");
  const early = await sends.approveSending(world, at.member, at.browser(), sending);
  expect(await at.set(upTo("1000.00"))).toMatchObject({ status: true });
  const { guid } = at.member;
  const told = await world.call(getNotifications, { params: { guid } }, at.browser());
  expect(JSON.stringify(told)).toContain(`Your own limit ${TOLD} is now PHP 1,000.00.`);
  const order = () => sends.orderSending(world, at.browser(), sending, early, "approved-before");
  expect(await order()).toMatchObject({ httpStatus: 409, code: "passkey_needed" });
  expect(await asked("1000.01")).toBe("passkey_needed");
  expect(await asked("1000.00")).toBe("ok");
});

test.each(["instapay", "card"] as const)(
  "S218 %s: whoever was paid a day ago is not new, nor is an account of one's own; who was paid just now is",
  async (kind) => {
    await at.set(upTo("1000.00"));
    expect(await at.ordered(kind, "1000.01")).toBe("passkey_needed");
    expect(await at.ordered(kind, "1.00")).toBe("ok");
    await drainJobs(world.app);
    expect(await at.ordered(kind, "1000.01")).toBe("passkey_needed");
    expect(await at.ordered("own", "1000.01")).toBe("ok");
    await at.comeBack(DAY_SECONDS);
    expect(await at.ordered(kind, "1000.01")).toBe("ok");
  },
);

test.each(["instapay", "card"] as const)(
  "S218 %s: to a new payee no sum goes in parts that would not go at once",
  async (kind) => {
    await at.set(upTo("1000.00"));
    expect(await at.ordered(kind, "600.00")).toBe("ok");
    expect(await at.ordered(kind, "400.01")).toBe("passkey_needed");
    expect(await at.ordered(kind, "400.00")).toBe("ok");
    expect(await at.ordered(kind, "1.00")).toBe("passkey_needed");
  },
);

test("S218 with zero every new payee takes a passkey, and with one it goes through", async () => {
  const who = { member: at.member, browser: at.browser() };
  const { authenticator } = await passkeys.givePasskey(world, who);
  await passkeys.endPause(world, at.member);
  expect(await at.set(upTo("0"))).toMatchObject({ status: true });
  expect(await asked("1.00")).toBe("passkey_needed");
  const sending = sends.toBank("instapay", "1.00");
  const proof = await passkeys.approveByPasskey(world, { ...who, authenticator }, sending);
  expect(await sends.orderSending(world, at.browser(), sending, proof, "by-passkey")).toMatchObject(
    {
      status: true,
    },
  );
});

test("S218 a higher figure, or ours, takes an approval of exactly this, and a day to the second", async () => {
  await at.set(upTo("1000.00"));
  const wish = upTo("2000.00");
  expect(await at.set(wish)).toMatchObject({ httpStatus: 422, code: "otp_needed" });
  expect(await at.set(upTo("none"))).toMatchObject({ code: "otp_needed" });
  const code = await at.approve(wish);
  expect(await at.set(upTo("2000.01"), code)).toMatchObject({ code: "otp_not_for_this" });
  world.passSeconds(61);
  const good = await at.approve(wish);
  const askedAt = world.app.now().getTime();
  expect(await at.set(wish, good)).toMatchObject({ status: true });
  const [sms, sent] = await world.textsTo(at.member.mobileNumber ?? "");
  expect(sms).toContain(`your own limit ${TOLD} will be PHP 2,000.00 from `);
  expect(sent).toContain(`to set your own limit ${TOLD} to PHP 2,000.00`);
  expect(await newPayee()).toMatchObject({ amount: 1_000_00n, raise: { amount: 2_000_00n } });
  world.setTime(new Date(askedAt + DAY_SECONDS * 1000 - 62_000));
  await at.comeBack(0);
  expect(await asked("2000.00")).toBe("passkey_needed");
  world.setTime(new Date(askedAt + DAY_SECONDS * 1000));
  expect(await asked("2000.00")).toBe("ok");
  expect(await asked("2000.01")).toBe("passkey_needed");
  const none = upTo("none");
  expect(await at.set(none, await at.approve(none))).toMatchObject({ status: true });
  await at.comeBack(DAY_SECONDS);
  expect(await newPayee()).toMatchObject({ amount: null, raise: null });
  expect(await asked("2000.01")).toBe("ok");
});

test("S218 what holds, or a lower figure, takes a raise back that does not hold yet", async () => {
  await at.set(upTo("1000.00"));
  const wish = upTo("2000.00");
  await at.set(wish, await at.approve(wish));
  expect(await at.set(upTo("1000.00"))).toMatchObject({ status: true });
  await at.comeBack(DAY_SECONDS);
  expect(await newPayee()).toMatchObject({ amount: 1_000_00n, raise: null });
});

test("S218 none is above the house's figure, which holds where it is the lower one", async () => {
  const { ceiling } = await newPayee();
  const set = (centavos: bigint) =>
    world.app.db
      .updateTable("transfer_limit")
      .set({ centavos })
      .where("name", "=", "new_payee_by_code_most")
      .execute();
  if (ceiling === null) throw new Error("the house has a figure");
  try {
    await set(20_000_00n);
    expect(await at.set(upTo("20000.01"))).toMatchObject({
      httpStatus: 422,
      code: "own_limit_too_high",
      errors: [{ param: "amount" }],
    });
    expect(await at.set(upTo("20000.00"))).toMatchObject({ status: true });
    await set(15_000_00n);
    expect(await asked("15000.01")).toBe("passkey_needed");
    expect(await asked("15000.00")).toBe("ok");
  } finally {
    await set(ceiling);
  }
});

test("S218 in a pause it is lowered and not raised; a raise whose time comes in one waits for its end", async () => {
  await at.set(upTo("1000.00"));
  const wish = upTo("2000.00");
  await at.set(wish, await at.approve(wish));
  await at.comeBack(DAY_SECONDS - 600);
  await pause();
  await at.comeBack(1200);
  const { pausedUntil } = await at.limits();
  expect(await newPayee()).toEqual({
    amount: 1_000_00n,
    ceiling: expect.any(BigInt),
    raise: { amount: 2_000_00n, startsAt: pausedUntil },
  });
  const paused = { httpStatus: 409, code: "raise_paused" };
  expect(await at.set(upTo("3000.00"))).toMatchObject(paused);
  await expect(at.approve(upTo("3000.00"))).rejects.toThrow("raise_paused");
  expect(await at.set(upTo("900.00"))).toMatchObject({ status: true });
  expect(await newPayee()).toMatchObject({ amount: 900_00n, raise: null });
});

test("S218 it is a figure of one transfer, and nobody sets another's", async () => {
  for (const span of ["day", "month"] as const) {
    expect(await at.set({ ...upTo("1.00"), span })).toMatchObject({ httpStatus: 404 });
  }
  const thief = await world.signIn(await world.makeMember({ card: {} }));
  expect(await at.set(upTo("1.00"), {}, thief)).toMatchObject({ httpStatus: 404 });
  expect(await newPayee()).toMatchObject({ amount: null, raise: null });
});
