import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { createFirstStaff } from "./createFirstStaff.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const make = (username: string, personKey: string) =>
  createFirstStaff(world.app, { operator: "root", username, fullName: "Ana Reyes", personKey });

test("S131 an operator makes two administrators of two people, in a bank without any, and no third", async () => {
  const first = await make("ana.reyes", "E-001");
  expect(first.code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  // The paper got lost: the same account, another code.
  expect((await make("ana.reyes", "E-001")).code).not.toBe(first.code);
  await expect(make("ana.again", "E-001")).rejects.toThrow("is an administrator already");
  await make("berto.cruz", "E-002");
  await expect(make("carla.diaz", "E-003")).rejects.toThrow("Two people run this bank");
  const staff = await world.app.db
    .selectFrom("staff")
    .innerJoin("office", "office.id", "staff.office_id")
    .select(["username", "state", "branch_name"])
    .orderBy("staff.id")
    .execute();
  expect(staff).toEqual([
    { username: "ana.reyes", state: "enrolling", branch_name: "Head Office" },
    { username: "berto.cruz", state: "enrolling", branch_name: "Head Office" },
  ]);
});

test.each([
  ["Ana", "E-1", "A username is"],
  ["ana.reyes", "e1", "An employee number is"],
])("%s with %s is refused in words", async (username, personKey, words) => {
  await expect(make(username, personKey)).rejects.toThrow(words);
});
