import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import { withoutInvisible } from "#common/invisible.ts";
import { readJson } from "#server/platform/http/readBody.ts";
import { openApiDocument } from "#server/platform/http/openApi.ts";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
};

// The formats of the document are those of JSON Schema; the patterns beside them say the same.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();

/**
 * Throws when an answer of the API is not one that the published document promises: an undocumented
 * status, a missing field, a wrong type, or a field too many. A request that was served is held to the
 * document too, but may say more than is read.
 */
export function checkAgainstOpenApi(exchange: {
  method: string;
  url: string;
  requestType?: string | undefined;
  requestBody?: string | Buffer | undefined;
  httpStatus: number;
  body: unknown;
}): void {
  const operation = findOperation(exchange.method, exchange.url);
  if (operation === undefined) return;
  const answer = operation.responses[String(exchange.httpStatus)];
  const name = `${operation.operationId} ${exchange.httpStatus}`;
  if (answer === undefined) throw new Error(`${name} is not in the document`);
  const schema = answer.content?.["application/json"]?.schema;
  if (schema) validate(name, () => closed(schema), exchange.body);
  if (exchange.httpStatus !== 200 || exchange.requestType !== "application/json") return;
  const request = operation.requestBody?.content["application/json"]?.schema;
  if (request) {
    // As the server reads it: odd numbers are texts.
    const sent = seenAlone(readJson(String(exchange.requestBody)));
    validate(`${operation.operationId} request`, () => request, sent);
  }
}

/** What cannot be seen is dropped from numbers and codes, and words with it are not served. */
function seenAlone(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === "string" ? withoutInvisible(each) : each,
  ) as unknown;
}

function validate(name: string, schema: () => Json, value: unknown): void {
  const check = validators.get(name) ?? ajv.compile(schema());
  validators.set(name, check);
  if (check(value)) return;
  throw new Error(`${name} differs from the document: ${ajv.errorsText(check.errors)}`);
}

// The document is JSON; these are the parts of it that are read here. What all its schemas share is
// read once, under a name of its own: read with each of them, it would be most of the work.
const document = JSON.parse(
  JSON.stringify(openApiDocument()).replaceAll('"#/components/', '"document#/components/'),
) as { paths: Record<string, Record<string, Operation>>; components: Json };
ajv.addSchema({ $id: "document", components: closed(document.components) });

/** Of two that fit, the one that names more of the path comes first. */
const routes = Object.entries(document.paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      literals: path.split("/").filter((part) => !part.startsWith("{")).length,
      operation,
    })),
  )
  .toSorted((a, b) => b.literals - a.literals);

function findOperation(method: string, url: string): Operation | undefined {
  // As it arrives: a name that is only dots is a way through the path.
  const { pathname } = new URL(`http://localhost${url}`);
  return routes.find((route) => route.method === method && route.pattern.test(pathname))?.operation;
}

/** Objects that list their properties have no others. */
function closed(schema: unknown): Json {
  return JSON.parse(
    JSON.stringify(schema, (_key, value: unknown) =>
      isObjectSchema(value) ? { additionalProperties: false, ...value } : value,
    ),
  ) as Json;
}

function isObjectSchema(value: unknown): value is Json {
  if (typeof value !== "object" || value === null) return false;
  const { type, properties } = value as Json;
  return type === "object" && typeof properties === "object" && properties !== null;
}
