import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeAccount } from "#contract/freeze.ts";
import { isShortForGood } from "#server/domains/cards/state/isShortForGood.ts";
import { reconcileDay } from "#server/domains/reconciliation/reconcileDay.ts";
import {
  inquireInward,
  INWARD_AMOUNT,
  sendFromBank,
  sendInward,
} from "#test/support/inwardActs.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import {
  exceptionsOf,
  historyOf,
  makeRailWorld,
  moneyOfTransfer,
  noticesOf,
  railFault,
} from "#test/support/railWorld.ts";
import * as acts from "#test/support/transferActs.ts";
import { endAtIssuer } from "./endAtIssuer.ts";
import { settleInward } from "./settleInward.ts";

const CARD = 500_00n;
const MOST = 100_000_00n;
let world: World;
let member: TestMember;

beforeEach(async () => {
  world = await makeRailWorld({ ISSUER_TIMEOUT_MS: "400", RAIL_TIMEOUT_MS: "400" });
  member = await world.makeMember({ savings: 0n, card: { balance: CARD } });
});
afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

const account = () => member.cardAccountNo ?? "";
const money = async () => {
  const { card, issuer } = await acts.moneyOf(world, member);
  return { card, issuer };
};
const row = () => world.app.db.selectFrom("inward_credit").selectAll().executeTakeFirstOrThrow();
const loaded = async () =>
  (await world.app.db.selectFrom("card_load").select("loaded_centavos").execute()).reduce(
    (sum, { loaded_centavos: one }) => sum + one,
    0n,
  );

/** Until nothing is left to do, as the clock goes on. */
async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await settleInward(world.app);
    world.passSeconds(61);
  }
}

test("S235 money for a card is taken in the answer; the issuer is told and the card is credited, once", async () => {
  expect(await sendInward(world, { txId: "TX-1", account: account() })).toBe("ACSC");
  const { ref_no: refNo } = await row();
  expect(await moneyOfTransfer(world, refNo)).toEqual({
    "1520": INWARD_AMOUNT,
    "2590": INWARD_AMOUNT,
  });
  expect(await noticesOf(world, member)).toEqual([]);
  await Promise.all([settleInward(world.app), settleInward(world.app)]);
  expect(await settleInward(world.app)).toBe(0);
  expect(await sendInward(world, { txId: "TX-1", account: account() })).toBe("ACSC");
  expect(await money()).toEqual({ card: CARD + INWARD_AMOUNT, issuer: CARD + INWARD_AMOUNT });
  expect(await moneyOfTransfer(world, refNo)).toEqual({
    "1520": INWARD_AMOUNT,
    "2510": INWARD_AMOUNT,
  });
  expect(await noticesOf(world, member)).toEqual(["money_on_card"]);
  expect(await historyOf(world, refNo)).toEqual([["Instapay Receive", INWARD_AMOUNT]]);
  expect(await loaded()).toBe(INWARD_AMOUNT);
});

test.each<[string, MemberOptions["card"], string]>([
  ["locked by the member", { memberLocked: true }, "ACSC"],
  ["locked by staff", { adminLocked: true }, "RJCT AC06"],
  ["suspended", { status: "suspended" }, "RJCT AC06"],
  ["closed", { status: "deactivated" }, "RJCT AC04"],
  ["not in use yet", { status: "for_pickup" }, "RJCT AC03"],
])("S236 a card that is %s: %j is answered %s", async (_, card, said) => {
  const other = await world.makeMember({ card: { balance: 0n, ...card } });
  const inward = { txId: "TX-2", account: other.cardAccountNo ?? "999999999999" };
  expect(await sendInward(world, inward)).toBe(said);
  expect(await inquireInward(world, inward)).toBe(said);
  await settleAll();
});

test("S236 money comes in while the account is frozen", async () => {
  const browser = await world.signIn(member);
  const frozen = await world.call(freezeAccount, {}, browser);
  expect(frozen.status).toBe(true);
  expect(await sendInward(world, { txId: "TX-3", account: account() })).toBe("ACSC");
  await settleAll();
  expect(await money()).toEqual({ card: CARD + INWARD_AMOUNT, issuer: CARD + INWARD_AMOUNT });
});

test("S236 of two that come at once and break the load limit together one is refused, and counts nothing", async () => {
  const amount = MOST / 2n + 1n;
  const answers = await Promise.all(
    ["TX-4", "TX-5"].map((txId) => sendInward(world, { txId, account: account(), amount })),
  );
  expect(answers.toSorted()).toEqual(["ACSC", "RJCT AM21"]);
  expect(await loaded()).toBe(amount);
  expect(await sendInward(world, { txId: "TX-6", account: account(), amount: MOST })).toBe(
    "RJCT AM21",
  );
  const rest = MOST - amount;
  expect(await sendInward(world, { txId: "TX-7", account: account(), amount: rest })).toBe("ACSC");
  await settleAll();
  expect(await money()).toEqual({ card: CARD + MOST, issuer: CARD + MOST });
});

const MODES = [
  ["slow", { delaySeconds: 0.9 }, "credited"],
  ["timeout", {}, "credited"],
  ["timeout", { effect: "lost" }, "credited"],
  ["error", {}, "credited"],
  ["duplicate", {}, "credited"],
  ["out-of-order", {}, "credited"],
  ["late", { delaySeconds: 1, effect: "kept" }, "credited"],
  ["reject", {}, "returned"],
  ["late", { delaySeconds: 1, effect: "lost" }, "returned"],
] as const;

test.each(MODES)("S235 an issuer in mode %s %j: what came in is %s", async (mode, more, end) => {
  await sendFromBank(world, { account: account(), amount: "250.00" });
  await world.sandbox.tellEvents();
  await railFault(world, "issuer", mode, more);
  await settleInward(world.app);
  await railFault(world, "issuer", "ok");
  world.passSeconds(16);
  await settleAll();
  const { state, ref_no: refNo } = await row();
  expect(state).toBe(end);
  const came = end === "credited" ? INWARD_AMOUNT : 0n;
  expect(await money()).toEqual({ card: CARD + came, issuer: CARD + came });
  expect(await loaded()).toBe(came);
  expect(await noticesOf(world, member)).toEqual(end === "credited" ? ["money_on_card"] : []);
  expect(await moneyOfTransfer(world, refNo)).toEqual(
    end === "credited" ? { "1520": INWARD_AMOUNT, "2510": INWARD_AMOUNT } : {},
  );
  expect(await exceptionsOf(world)).toEqual([]);
  world.passSeconds(24 * 60 * 60);
  const by = { kind: "system", name: "test", correlationId: "test" } as const;
  await reconcileDay(world.app, { source: "instapay", day: "2026-11-23" }, by);
  await reconcileDay(world.app, { source: "issuer", day: "2026-11-23" }, by);
  const breaks = await world.app.db.selectFrom("reconciliation_break").selectAll().execute();
  expect(breaks).toEqual([]);
});

test.each(["down", "timeout", "error", "duplicate", "slow"])(
  "S235 what the issuer refused goes back once, also over a switch in mode %s",
  async (mode) => {
    await sendFromBank(world, { account: account(), amount: "250.00" });
    await world.sandbox.tellEvents();
    await railFault(world, "issuer", "reject");
    await settleInward(world.app);
    await railFault(world, "issuer", "ok");
    await railFault(world, "instapay", mode, { delaySeconds: 0.9 });
    await settleInward(world.app);
    await railFault(world, "instapay", "ok");
    world.passSeconds(16);
    await settleAll();
    const { ref_no: refNo, state, correlation_id: correlationId } = await row();
    expect(state).toBe("returned");
    expect(await moneyOfTransfer(world, refNo)).toEqual({});
    // An issuer that says otherwise afterwards moves nothing: a person looks at it.
    const outcome = { kind: "credited", issuerReference: "UB1" } as const;
    const late = { refNo, outcome, via: "callback", correlationId } as const;
    expect(await endAtIssuer(world.app, late)).toBe("exception");
    expect(await exceptionsOf(world, refNo)).toEqual(["credited_after_return"]);
    expect(await money()).toEqual({ card: CARD, issuer: CARD });
  },
);

test("S235 what is bought with money that came in, before our books have it, is told again and booked", async () => {
  expect(await sendInward(world, { txId: "TX-9", account: account() })).toBe("ACSC");
  expect(await isShortForGood(world.app, account(), CARD + INWARD_AMOUNT)).toBe(false);
  await settleInward(world.app);
  expect(await isShortForGood(world.app, account(), CARD + INWARD_AMOUNT)).toBe(false);
  expect(await isShortForGood(world.app, account(), CARD + INWARD_AMOUNT + 1n)).toBe(true);
});

test("S235 an issuer that says nothing for a day is a person's to ask", async () => {
  expect(await sendInward(world, { txId: "TX-8", account: account() })).toBe("ACSC");
  await railFault(world, "issuer", "timeout", { effect: "lost" });
  await settleInward(world.app);
  world.passSeconds(25 * 60 * 60);
  await settleInward(world.app);
  expect(await exceptionsOf(world)).toEqual(["unanswered"]);
  await railFault(world, "issuer", "ok");
  world.passSeconds(31 * 60);
  await settleInward(world.app);
  expect(await money()).toEqual({ card: CARD + INWARD_AMOUNT, issuer: CARD + INWARD_AMOUNT });
});
