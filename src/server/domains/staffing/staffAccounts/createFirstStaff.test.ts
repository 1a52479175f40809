import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
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

test("S131 of four commands at once two make an administrator", async () => {
  const fresh = await makeWorld();
  try {
    const outcomes = await Promise.allSettled(
      ["E-011", "E-012", "E-013", "E-014"].map((personKey, index) =>
        createFirstStaff(fresh.app, {
          operator: "root",
          username: `chief.${index}`,
          fullName: "Ana Reyes",
          personKey,
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  } finally {
    await fresh.close();
  }
});

test("S131 two administrators who left are not followed by others from the command line", async () => {
  const fresh = await makeWorld();
  try {
    for (const personKey of ["E-021", "E-022"]) {
      await fresh.makeStaff({ role: "administrator", officeId: null, personKey });
    }
    await fresh.app.db.updateTable("staff").set({ state: "disabled" }).execute();
    const third = { username: "third.one", fullName: "Ana Reyes", personKey: "E-023" };
    await expect(createFirstStaff(fresh.app, { operator: "root", ...third })).rejects.toThrow(
      "Two people run this bank",
    );
  } finally {
    await fresh.close();
  }
});

test("S131 the operator is the third hand of an account while only two people work, and no fourth", async () => {
  const fresh = await makeWorld();
  try {
    const [maker, checker] = [
      await fresh.makeStaff({ role: "administrator", officeId: null }),
      await fresh.makeStaff({ role: "administrator", officeId: null }),
    ];
    const third = { username: "third.one", fullName: "Ana Reyes", personKey: "E-033" };
    const payload = { ...third, officeId: "1", roles: [{ role: "supervisor", officeId: null }] };
    await approve(checker, await asked(maker, { kind: "staff_account", payload }));
    const hand = () => createFirstStaff(fresh.app, { operator: "root", ...third });
    await hand();
    const events = await fresh.app.db
      .selectFrom("audit_event")
      .select(["actor_kind", "actor"])
      .where("action", "=", "enrolment_code_issued")
      .execute();
    expect(events).toEqual([{ actor_kind: "system", actor: "operator:root" }]);
    await fresh.makeStaff({ role: "supervisor", officeId: null });
    await expect(hand()).rejects.toThrow("handed out in the console");
  } finally {
    await fresh.close();
  }
});

test.each([
  ["Ana", "E-1", "A username is"],
  ["ana.reyes", "e1", "An employee number is"],
])("%s with %s is refused in words", async (username, personKey, words) => {
  await expect(make(username, personKey)).rejects.toThrow(words);
});
