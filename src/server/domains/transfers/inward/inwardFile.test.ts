import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeAccount } from "#contract/freeze.ts";
import { reconcileDay } from "#server/domains/reconciliation/reconcileDay.ts";
import { takePesonetFiles } from "#server/domains/transfers/rails/takePesonetFiles.ts";
import * as inward from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import * as acts from "#test/support/transferActs.ts";
import { sendInwardReturns } from "./sendInwardReturns.ts";
import { settleInward } from "./settleInward.ts";

const CARD = 500_00n;
let world: World;
let member: TestMember;

beforeEach(async () => {
  world = await rails.makeRailWorld({ ISSUER_TIMEOUT_MS: "400", RAIL_TIMEOUT_MS: "400" });
  member = await world.makeMember({
    savings: 0n,
    capital: { withdrawable: 100_00n, fixed: 1_000_00n },
    card: { balance: CARD },
  });
});
afterEach(async () => {
  await acts.assertBooksHold(world);
  await world.close();
});

const savings = () => inward.savingsOf(member);
const card = () => member.cardAccountNo ?? "";
const capital = () => inward.digitsOf(member.accountNumbers.me);

/** What came in, by the name that its bank gave it. */
async function rows() {
  const found = await world.app.db
    .selectFrom("inward_credit")
    .select(["ref_no", "tx_id", "state", "reason_code", "return_file"])
    .orderBy("ref_no")
    .execute();
  return new Map(found.map((row) => [row.tx_id, row]));
}
const statesOf = async () =>
  [...(await rows()).values()].map(({ tx_id, state, reason_code }) =>
    [tx_id, state, reason_code].filter(Boolean).join(" "),
  );

/** What the worker does with files, as the clock goes on. */
async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await takePesonetFiles(world.app);
    await settleInward(world.app);
    await sendInwardReturns(world.app);
    world.passSeconds(61);
  }
}

async function moneyOf(txId: string) {
  return rails.moneyOfTransfer(world, (await rows()).get(txId)?.ref_no ?? "none");
}

/** As the clearing house's statement of the day has it. */
async function differences(): Promise<string[]> {
  world.passSeconds(24 * 60 * 60);
  const by = { kind: "system", name: "test", correlationId: "test" } as const;
  await reconcileDay(world.app, { source: "pesonet", day: "2026-11-23" }, by);
  const breaks = await world.app.db
    .selectFrom("reconciliation_break")
    .select(["kind", "reference"])
    .execute();
  return breaks.map(({ kind, reference }) => `${kind} ${reference}`);
}

test("S254 a file's lines are credited to savings and card or go back in a file, each once, and the statement agrees", async () => {
  await inward.sendByFile(
    world,
    { account: savings(), amount: "10.00", reference: "TX-1", senderName: "ANA CRUZ" },
    { account: card(), amount: "20.00", reference: "TX-2" },
    { account: "99999999", amount: "30.00", reference: "TX-3" },
    { account: capital(), amount: "40.00", reference: "TX-4" },
    { account: card(), amount: "100000.00", reference: "TX-5" },
  );
  await inward.clearNow(world);
  await takePesonetFiles(world.app);
  expect(await statesOf()).toEqual([
    "TX-1 credited",
    "TX-2 accepted",
    "TX-3 returning AC03",
    "TX-4 returning AC06",
    "TX-5 returning AM21",
  ]);
  expect(await moneyOf("TX-3")).toEqual({ "1530": 30_00n, "2590": 30_00n });
  await settleAll();
  expect(await statesOf()).toEqual([
    "TX-1 credited",
    "TX-2 credited",
    "TX-3 returned AC03",
    "TX-4 returned AC06",
    "TX-5 returned AM21",
  ]);
  expect(await moneyOf("TX-1")).toEqual({
    "1120": 10_00n,
    "1510": -10_00n,
    "1530": 10_00n,
    "2010": 10_00n,
  });
  expect(await moneyOf("TX-2")).toEqual({ "1530": 20_00n, "2510": 20_00n });
  expect(await moneyOf("TX-3")).toEqual({});
  const files = new Set([...(await rows()).values()].map(({ return_file: file }) => file));
  expect(files.size).toBe(2);
  const { card: onCard, issuer } = await acts.moneyOf(world, member);
  expect({ onCard, issuer }).toEqual({ onCard: CARD + 20_00n, issuer: CARD + 20_00n });
  expect(await rails.noticesOf(world, member)).toEqual(["money_in_account", "money_on_card"]);
  const refNo = (await rows()).get("TX-2")?.ref_no ?? "";
  expect(await rails.historyOf(world, refNo)).toEqual([["Pesonet Receive", 20_00n]]);
  expect(await rails.exceptionsOf(world)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test("S254 a file comes at its clearing, also while the account is frozen, and a card closed by then sends it back", async () => {
  const other = await world.makeMember({ card: { balance: 0n, status: "deactivated" } });
  const browser = await world.signIn(member);
  expect((await world.call(freezeAccount, {}, browser)).status).toBe(true);
  await inward.sendByFile(
    world,
    { account: card(), amount: "20.00", reference: "TX-1" },
    { account: other.cardAccountNo ?? "999999999999", amount: "30.00", reference: "TX-2" },
  );
  await takePesonetFiles(world.app);
  expect(await statesOf()).toEqual([]);
  // The clearing of 13:00.
  world.setTime(rails.manila("2026-11-23T13:00:00"));
  await settleAll();
  expect(await statesOf()).toEqual(["TX-1 credited", "TX-2 returned AC03"]);
});

test.each([
  ["duplicate", {}],
  ["late", { delaySeconds: 30 }],
  ["out-of-order", {}],
  ["slow", { delaySeconds: 0.9 }],
  ["timeout", {}],
  ["error", {}],
  ["down", {}],
])("S255 a clearing house in mode %s: each line ends once", async (mode, more) => {
  await inward.sendByFile(
    world,
    { account: savings(), amount: "10.00", reference: "TX-1" },
    { account: "99999999", amount: "30.00", reference: "TX-2" },
  );
  await rails.railFault(world, "pesonet", mode, more);
  await inward.clearNow(world);
  await settleAll();
  await rails.railFault(world, "pesonet", "ok");
  world.passSeconds(15 * 60);
  await settleAll();
  expect(await statesOf()).toEqual(["TX-1 credited", "TX-2 returned AC03"]);
  expect(await moneyOf("TX-1")).toMatchObject({ "1530": 10_00n, "2010": 10_00n });
  expect(await moneyOf("TX-2")).toEqual({});
  expect(await rails.noticesOf(world, member)).toEqual(["money_in_account"]);
  expect(await differences()).toEqual([]);
});

test("S255 what an issuer refuses goes back in a file and frees the load", async () => {
  await rails.railFault(world, "issuer", "reject");
  await inward.sendByFile(world, { account: card(), amount: "20.00", reference: "TX-1" });
  await inward.clearNow(world);
  await settleAll();
  expect(await statesOf()).toEqual(["TX-1 returned"]);
  expect(await moneyOf("TX-1")).toEqual({});
  const loads = await world.app.db.selectFrom("card_load").select("loaded_centavos").execute();
  expect(loads.map(({ loaded_centavos: one }) => one)).toEqual([0n]);
  expect(await differences()).toEqual([]);
});

test("S256 a line under a name that was used moves nothing again; with another amount a person looks at it", async () => {
  const line = { account: savings(), amount: "10.00", reference: "TX-1" };
  await inward.sendByFile(world, line);
  await inward.clearNow(world);
  await takePesonetFiles(world.app);
  await inward.sendByFile(world, line, { ...line, amount: "11.00" });
  await inward.clearNow(world);
  await settleAll();
  expect(await statesOf()).toEqual(["TX-1 credited"]);
  expect(await moneyOf("TX-1")).toMatchObject({ "2010": 10_00n });
  expect(await rails.exceptionsOf(world)).toEqual(["wrong_amount"]);
  expect(await differences()).toEqual([]);
});
