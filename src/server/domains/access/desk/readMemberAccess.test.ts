import { afterAll, beforeAll, expect, test } from "vitest";
import { POLICY_ROWS } from "#contract/approvalPolicy.ts";
import { getMemberAccess } from "#contract/staff/members.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { givePasskey } from "#test/support/passkeyActs.ts";
import { approve, asked } from "#test/support/requestActs.ts";

let world: World;
let maker: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  maker = await world.makeStaff({ role: "supervisor", officeId: null });
});
afterAll(() => world.close());

test("S193 a member's file says what approves each of their acts now: as two people chose it, by whether they have a passkey", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const browser = await world.signIn(member);
  const approvalsOf = async () => {
    const seen = await maker.call(getMemberAccess, { params: { memberGuid: member.guid } });
    return seen.status ? seen.result.approvals : [];
  };
  const places = (hasPasskey: boolean) =>
    POLICY_ROWS.filter((row) => row.hasPasskey === hasPasskey).map(({ act, payee, amount }) => ({
      act,
      payee,
      amount,
    }));
  const of = { act: "transfer_pesonet", payee: "known", amount: "above" } as const;
  const needs = async () =>
    (await approvalsOf()).find(
      ({ act, payee, amount }) => act === of.act && payee === of.payee && amount === of.amount,
    )?.needs;

  expect(await approvalsOf()).toMatchObject(places(false));
  expect(await needs()).toBe("code");
  const checker = await world.makeStaff({ role: "supervisor", officeId: null });
  for (const [hasPasskey, chosen] of [
    [false, "office"],
    [true, "passkey"],
  ] as const) {
    const payload = { ...of, hasPasskey, needs: chosen };
    await approve(checker, await asked(maker, { kind: "approval_policy", payload }));
  }
  expect(await needs()).toBe("office");
  await givePasskey(world, { member, browser });
  expect(await approvalsOf()).toMatchObject(places(true));
  expect(await needs()).toBe("passkey");
});
