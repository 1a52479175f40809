import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeAccount } from "#contract/freeze.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { inTransit, moneyOf } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "500" });
});
afterAll(() => world.close());

/** A member who sends from savings, and the one whose card it goes to. */
async function enter() {
  const receiver = await world.makeMember({ card: { balance: 0n } });
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n, card: {} });
  const browser = await world.signIn(member);
  return { receiver, member, browser, from: member.accountNumbers.savings ?? "" };
}

async function freeze(browser: Browser) {
  const answer = await world.call(freezeAccount, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

test("S201 what left an account for another member's card and was not handed to the issuer comes back, and is not sent later", async () => {
  const { receiver, member, browser, from } = await enter();
  const send = (amount: string) =>
    acts.send(world, member, browser, acts.toCard(receiver, amount, from));
  await send("20.00");
  await drainJobs(world.app);
  const unsent: string[] = [];
  for (const amount of ["100.00", "30.00"]) {
    world.passSeconds(61);
    unsent.push(await send(amount));
  }
  const { comingBack } = await freeze(browser);
  expect(new Map(comingBack.map(({ refNo, total }) => [refNo, total]))).toEqual(
    new Map([
      [unsent[0], 100_00n],
      [unsent[1], 30_00n],
    ]),
  );
  await drainJobs(world.app);
  for (let look = 0; look < 2; look += 1) {
    world.passSeconds(61);
    await sweepTransfers(world.app);
  }
  const { rows } = await world.app.pool.query(
    "select state, sent_at is null as unsent from transfer where member_id = $1 order by accepted_at",
    [member.id],
  );
  expect(rows).toEqual([
    { state: "credited", unsent: false },
    { state: "returned", unsent: true },
    { state: "returned", unsent: true },
  ]);
  // Whoever is told that it came back was told that it left.
  const { rows: told } = await world.app.pool.query(
    `select kind from notification where member_id = $1 and params ->> 'refNo' = $2 order by id`,
    [member.id, unsent[0]],
  );
  expect(told.map(({ kind }) => kind)).toEqual(["card_transfer_out", "card_transfer_returned"]);
  expect(await moneyOf(world, receiver)).toMatchObject({ card: 20_00n, issuer: 20_00n });
  const left = await world.app.db
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("subledger", "=", from)
    .executeTakeFirstOrThrow();
  expect(left.available_centavos).toBe(980_00n);
  expect(await inTransit(world)).toBe(0n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S201 a sending that races the freeze is either sent or comes back, never both", async () => {
  const { receiver, member, browser, from } = await enter();
  await acts.send(world, member, browser, acts.toCard(receiver, "100.00", from));
  const [{ comingBack }] = await Promise.all([freeze(browser), drainJobs(world.app)]);
  await drainJobs(world.app);
  const arrived = 100_00n - comingBack.reduce((sum, { total }) => sum + total, 0n);
  expect(await moneyOf(world, receiver)).toMatchObject({ card: arrived, issuer: arrived });
  expect(await inTransit(world)).toBe(0n);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
