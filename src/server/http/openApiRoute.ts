import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openApi.ts";

/** /api/openapi.json: the description of the API, for people and their tools. */
export function addOpenApi(server: FastifyInstance): void {
  const document = openApiDocument();
  server.get("/api/openapi.json", () => document);
}
