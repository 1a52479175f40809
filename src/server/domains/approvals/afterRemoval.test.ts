import { afterAll, beforeAll, expect, test } from "vitest";
import { getSafety } from "#contract/safety.ts";
import { removeMemberPasskey } from "#contract/staff/memberActions.ts";
import { type ApprovedIntent, DOING, enterWithPasskey } from "#test/support/approvedActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/passkeyActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

const RISKY = ["reveal_cvv", "accept_loan"] as const;
const LATELY = "passkey_removed_lately";

/** The pause as the pages tell it before anything is tried. */
async function pauseOf({ member, browser }: Awaited<ReturnType<typeof enterWithPasskey>>) {
  const answer = await world.call(getSafety, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.code);
  return answer.result.pause;
}

test.each(RISKY)(
  "S231 S321 a code that removed the passkey opens no way around it to %s: not with a code, not with a passkey made after it, until the pause ends",
  async (act) => {
    const who = await enterWithPasskey(world);
    const answer = await DOING[act](world, who, async (intent) => {
      const byText = (wanted: ApprovedIntent) => acts.approveByText(world, who, wanted);
      expect(await DOING.remove_passkey(world, who, byText)).toMatchObject({ status: true });
      await expect(byText(intent)).rejects.toThrow(LATELY);
      expect(await pauseOf(who)).toMatchObject({ isAfterRemoval: true });
      const { authenticator } = await acts.givePasskey(world, who);
      const byNew = () => acts.approveByPasskey(world, { ...who, authenticator }, intent);
      await expect(byNew()).rejects.toThrow(LATELY);
      await acts.endPause(world, who.member);
      return byNew();
    });
    expect(answer).toMatchObject({ status: true });
  },
);

test.each(RISKY)(
  "S231 what was approved before a code removed a passkey is not taken after it: %s",
  async (act) => {
    const who = await enterWithPasskey(world);
    const { authenticator } = await acts.givePasskey(world, { ...who }, { by: who.authenticator });
    const byOther = { ...who, authenticator };
    const answer = await DOING[act](world, who, async (intent) => {
      const proof = await acts.approveByPasskey(world, byOther, intent);
      await DOING.remove_passkey(world, who, (removal) => acts.approveByText(world, who, removal));
      return proof;
    });
    expect(answer).toMatchObject({ status: false, code: LATELY });
  },
);

test("S231 S321 a passkey that a passkey or the office removed leaves the other ways as they are", async () => {
  const byPasskey = await enterWithPasskey(world);
  const own = (intent: ApprovedIntent) => acts.approveByPasskey(world, byPasskey, intent);
  const second = await acts.givePasskey(world, byPasskey, { by: byPasskey.authenticator });
  await DOING.remove_passkey(world, { ...byPasskey, passkey: second.id }, own);
  expect(await DOING.reveal_cvv(world, byPasskey, own)).toMatchObject({ status: true });
  expect(await pauseOf(byPasskey)).toMatchObject({ isAfterRemoval: false });

  const atOffice = await enterWithPasskey(world);
  const staff = await world.makeStaff({ role: "supervisor", officeId: null });
  const params = { memberGuid: atOffice.member.guid, passkeyId: atOffice.passkey };
  expect(await staff.call(removeMemberPasskey, { params })).toMatchObject({ status: true });
  const byText = (intent: ApprovedIntent) => acts.approveByText(world, atOffice, intent);
  expect(await DOING.reveal_cvv(world, atOffice, byText)).toMatchObject({ status: true });
});
