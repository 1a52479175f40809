import { afterAll, beforeAll, expect, test } from "vitest";
import { getStaffQueues } from "#contract/staff/home.ts";
import { deleteView, getSavedViews, saveView, type ListName } from "#contract/staff/views.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let teller: TestStaff;
let auditor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  teller = await world.makeStaff({ role: "teller" });
  auditor = await world.makeStaff({ role: "auditor" });
});
afterAll(() => world.close());

const namesOf = async (staff: TestStaff, list: ListName = "members") => {
  const answer = await staff.call(getSavedViews, { query: { list } });
  return answer.status ? answer.results.map(({ name, query }) => [name, query]) : answer.code;
};

test("a view is its maker's own: nobody else sees it, changes it or deletes it", async () => {
  const body = { list: "members" as const, name: "Baguio", query: "office=6&sort=-name" };
  const kept = await teller.call(saveView, { body });
  expect(await namesOf(teller)).toEqual([["Baguio", "office=6&sort=-name"]]);
  expect(await namesOf(teller, "audit")).toEqual([]);
  expect(await namesOf(auditor)).toEqual([]);

  await auditor.call(saveView, { body: { ...body, query: "office=1" } });
  expect(await namesOf(teller)).toEqual([["Baguio", "office=6&sort=-name"]]);
  const viewId = kept.status ? kept.result.id : "";
  const stolen = await auditor.call(deleteView, { params: { viewId } });
  expect(stolen).toMatchObject({ status: false, code: "not_found" });

  await teller.call(saveView, { body: { ...body, query: "office=2" } });
  expect(await namesOf(teller)).toEqual([["Baguio", "office=2"]]);
  expect((await teller.call(deleteView, { params: { viewId } })).status).toBe(true);
  expect(await namesOf(teller)).toEqual([]);
});

test("of one list 20 views are kept, however many windows save at once", async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, number) =>
      teller.call(saveView, {
        body: { list: "jobs", name: `View ${number}`, query: "sort=-name" },
      }),
    ),
  );
  const refused = answers.filter((answer) => !answer.status);
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ code: "too_many_views" });
  const again = { list: "jobs" as const, name: "View 0", query: "sort=name" };
  const first = answers[0]?.status === true ? await teller.call(saveView, { body: again }) : null;
  expect(first?.status ?? true).toBe(true);
});

test.each(["", "Members", "members; drop", "x".repeat(41)])(
  "S094 no list is called %j",
  async (list) => {
    const { body } = await teller.callRaw(getSavedViews, { query: { list } });
    expect(body).toMatchObject({ status: false, code: "invalid_parameters" });
  },
);

test("the overview counts only what one's role may see", async () => {
  const queues = async (staff: TestStaff) => {
    const answer = await staff.call(getStaffQueues, {});
    return answer.status ? answer.results : answer.code;
  };
  const administrator = await world.makeStaff({ role: "administrator" });
  expect(await queues(administrator)).not.toContainEqual(
    expect.objectContaining({ queue: "late_transfers" }),
  );
  expect(await queues(auditor)).toContainEqual({
    queue: "late_transfers",
    count: 0,
    isMore: false,
  });
});

test("S094 a view is kept of a list there is, and of no other", async () => {
  const body = { list: "nothing_like_it", name: "Mine", query: "sort=-name" };
  const staff = await world.makeStaff({ role: "teller" });
  const { httpStatus } = await staff.callRaw(saveView, { body });
  expect(httpStatus).toBe(422);
});
