import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { openApiDocument, refusalsOf } from "./openApi.ts";

type Operation = { operationId: string; responses: Record<string, { description: string }> };

test("every call and every refusal of it is described", () => {
  const paths = openApiDocument()["paths"] as Record<string, Record<string, Operation>>;
  for (const endpoint of api) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.operationId).toBe(endpoint.name);
    const described = Object.values(operation?.responses ?? {}).flatMap(({ description }) =>
      description.split(", "),
    );
    for (const code of refusalsOf(endpoint)) expect(described).toContain(code);
  }
});
