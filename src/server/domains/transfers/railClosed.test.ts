import { afterAll, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { railFault } from "#test/support/railWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const CARD = 1_000_00n;

async function enter() {
  const member = await world.makeMember({ card: { balance: CARD } });
  return { member, browser: await world.signIn(member) };
}

/** The switch leaves several members' transfers without an answer. */
async function closeInstapay(): Promise<void> {
  await railFault(world, "instapay", "down");
  for (const amounts of [["11.00", "12.00"], ["13.00"]]) {
    const { member, browser } = await enter();
    for (const [turn, amount] of amounts.entries()) {
      if (turn > 0) world.passSeconds(61);
      await acts.send(world, member, browser, acts.toBank("instapay", amount));
      await drainJobs(world.app);
    }
  }
  world.passSeconds(2);
}

test("S149 InstaPay closed between the code and the order: alone or with others, nothing is posted; PESONet goes on; a repeat is answered", async () => {
  const instapay = acts.toBank("instapay", "100.00");
  const ready = [];
  for (let i = 0; i < 3; i++) {
    const who = await enter();
    ready.push({
      ...who,
      approval: await acts.approveSending(world, who.member, who.browser, instapay),
    });
  }
  const taken = await enter();
  const proof = await acts.approveSending(world, taken.member, taken.browser, instapay);
  const take = () => acts.orderSending(world, taken.browser, instapay, proof, "taken-before");
  const first = await take();
  await drainJobs(world.app);
  await closeInstapay();

  const answers = await Promise.all(
    ready.map(({ browser, approval }) =>
      acts.orderSending(world, browser, instapay, approval, "closed-meanwhile"),
    ),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({
      httpStatus: 503,
      code: "instapay_closed",
      retryAfterSeconds: 60,
    });
  }
  for (const { member } of ready) expect((await moneyOf(world, member)).card).toBe(CARD);
  expect(await take()).toEqual(first);
  const other = await enter();
  await acts.send(world, other.member, other.browser, acts.toBank("pesonet", "100.00"));
  await assertBooksHold(world);
});
