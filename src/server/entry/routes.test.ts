import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { routes } from "./routes.ts";

test("every call has one route, and every route is a call's", () => {
  const calls = api.map(({ name }) => name).toSorted();
  const answered = routes.map(({ endpoint }) => endpoint.name).toSorted();
  expect(answered).toEqual(calls);
  expect(calls.filter((name, place) => calls[place - 1] === name)).toEqual([]);
});
