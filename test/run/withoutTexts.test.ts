import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeAccount } from "#contract/freeze.ts";
import { lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approveByPasskey, endPause, givePasskey, signInBy } from "#test/support/passkeyActs.ts";
import { fault } from "#test/support/transferActs.ts";
import * as sending from "#test/support/sendActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("R16 S191 while no text goes out, whoever has a passkey signs in on a new device, pays, unlocks money and freezes", async () => {
  const member = await world.makeMember({
    officeId: 1n,
    savings: 5_000_00n,
    card: { balance: 1_000_00n },
  });
  const first = await world.signIn(member);
  const { authenticator } = await givePasskey(world, { member, browser: first });
  await endPause(world, member);
  const known = await world.signIn(member, first);
  await sending.send(world, member, known, sending.toBank("instapay", "10.00"));
  await drainJobs(world.app);
  await fault(world, "down", { target: "sms" });
  const codes = async () => {
    const { rows } = await world.app.pool.query<{ total: number }>(
      "select count(*)::int as total from text_message where member_id = $1 and kind = 'code'",
      [member.id],
    );
    return rows[0]?.total;
  };
  const before = await codes();

  const { answer, browser } = await signInBy(world, authenticator);
  expect(answer).toMatchObject({ status: true });
  const who = { member, browser, authenticator };
  const params = { guid: member.guid };
  const order = sending.toBank("instapay", "20.00");
  const approval = await approveByPasskey(world, who, order);
  expect(
    await sending.orderSending(world, browser, order, approval, "without-a-text"),
  ).toMatchObject({ status: true });
  const money = { accountNumber: member.accountNumbers.savings ?? "", amount: "300.00" };
  const key = { idempotencyKey: "locked-without-a-text" };
  expect(await world.call(lockMoney, { params, body: money }, browser, key)).toMatchObject({
    status: true,
  });
  await endPause(world, member);
  const release = await approveByPasskey(world, who, { kind: "release_lock", ...money });
  expect(
    await world.call(releaseLock, { params, body: { ...money, ...release } }, browser),
  ).toMatchObject({ status: true });
  expect(await world.call(freezeAccount, {}, browser)).toMatchObject({ status: true });
  expect(await codes()).toBe(before);
});
