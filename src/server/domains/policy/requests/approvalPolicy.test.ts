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

test("S318 for how long an act waits is decided by two, for everybody, never for less than shipped and never for longer than a week", async () => {
  const of = { act: "release_lock", payee: "none", amount: "any" };
  const waits = async () => {
    const answer = await maker.call(getApprovalPolicy, {});
    if (!answer.status) throw new Error(answer.code);
    const own = answer.results.filter(({ act }) => act === "release_lock");
    return own.map(({ needs, waitHours }) => `${needs} ${waitHours}`);
  };
  const shipped = await waits();
  expect(shipped).toEqual(["passkey_and_wait 24", "code 24"]);
  const payload = { ...of, hasPasskey: true, needs: "code", waitHours: 72 };
  const id = await asked(maker, { kind: "approval_policy", payload });
  expect(await waits()).toEqual(shipped);
  expect(await look(checker, id)).toMatchObject({
    before: { needs: "passkey_and_wait", waitHours: "24" },
    after: { needs: "code", waitHours: "72" },
  });
  await approve(checker, id);
  expect(await waits()).toEqual(["code 72", "code 72"]);
  // The proof alone leaves the hours as they are.
  const proof = { ...of, hasPasskey: true, needs: "passkey_and_wait" };
  await approve(checker, await asked(maker, { kind: "approval_policy", payload: proof }));
  expect(await waits()).toEqual(["passkey_and_wait 72", "code 72"]);
  const freeze = { ...of, act: "lift_freeze", hasPasskey: true, needs: "passkey_and_wait" };
  for (const wrong of [
    ...[0, -24, 23, 24.5, 169, 1e9, "48"].map((waitHours) => ({ ...payload, waitHours })),
    { ...freeze, waitHours: 11 },
    // It counts at once.
    { ...of, act: "reveal_cvv", hasPasskey: true, needs: "passkey", waitHours: 24 },
  ]) {
    expect([wrong, await ask(maker, { kind: "approval_policy", payload: wrong })]).toMatchObject([
      wrong,
      {
        httpStatus: 422,
        errors: [{ param: "payload.waitHours" }],
      },
    ]);
  }
  expect(await waits()).toEqual(["passkey_and_wait 72", "code 72"]);
});

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
