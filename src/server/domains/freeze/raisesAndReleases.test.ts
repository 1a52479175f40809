import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeAccount } from "#contract/freeze.ts";
import { getMoneyLocks, lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { getOwnLimits, setOwnLimit } from "#contract/ownLimits.ts";
import { freeLocks } from "#server/domains/moneyLock/freeLocks.ts";
import { approveWith } from "#test/support/cardUse.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S201 a raise and a release that wait do not come through a freeze: both are dropped, told, and asked for anew", async () => {
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  const accountNumber = member.accountNumbers.savings ?? "";
  const limit = { limit: "own", span: "day" as const };
  const money = { accountNumber, amount: "300.00" };
  const done = { status: true };
  const set = (amount: string, code: object = {}) =>
    world.call(setOwnLimit, { params, body: { ...limit, amount, ...code } }, browser);
  expect(await set("100.00")).toMatchObject(done);
  const raise = { kind: "raise_own_limit" as const, ...limit, amount: "900.00" };
  expect(await set("900.00", await approveWith(world, member, browser, raise))).toMatchObject(done);
  const key = { idempotencyKey: "lock-before-the-freeze" };
  expect(await world.call(lockMoney, { params, body: money }, browser, key)).toMatchObject(done);
  world.passSeconds(61);
  const release = { kind: "release_lock" as const, ...money };
  const code = await approveWith(world, member, browser, release);
  const body = { ...money, ...code };
  expect(await world.call(releaseLock, { params, body }, browser)).toMatchObject(done);

  expect(await world.call(freezeAccount, {}, browser)).toMatchObject(done);
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const payload = { memberGuid: member.guid, identityDocument: "UMID ending 1234" };
  await approve(supervisor, await asked(teller, { kind: "lift_freeze", payload }));
  // Both of their days and the pause after the freeze are long over.
  world.passSeconds(3 * 24 * 60 * 60);
  await freeLocks(world.app);
  const back = await world.signIn(member);
  const limits = await world.call(getOwnLimits, { params }, back);
  const locks = await world.call(getMoneyLocks, { params }, back);
  if (!limits.status || !locks.status) throw new Error("neither is read");
  const own = limits.result.kinds.find(({ kind }) => kind === "own");
  expect(own?.day).toMatchObject({ amount: 100_00n, raise: null });
  const savings = locks.result.accounts.find((account) => account.accountNumber === accountNumber);
  expect(savings).toMatchObject({ locked: 300_00n, releases: [] });
  const { rows: notices } = await world.app.pool.query<{ kind: string }>(
    "select kind from notification where member_id = $1 and kind like '%dropped' order by kind",
    [member.id],
  );
  expect(notices).toEqual([{ kind: "lock_release_dropped" }, { kind: "own_limit_raise_dropped" }]);
});
