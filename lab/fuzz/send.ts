import { type Endpoint } from "#contract/endpoint.ts";
import { type SealedCall, sealCall } from "#contract/fieldCipher.ts";
import type { PlannedCall } from "./planCalls.ts";

/** A call as it goes over the wire. */
export type Request = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** What was in it before it was sealed. */
  said: string;
  sealed: SealedCall | undefined;
};

export type Answer = {
  httpStatus: number;
  text: string;
  /** The JSON of the answer, its result opened where it was sealed; undefined for a file. */
  body: Record<string, unknown> | undefined;
  headers: Headers;
};

export type ServerKey = { kid: string; pub: string; serverTime: () => number };

const TIMEOUT_MS = 30_000;

/** The bytes of a planned call whose values have been filled in. */
export async function requestOf(
  call: PlannedCall,
  key: ServerKey,
  who: Record<string, string>,
): Promise<Request> {
  const { endpoint } = call;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(call.params[name] ?? "1")),
  );
  const query = new URLSearchParams(
    Object.entries(call.query).map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString();
  const fields = Object.entries(isRecord(call.body) ? call.body : {}).map(
    ([name, value]): [string, string] => [name, textOf(value)],
  );
  const isSealed = endpoint.bodyType === "sealed" || endpoint.sealedResult === true;
  const sealed = isSealed ? await seal(endpoint, path, key, fields) : undefined;
  const body = call.junk ?? bodyOf(endpoint, call.body, fields, sealed);
  return {
    method: endpoint.method,
    url: `/api${path}${query === "" ? "" : `?${query}`}`,
    headers: {
      ...who,
      ...(endpoint.method === "GET" ? {} : { "sec-fetch-site": "same-origin" }),
      ...typeOf(endpoint, call.contentType),
      ...(sealed === undefined ? {} : { "x-mfe": sealed.header }),
      ...(endpoint.needsIdempotencyKey && call.key !== undefined
        ? { "idempotency-key": call.key }
        : {}),
    },
    body: endpoint.method === "GET" ? undefined : body,
    said: `${path} ${query} ${JSON.stringify(call.body)} ${call.junk ?? ""}`,
    sealed,
  };
}

/** Sends it and reads the answer; throws when there is none. */
export async function send(portalUrl: string, request: Request): Promise<Answer> {
  const response = await fetch(portalUrl + request.url, {
    method: request.method,
    headers: request.headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "manual",
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const text = await response.text();
  const body = parse(text);
  if (body !== undefined && request.sealed !== undefined && typeof body["result"] === "string") {
    const opened = await request.sealed.openAnswer(body["result"]).catch(() => "null");
    body["result"] = JSON.parse(opened);
  }
  return { httpStatus: response.status, text, body, headers: response.headers };
}

/** The call for a terminal, without who made it: tokens are of that run alone. */
export function curlOf(request: Request): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(request.headers).map(([name, value]) =>
    /^(?:authorization|cookie)$/.test(name)
      ? `-H ${quote(`${name}: <of the session>`)}`
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  return [
    `curl -i -X ${request.method} ${quote(`$PORTAL${request.url}`)}`,
    ...headers,
    ...(request.body === undefined ? [] : [`--data-binary ${quote(request.body)}`]),
  ].join(" \\\n    ");
}

function bodyOf(
  endpoint: Endpoint,
  body: unknown,
  fields: [string, string][],
  sealed: SealedCall | undefined,
): string | undefined {
  if (endpoint.bodyType === "sealed") return sealed?.body;
  if (endpoint.bodyType === "form") return new URLSearchParams(fields).toString();
  if (body === undefined) return undefined;
  return JSON.stringify(body);
}

function typeOf({ bodyType }: Endpoint, wished: string | undefined): Record<string, string> {
  const types = {
    json: "application/json",
    form: "application/x-www-form-urlencoded",
    sealed: "application/x-www-form-urlencoded",
    csv: "text/csv",
    document: "application/octet-stream",
  };
  const type = wished ?? (bodyType === undefined ? undefined : types[bodyType]);
  return type === undefined ? {} : { "content-type": type };
}

async function seal(
  endpoint: Endpoint,
  path: string,
  key: ServerKey,
  fields: [string, string][],
): Promise<SealedCall> {
  return sealCall({
    method: endpoint.method,
    path,
    key: { kid: key.kid, pub: key.pub },
    fields: endpoint.bodyType === "sealed" ? Object.fromEntries(fields) : {},
    timestamp: key.serverTime(),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whatever a plan holds, as a text of a form, path or query; half a surrogate pair cannot be sent. */
function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.replaceAll(/\p{Surrogate}/gu, "?");
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
