import { afterAll, beforeAll, expect, test } from "vitest";
import { getCardRequestDetails, requestCard } from "#contract/cardApplication.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
beforeAll(async () => {
  world = await makeWorld();
  bench = makeCardBench(world);
  await bench.listen();
});
afterAll(() => world.close());

test("S162 who has one name lacks none, and the issuer takes it", async () => {
  const member = await world.makeMember({ card: null, officeId: 1n, storage: 500_00n });
  await bench.completeFile(member);
  const browser = await world.signIn(member);
  const own = { params: { guid: member.guid } };
  await world.app.db
    .updateTable("member")
    .set({ first_name: "", last_name: "Sukarno" })
    .where("id", "=", member.id)
    .execute();
  const details = await world.call(getCardRequestDetails, own, browser);
  expect(details).toMatchObject({ result: { lastName: "Sukarno" }, errors: [] });
  const { transactionId } = (await bench.ok(world.call(requestCard, own, browser))).result;
  await bench.work();
  await bench.decide(transactionId, "approved");
  await world.sandbox.tellEvents();
  expect(await bench.stageOf(transactionId)).toBe("approved");
});
