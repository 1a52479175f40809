import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { OpenedCall } from "#contract/fieldCipher.ts";
import type { Endpoint, FileAnswer, HandlerAnswer } from "#contract/endpoint.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import type { Route, ServerCall } from "./calls.ts";
import { readCookies, setCookieLine } from "./cookies.ts";
import type { FieldKeys } from "./fieldKeys.ts";
import { provesSameSite } from "./origin.ts";
import { MalformedCall, type RawBody, readForm, readQuery, requireBodyType } from "./readBody.ts";
import { openSealedCall } from "./sealedCalls.ts";
import { sourceOf } from "./sourceOf.ts";
import { validate } from "./validate.ts";

export const API_PREFIX = "/api";

/** Reads one call, lets its route answer, and writes the answer by the contract. */
export async function answerCall(
  app: App,
  fieldKeys: FieldKeys,
  { endpoint, answer }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  requireOwnProgram(app, endpoint, request);
  let opened: OpenedCall | undefined;
  // Set by the content type parsers of buildServer, which make nothing else.
  const body = (request.body ?? { type: "none" }) as RawBody;
  const language = languageOf(request);
  const call: ServerCall = {
    app,
    fieldKeys,
    headers: request.headers,
    correlationId: request.id,
    language,
    screenLanguage: screenLanguageOf(request),
    source: sourceOf(request),
    cookies: readCookies(request.headers),
    setCookie: (cookie) => {
      // Raw, so that several cookies are several lines.
      reply.header("set-cookie", setCookieLine(app.config, cookie));
    },
    clearBrowserCache: () => {
      reply.header("clear-site-data", '"cache"');
    },
    // The router fills in what the path names.
    rawParams: request.params as Record<string, string>,
    upload: "bytes" in body ? body.bytes : none(),
    readInput: async () => {
      const isSealed = endpoint.bodyType === "sealed" || endpoint.sealedResult === true;
      if (isSealed) opened = await openSealedCall(app, fieldKeys, sealedRequest(endpoint, request));
      requireBodyType(endpoint, body);
      const parts = {
        params: request.params,
        query: readQuery(request.url),
        body: opened && endpoint.bodyType === "sealed" ? opened.fields : bodyValue(body),
      };
      return validate(endpoint, parts, language);
    },
  };
  const given = await answer(call);
  // Only the answers of endpoints that say so have one (endpoint.ts).
  const { file } = given as unknown as { file?: FileAnswer };
  if (endpoint.cacheSeconds !== undefined) {
    reply.header("cache-control", `public, max-age=${endpoint.cacheSeconds}`);
  }
  return file === undefined ? writeAnswer(endpoint, given, opened) : sendFile(reply, file);
}

/** docs/security.md S007: a call of nobody in particular that changes something is our own page's. */
function requireOwnProgram(app: App, endpoint: Endpoint, { headers }: FastifyRequest): void {
  if (endpoint.method === "GET" || endpoint.access !== "public") return;
  // An encrypted call cannot be made by a form: without its header it is not read at all.
  if (endpoint.bodyType === "sealed" || headers.authorization !== undefined) return;
  if (!provesSameSite(app.config, headers)) throw new MalformedCall(400, "from another site");
}

/** The language of the texts of an answer. */
export function languageOf(request: FastifyRequest): Language {
  return /^(?:fil|tl)\b/i.test(request.headers["accept-language"] ?? "") ? "fil" : "en";
}

/** The language of the screen that the call came from; undefined for a program that names none. */
function screenLanguageOf(request: FastifyRequest): Language | undefined {
  return request.headers["accept-language"] === undefined ? undefined : languageOf(request);
}

/** Only what the contract names leaves the server; a value of another shape is a bug. */
async function writeAnswer(
  endpoint: Endpoint,
  answer: HandlerAnswer<Endpoint>,
  opened: OpenedCall | undefined,
): Promise<unknown> {
  // The handlers' types are those of their own endpoints (calls.ts).
  const given = answer as {
    message?: string;
    result?: unknown;
    results?: unknown;
    extras?: unknown;
  };
  const body: Record<string, unknown> = { status: true, message: given.message ?? "" };
  if (endpoint.result) {
    const result = z.encode(endpoint.result, given.result);
    body["result"] =
      endpoint.sealedResult && opened ? await opened.sealAnswer(JSON.stringify(result)) : result;
  }
  if (endpoint.results) body["results"] = z.encode(endpoint.results, given.results);
  if (endpoint.extras && given.extras !== undefined) {
    Object.assign(body, z.encode(endpoint.extras, given.extras));
  }
  return body;
}

/** A part that fails to come breaks the connection off: the caller sees that the file is not whole. */
function sendFile(reply: FastifyReply, { name, parts, mediaType }: FileAnswer): FastifyReply {
  return (
    reply
      .type(mediaType ?? "text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}"`)
      // Opened by itself it may do nothing, whatever it is.
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
      .send(Readable.from(parts))
  );
}

// oxlint-disable-next-line require-yield -- a file with nothing in it
async function* none(): AsyncGenerator<Uint8Array> {}

function bodyValue(body: RawBody): unknown {
  if (body.type === "json") return body.value;
  // A missing body is an empty form or object: its required fields are then named one by one.
  return body.type === "form" ? Object.fromEntries(readForm(body.text)) : {};
}

function sealedRequest(endpoint: Endpoint, request: FastifyRequest) {
  const body = (request.body ?? { type: "none" }) as RawBody;
  if (body.type === "json" || "bytes" in body) {
    throw new MalformedCall(415, "another content type");
  }
  return {
    header: request.headers["x-mfe"],
    method: request.method,
    path: request.url.split("?")[0]?.slice(API_PREFIX.length) ?? "",
    body: body.type === "form" ? body.text : "",
    fieldNames: endpoint.bodyType === "sealed" ? fieldNamesOf(endpoint) : [],
    isInSession: request.headers.authorization !== undefined,
  };
}

function fieldNamesOf({ body }: Endpoint): string[] {
  return body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [];
}
