import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { faultsOf } from "#scripts/openApi/faultsOf.ts";
import { openApiDocument } from "#server/platform/http/openApi.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const names = api.map(({ name }) => name);

type Document = {
  paths: Record<string, Record<string, { operationId: string; responses?: unknown }>>;
  components: { schemas: Record<string, unknown> };
};

/** The document after a change to it. */
function changed(change: (document: Document) => void): string {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
  change(document);
  return JSON.stringify(document);
}

test("the description that a bank serves is the contract's, whole and valid", async () => {
  const { body, headers } = await world.server.inject({
    method: "GET",
    url: "/api/openapi.json",
    headers: { host: "localhost" },
  });
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(faultsOf(body, names)).toEqual([]);
  expect(body).toBe(JSON.stringify(openApiDocument()));
});

test.each<[string, (document: Document) => void, string[]]>([
  ["a missing call", ({ paths }) => delete paths["/config"], ["getConfig is missing"]],
  [
    "a call twice",
    ({ paths }) => (paths["/settings"] = { ...paths["/config"] }),
    ["getConfig stands there twice"],
  ],
  [
    "a call that is none",
    ({ paths }) => {
      const { get } = paths["/config"] ?? {};
      if (get) paths["/a"] = { get: { ...get, operationId: "getNothing" } };
    },
    ["getNothing is no call"],
  ],
  [
    "a reference to nothing",
    ({ components }) => delete components.schemas["Failure"],
    ["#/components/schemas/Failure leads nowhere"],
  ],
  [
    "what OpenAPI has no name for",
    ({ paths }) => {
      const { get } = paths["/config"] ?? {};
      if (get) get.responses = 7;
    },
    [expect.stringContaining("not valid OpenAPI 3.1: /paths/~1config/get") as string],
  ],
  [
    "a type that JSON Schema does not have",
    ({ components }) => (components.schemas["Failure"] = { type: "objet" }),
    [expect.stringContaining("not valid OpenAPI 3.1: /components/schemas/Failure/type") as string],
  ],
])("a description with %s cannot be served", (_fault, change, faults) => {
  expect(faultsOf(changed(change), names)).toEqual(faults);
});
