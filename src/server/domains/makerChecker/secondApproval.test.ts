import { afterAll, beforeAll, expect, test } from "vitest";
import { listRequests } from "#contract/staff/requests.ts";
import { approval, makeDesk, proposed, readFile } from "#test/support/loanDeskActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asked, decide, look } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S173 a first approval says that one more is needed, to whoever gives it and to whoever asked, until the second is there", async () => {
  const desk = await makeDesk(world);
  const { officer, chief, second } = desk;
  const member = await world.makeMember({ officeId: 1n, employer: "PNP", savings: 1_000_00n });
  const applicationNo = await proposed(world, desk, member, { principal: "150000.00", months: 36 });
  const firstId = await asked(officer, approval(applicationNo));
  expect((await look(officer, firstId)).secondApproval).toBeNull();
  expect(await decide(chief, firstId)).toMatchObject({
    result: { state: "approved", follows: "second_approval" },
  });
  const half = { id: firstId, state: "approved", secondApproval: "open" };
  expect(await look(officer, firstId)).toMatchObject(half);
  expect(await officer.call(listRequests, { query: { show: "mine" } })).toMatchObject({
    result: { rows: [half] },
  });

  const { openRequestId } = await readFile(officer, applicationNo);
  expect(await decide(second, openRequestId ?? "")).toMatchObject({
    result: { state: "approved", follows: null },
  });
  expect(await look(officer, firstId)).toMatchObject({ secondApproval: "approved" });
});
