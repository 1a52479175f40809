import { afterAll, beforeAll, expect, test } from "vitest";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { getMemberCard } from "#contract/staff/members.ts";
import type { Caller } from "#server/platform/app.ts";
import { activate } from "#server/domains/cards/activation/activate.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let teller: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
});
afterAll(() => world.close());

test.each(["processing", "for_pickup"] as const)(
  "S084 S131 a card that is %s is locked too, and is then not taken into use",
  async (status) => {
    const owner = await world.makeMember({ officeId: 1n, card: { status } });
    await world.app.db
      .updateTable("card")
      .set({ account_no: null, ledger_account_id: null, token: null })
      .where("member_id", "=", owner.id)
      .execute();
    const body = { reason: "An impostor applied" };
    const params = { memberGuid: owner.guid };
    const locked = await teller.call(lockMemberCard, { params, body });
    expect(locked).toMatchObject({ status: true, result: { isConfirmed: true } });
    const found = await teller.call(getMemberCard, { params });
    const card = { isAdminLocked: true, waitsForIssuer: [] };
    expect(found).toMatchObject({ status: true, result: { card } });
    if (status !== "for_pickup") return;
    // Nothing else of a caller is looked at.
    const caller = { memberId: owner.id, memberGuid: owner.guid } as Caller;
    const entered = { number: "4000009910000002", newPin: "" };
    await expect(activate(world.app, caller, "generic", entered)).rejects.toMatchObject({
      code: "card_admin_locked",
    });
  },
);
