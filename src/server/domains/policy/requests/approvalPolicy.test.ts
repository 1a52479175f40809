import { afterAll, beforeAll, expect, test } from "vitest";
import { getApprovalPolicy } from "#contract/staff/approvalPolicy.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, look } from "#test/support/requestActs.ts";

let world: World;
let maker: TestStaff;
let checker: TestStaff;
let nobody: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  maker = await makeStaff(world, { role: "supervisor", officeId: null });
  checker = await makeStaff(world, { role: "supervisor", officeId: null });
  nobody = await makeStaff(world, { role: "auditor", officeId: null });
});
afterAll(() => world.close());

test("S193 what an act of members takes is decided by two, out of what may be chosen, and counts from then on", async () => {
  const of = { act: "reveal_cvv", payee: "none", amount: "any", hasPasskey: true };
  const payload = { ...of, needs: "code" };
  const id = await asked(maker, { kind: "approval_policy", payload });
  await approve(checker, id);
  expect(await look(nobody, id)).toMatchObject({
    before: { needs: "passkey" },
    after: { needs: "code" },
  });
  expect(await maker.call(getApprovalPolicy, {})).toMatchObject({
    results: expect.arrayContaining([
      expect.objectContaining({ ...of, needs: "code", shipped: "passkey" }),
    ]),
  });
  for (const wrong of [
    { ...of, needs: "nothing" },
    { ...of, payee: "new", needs: "passkey" },
    { ...of, act: "change_contact", needs: "code" },
    // Of what waits nothing has it count at once; what counts at once waits for nobody.
    { ...of, act: "raise_own_limit", needs: "passkey" },
    { ...of, needs: "passkey_and_wait" },
  ]) {
    expect(await ask(maker, { kind: "approval_policy", payload: wrong })).toMatchObject({
      httpStatus: 422,
      errors: [{ param: "payload.needs" }],
    });
  }
  expect(await nobody.call(getApprovalPolicy, {})).toMatchObject({ code: "not_your_role" });
});
