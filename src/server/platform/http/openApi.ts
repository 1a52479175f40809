import { brand } from "#brand";
import * as z from "zod/mini";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type RefusalCode, refusals } from "#contract/refusals.ts";
import { DOCUMENT_TYPES } from "#contract/staff/requestDocuments.ts";

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. A pure function of the contract, so it can be compared. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of api) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: `${brand.portal} API`,
      version: "1",
      description:
        "Every answer has `status` and `message`. A failed answer also has `code`, `correlationId` and, for fields, `errors`. Fields of encrypted calls travel as described for the X-MFE header.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Needs the session cookie as well." },
        cookie: { type: "apiKey", in: "cookie", name: "__Host-sid" },
        staffToken: {
          type: "http",
          scheme: "bearer",
          description: "Of a staff sign-in. Needs the staff cookie as well.",
        },
        staffCookie: { type: "apiKey", in: "cookie", name: "__Host-staff" },
      },
      schemas: { Failure: failure },
    },
  };
}

const failure: Json = {
  type: "object",
  required: ["status", "message", "code", "correlationId"],
  properties: {
    status: { const: false },
    message: { type: "string" },
    code: { type: "string" },
    correlationId: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["param", "msg"],
        properties: { param: { type: "string" }, msg: { type: "string" } },
      },
    },
  },
};

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.access === "member" && { security: [{ token: [], cookie: [] }] }),
    ...(endpoint.access === "staff" && { security: [{ staffToken: [], staffCookie: [] }] }),
    ...(endpoint.action && { "x-staff-action": endpoint.action }),
    parameters: [
      ...parameters(endpoint.params, "path"),
      ...parameters(endpoint.query, "query"),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses: { 200: success(endpoint), ...failures(endpoint) },
  };
}

function parameters(schema: Endpoint["params"], where: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = wire(schema) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }));
}

function headerParameters(endpoint: Endpoint): Json[] {
  const headers: Json[] = [];
  if (endpoint.needsIdempotencyKey) {
    headers.push({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description: "Chosen by the client for one order; a repeat gets the first answer.",
      schema: { type: "string", pattern: "^[A-Za-z0-9-]{8,100}$" },
    });
  }
  if (endpoint.bodyType === "sealed" || endpoint.sealedResult) {
    headers.push({
      name: "X-MFE",
      in: "header",
      required: true,
      description: "mfe1;<kid>;<call id>;<milliseconds>;<encapsulated key>, see docs/api.md",
      schema: { type: "string" },
    });
  }
  return headers;
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.bodyType === "csv") {
    return { required: true, content: { "text/csv": { schema: { type: "string" } } } };
  }
  if (endpoint.bodyType === "document") {
    return { required: true, content: { "application/octet-stream": {} } };
  }
  const type =
    endpoint.bodyType === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return {
    required: true,
    ...(endpoint.bodyType === "sealed" && { description: "Each field is encrypted on its own." }),
    content: { [type]: { schema: endpoint.body && wire(endpoint.body) } },
  };
}

function success(endpoint: Endpoint): Json {
  if (endpoint.file === "csv") {
    return { description: "The file", content: { "text/csv": { schema: { type: "string" } } } };
  }
  if (endpoint.file === "document") {
    const content = Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, {}]));
    return { description: "The file", content };
  }
  if (endpoint.file === "json") {
    return { description: "The file", content: { "application/json": {} } };
  }
  const extras = endpoint.extras ? (wire(endpoint.extras) as { properties?: Json }) : {};
  const result = endpoint.sealedResult
    ? {
        type: "string",
        description: "Encrypted to the caller",
        contentMediaType: "application/json",
        ...(endpoint.result && { contentSchema: wire(endpoint.result) }),
      }
    : endpoint.result && wire(endpoint.result);
  return {
    description: "Done",
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: [
            "status",
            "message",
            ...(endpoint.result ? ["result"] : []),
            ...(endpoint.results ? ["results"] : []),
          ],
          properties: {
            status: { const: true },
            message: { type: "string" },
            ...(result && { result }),
            ...(endpoint.results && { results: wire(endpoint.results) }),
            ...extras.properties,
          },
        },
      },
    },
  };
}

/** What any call can answer, besides what its own contract lists. */
const always: RefusalCode[] = ["unreadable_call", "invalid_parameters", "busy", "unavailable"];
const ofMembers: RefusalCode[] = [
  "other_device",
  "invalid_token",
  "token_error",
  "session_expired",
  "session_of_old_password",
  "token_expired",
];

const ofStaff: RefusalCode[] = [
  "invalid_token",
  "token_error",
  "session_expired",
  "token_expired",
  "not_your_role",
  "own_membership",
];

/** The codes an endpoint can answer with, its own and those of every call. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const ofAccess = { public: [], member: ofMembers, staff: ofStaff }[endpoint.access];
  const general = [...always, ...ofAccess, ...(endpoint.object ? ["not_found" as const] : [])];
  const mayBeTampered = endpoint.access !== "public" && endpoint.bodyType === "sealed";
  const sealed: RefusalCode[] = mayBeTampered ? ["tampered"] : [];
  return [...new Set([...endpoint.refusals, ...general, ...sealed])];
}

function failures(endpoint: Endpoint): Json {
  const answers: Record<number, string[]> = {
    413: ["unreadable_call"],
    415: ["unreadable_call"],
    500: ["internal"],
  };
  for (const code of refusalsOf(endpoint)) {
    const { http } = refusals[code];
    answers[http] = [...(answers[http] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(answers).map(([status, codes]) => [
      status,
      {
        description: codes.toSorted().join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    ]),
  );
}

/** The form on the wire, on both ways: what a codec reads is also what it writes. */
function wire(schema: NonNullable<Endpoint["body"]>): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}
