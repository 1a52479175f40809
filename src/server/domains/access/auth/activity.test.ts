import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ savings: 1_000_00n });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

/** Public calls that carry the session's token when there is one (row F01). */
const WITH_CREDENTIALS = ["verifyOtp", "resendOtp"];

const inSession = ({ name, access }: Endpoint) =>
  access === "member" || WITH_CREDENTIALS.includes(name);

async function lastActiveAt(): Promise<number> {
  const { last_active_at } = await world.app.db
    .selectFrom("session")
    .select("last_active_at")
    .where("member_id", "=", member.id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return last_active_at.getTime();
}

/** Sends what fits the path and nothing else: most are refused for it. */
async function ask(endpoint: Endpoint): Promise<void> {
  const path = endpoint.path.replace("{guid}", member.guid).replace("{refNo}", "NONE-1");
  const { httpStatus, body } = await world.callRaw(
    { ...endpoint, path },
    { body: { memberGuid: member.guid, pinId: crypto.randomUUID(), pin: "000000" } },
    browser,
    { idempotencyKey: crypto.randomUUID() },
  );
  expect([endpoint.name, httpStatus]).not.toEqual([endpoint.name, 500]);
  const { result } = body;
  if (typeof result === "object" && result !== null && "token" in result)
    browser.token = String(result.token);
}

/** They end the session. */
const ENDING = ["logout", "freezeAccount"];
const asked = api.filter((endpoint) => inSession(endpoint) && !ENDING.includes(endpoint.name));

test.each(asked.map((endpoint) => [endpoint.method, endpoint.name, endpoint] as const))(
  "F01 S056 %s %s: every call of a session but a GET restarts the idle time, also one that is refused",
  async (method, _, endpoint) => {
    world.passSeconds(60);
    const before = await lastActiveAt();
    await ask(endpoint);
    const moved = (await lastActiveAt()) > before;
    expect(moved).toBe(method !== "GET");
    // So that the next one meets a session that is alive.
    if (!moved) {
      const refresh = api.find(({ name }) => name === "refreshSession");
      if (refresh !== undefined) await ask(refresh);
    }
  },
);
