import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { fieldsOf } from "#test/support/badValues.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let guid: string;
const browsers: Partial<Record<string, Browser>> = {};

beforeAll(async () => {
  world = await makeWorld();
  const member = await world.makeMember({ officeId: 1n });
  guid = member.guid;
  browsers["member"] = await world.signIn(member);
  // Nothing is refused for want of a right.
  browsers["staff"] = (await world.makeStaff({ role: "every", officeId: null })).browser;
});
afterAll(() => world.close());

const strange = ["\0", "\u{1f4b0}", "%00", "x".repeat(300), "9".repeat(19)];

const named = api.filter(({ path }) => path.includes("{"));

test.each(named.map((endpoint) => [endpoint.name, endpoint] as const))(
  "S014 R19 %s takes no name in its path for more than a name",
  async (_name, { method, path, access }) => {
    const browser = browsers[access];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
    const isOwn = (name: string) => name === "guid" || name === "memberGuid";
    for (const name of names) {
      for (const value of strange) {
        const url = names.reduce((text, other) => {
          const plain = isOwn(other) ? guid : "1";
          return text.replace(`{${other}}`, encodeURIComponent(other === name ? value : plain));
        }, `/api${path}`);
        const headers = { authorization: `Bearer ${browser?.token}` };
        const reply = await world.send({ method, url, headers }, browser);
        expect(reply.httpStatus, `${name}: ${JSON.stringify(value)}`).toBeGreaterThanOrEqual(400);
        expect(reply.httpStatus, `${name}: ${JSON.stringify(value)}`).toBeLessThan(500);
      }
    }
  },
);

const AGES = ["minDays", "maxDays", "olderThan"];

test("S014 R19 lists by age take every age that they allow, and no other", async () => {
  const lists = api.filter(({ query }) => AGES.some((name) => fieldsOf(query).includes(name)));
  expect(lists.length).toBeGreaterThan(2);
  for (const { name, path, query } of lists) {
    for (const field of AGES.filter((each) => fieldsOf(query).includes(each))) {
      const ask = async (days: string) => {
        const url = `/api${path}?${field}=${days}`;
        const headers = { authorization: `Bearer ${browsers["staff"]?.token}` };
        return (await world.send({ method: "GET", url, headers }, browsers["staff"])).httpStatus;
      };
      const answers = [
        await ask("0"),
        await ask("99999"),
        await ask("100000"),
        await ask("1".repeat(15)),
      ];
      expect(answers, `${name} ${field}`).toEqual([200, 200, 422, 422]);
    }
  }
});
