import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { getConfig } from "#contract/config.ts";
import { sealCall } from "#contract/fieldCipher.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

const MEMBERS = 20;
const ROUNDS = 10;
const SECONDS_A_ROUND = 12;

let world: World;
let members: TestMember[];
beforeAll(async () => {
  // Each member calls from an address of their own, and needs no code.
  world = await makeWorld({ TRUSTED_PROXIES: "127.0.0.1", LOGIN_OTP: "off" });
  members = [];
  for (let i = 0; i < MEMBERS; i++) members.push(await world.makeMember({ card: null }));
});
afterAll(() => world.close());

async function currentKey() {
  const config = await world.call(getConfig, {});
  if (!config.status) throw new Error(config.message);
  return config.result.enc;
}

test("S017 A13 the key changes in the middle of two hundred sign-ins, and nobody notices", async () => {
  world.setTime(new Date("2026-11-22T23:59:00Z"));
  // A page keeps the key it has for up to a minute: each round uses the one before.
  let known = await currentKey();
  const used = new Set<string>();
  let signedIn = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const next = await currentKey();
    const key = known;
    used.add(key.kid);
    const answers = await Promise.all(
      members.map(async ({ username, password }, i) => {
        const sealed = await sealCall({
          key,
          method: login.method,
          path: login.path,
          fields: { username, password },
          timestamp: world.app.now().getTime(),
        });
        return world.send({
          method: "POST",
          url: `/api${login.path}`,
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            "x-mfe": sealed.header,
            "x-forwarded-for": `198.51.100.${i}`,
          },
          body: sealed.body,
        });
      }),
    );
    for (const { httpStatus, body } of answers) {
      expect([httpStatus, body["message"]]).toEqual([200, ""]);
      signedIn += 1;
    }
    known = next;
    world.passSeconds(SECONDS_A_ROUND);
  }
  expect([signedIn, [...used]]).toEqual([200, ["2026-11-22", "2026-11-23"]]);
});
