import { randomUUID } from "node:crypto";
import { openCashDrawer } from "#contract/staff/cash.ts";
import {
  askCashMove,
  type Counts,
  decideCashMove,
  DENOMINATIONS,
} from "#contract/staff/cashMoves.ts";
import { readBalance } from "#server/ledger/balances.ts";
import { makeStaff, type TestStaff } from "./makeStaff.ts";
import type { World } from "./makeWorld.ts";

type Decision = "confirm" | "refuse" | "take_back";

export const decideMove = (by: TestStaff, moveId: string, decision: Decision = "confirm") =>
  by.call(decideCashMove, { params: { moveId }, body: { decision } });

/** The vaults of a world that were counted. */
const opened = new WeakMap<World, Map<bigint, Promise<void>>>();

/** So much in a vault that two counted, whatever else a test does there. */
const IN_VAULT: Counts = [{ denomination: 100000, pieces: 1000 }];

/** Somebody who keeps the vault of a branch, which was counted: with a million pesos the first time. */
export async function keeperOf(world: World, officeId = 1n): Promise<TestStaff> {
  const ofWorld = opened.get(world) ?? new Map<bigint, Promise<void>>();
  opened.set(world, ofWorld);
  const opening = ofWorld.get(officeId) ?? openVault(world, officeId);
  ofWorld.set(officeId, opening);
  await opening;
  return makeStaff(world, { role: "supervisor", officeId });
}

async function openVault(world: World, officeId: bigint): Promise<void> {
  const keeper = await makeStaff(world, { role: "supervisor", officeId });
  const other = await makeStaff(world, { role: "teller", officeId });
  const count = { kind: "count", counts: IN_VAULT, slip: "" } as const;
  const asked = await other.call(askCashMove, { body: count }, { idempotencyKey: randomUUID() });
  if (!asked.status) throw new Error(asked.code);
  const counted = await decideMove(keeper, asked.result.moveId);
  if (!counted.status) throw new Error(counted.code);
}

/** The teller asks for a float, and who keeps the vault hands it over; answers the first no, or the last yes. */
export async function openDrawer(world: World, teller: TestStaff, counts: Counts, officeId = 1n) {
  const keeper = await keeperOf(world, officeId);
  const asked = await teller.call(openCashDrawer, { body: { counts } });
  return asked.status ? decideMove(keeper, asked.result.moveId) : asked;
}

/** Who keeps the vault takes what a drawer was counted with: it is closed then. */
export async function takeReturn(world: World, drawerId: string, officeId = 1n) {
  const keeper = await keeperOf(world, officeId);
  const { id } = await world.app.db
    .selectFrom("cash_move")
    .select("id")
    .where("drawer_id", "=", BigInt(drawerId))
    .where("kind", "=", "return")
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return decideMove(keeper, String(id));
}

/** What the vault of a branch holds. */
export async function vaultOf({ app }: World, officeId = 1n): Promise<bigint> {
  const vault = await app.db
    .selectFrom("cash_vault")
    .select("inside_centavos")
    .where("office_id", "=", officeId)
    .executeTakeFirst();
  return vault?.inside_centavos ?? 0n;
}

/** The cash of a branch in the books. */
export async function branchInBooks({ app }: World, officeId = 1n): Promise<bigint> {
  const { id } = await app.db
    .selectFrom("ledger_account")
    .select("id")
    .where("book", "=", "ASSOC")
    .where("code", "=", "1010")
    .where("subledger", "=", String(officeId))
    .executeTakeFirstOrThrow();
  return (await readBalance(app.db, id))?.balance ?? 0n;
}

/** So much, in as few pieces as it takes. */
export function countOf(centavos: bigint): Counts {
  let left = centavos;
  return DENOMINATIONS.map((denomination) => {
    const pieces = left / BigInt(denomination);
    left -= pieces * BigInt(denomination);
    return { denomination, pieces: Number(pieces) };
  });
}
