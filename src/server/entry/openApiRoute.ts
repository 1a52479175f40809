import type { FastifyInstance } from "fastify";
import { openApiDocument } from "#server/platform/http/openApi.ts";

/** Of the contract, and so the same for every server of a process. */
let written: string | undefined;

/** /api/openapi.json: the description of the API, for people and their tools. */
export function addOpenApi(server: FastifyInstance): void {
  server.get("/api/openapi.json", (_request, reply) => {
    // Not before somebody asks: writing it takes longer than all else in the making of a server.
    written ??= JSON.stringify(openApiDocument());
    return reply.type("application/json; charset=utf-8").send(written);
  });
}
