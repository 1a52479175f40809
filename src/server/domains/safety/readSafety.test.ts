import { afterAll, beforeAll, expect, test } from "vitest";
import { getSafety } from "#contract/safety.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S220 the list says how the account stands: devices, password, where codes go to, and a pause with its end", async () => {
  const member = await world.makeMember();
  const first = await world.signIn(member);
  const safetyFor = (browser = first) =>
    world.call(getSafety, { params: { guid: member.guid } }, browser);
  expect(await safetyFor()).toMatchObject({
    status: true,
    result: {
      knownDevices: 1,
      password: { isOld: false },
      passkeys: 0,
      mobileNumber: `+63******${member.mobileNumber?.slice(-4)}`,
      pause: null,
    },
  });

  const second = await world.signIn(member, newBrowser());
  expect(await safetyFor(second)).toMatchObject({
    result: {
      knownDevices: 2,
      pause: { endsAt: expect.stringMatching(/^2026-11-22T02:/), reason: "new_device" },
    },
  });

  world.passSeconds(366 * 24 * 60 * 60);
  const later = await world.signIn(member, newBrowser());
  expect(await safetyFor(later)).toMatchObject({
    // Who was away for a year is a stranger again.
    result: { knownDevices: 1, password: { isOld: expect.any(Boolean) } },
  });
});
