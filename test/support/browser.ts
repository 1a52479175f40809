import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Answer, CallInput, Endpoint, FieldError } from "#contract/endpoint.ts";
import { type ClientConfig, getConfig } from "#contract/config.ts";
import { type SealedCall, sealCall } from "#contract/fieldCipher.ts";
import { checkAgainstOpenApi } from "./openApiCheck.ts";

/** A browser: its cookies, and what its page keeps. */
export type Browser = {
  cookies: Map<string, string>;
  token: string | undefined;
  guid: string | undefined;
  /** What it says that it is. */
  userAgent?: string;
};

export function newBrowser(): Browser {
  return { cookies: new Map(), token: undefined, guid: undefined };
}

export type RawAnswer = {
  httpStatus: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The body as it came. */
  text: string;
  setCookies: string[];
};

export type CallOptions = {
  headers?: Record<string, string>;
  idempotencyKey?: string;
};

/** Parts an endpoint does not have may be left out. */
export type Input<E extends Endpoint> = {
  [
    Part in keyof CallInput<E> as undefined extends CallInput<E>[Part] ? never : Part
  ]: CallInput<E>[Part];
};

export type Client = {
  /** Makes a call as the portal would and reads the answer by the contract. */
  call: <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    browser?: Browser,
    options?: CallOptions,
  ) => Promise<Answer<E>>;
  /** The same, answered as it came over the wire. */
  callRaw: (
    endpoint: Endpoint,
    input: Record<string, unknown>,
    browser?: Browser,
    options?: CallOptions,
  ) => Promise<RawAnswer & { sealed: SealedCall | undefined }>;
  /** Any request, with a browser's cookies if one is given. */
  send: (request: RawRequest, browser?: Browser) => Promise<RawAnswer>;
};

export type RawRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "OPTIONS" | "PATCH";
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** A client of a server that need not listen. `always` are headers that something before it adds. */
export function makeClient(
  server: FastifyInstance,
  now: () => Date,
  always: Record<string, string> = {},
): Client {
  async function send(request: RawRequest, browser?: Browser): Promise<RawAnswer> {
    const cookie = [...(browser?.cookies ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const answer = await server.inject({
      method: request.method,
      url: request.url,
      headers: {
        host: "localhost",
        ...always,
        ...(cookie !== "" && { cookie }),
        ...(browser?.userAgent !== undefined && { "user-agent": browser.userAgent }),
        ...request.headers,
      },
      ...(request.body !== undefined && { payload: request.body }),
    });
    const setCookies = [answer.headers["set-cookie"] ?? []].flat();
    if (browser) keepCookies(browser, setCookies);
    const isJson =
      answer.payload !== "" &&
      String(answer.headers["content-type"]).startsWith("application/json");
    // Every JSON answer of the API is an object.
    const body = isJson ? (answer.json() as Record<string, unknown>) : {};
    checkAgainstOpenApi({
      method: request.method,
      url: request.url,
      requestType: request.headers?.["content-type"],
      requestBody: request.body,
      httpStatus: answer.statusCode,
      body,
    });
    return {
      httpStatus: answer.statusCode,
      headers: answer.headers,
      body,
      text: answer.payload,
      setCookies,
    };
  }

  async function readConfig(): Promise<ClientConfig> {
    const { body } = await send({ method: "GET", url: "/api/config" });
    return clientConfigResult.parse(body).result;
  }

  async function callRaw(
    endpoint: Endpoint,
    input: Record<string, unknown>,
    browser?: Browser,
    options: CallOptions = {},
  ) {
    const path = pathOf(endpoint, input["params"]);
    const sealed = await sealIfNeeded(endpoint, path, input["body"]);
    const query = endpoint.query ? `?${formOf(input["query"])}` : "";
    const body = bodyOf(endpoint, input["body"], sealed);
    const answer = await send(
      {
        method: endpoint.method,
        url: `/api${path}${query}`,
        headers: {
          ...(endpoint.method !== "GET" && { origin: "http://localhost" }),
          ...(browser?.token !== undefined && { authorization: `Bearer ${browser.token}` }),
          ...(sealed && { "x-mfe": sealed.header }),
          ...(options.idempotencyKey !== undefined && {
            "idempotency-key": options.idempotencyKey,
          }),
          ...body?.headers,
          ...options.headers,
        },
        ...(body && { body: body.text }),
      },
      browser,
    );
    return { ...answer, sealed };
  }

  async function sealIfNeeded(endpoint: Endpoint, path: string, fields: unknown) {
    if (endpoint.bodyType !== "sealed" && !endpoint.sealedResult) return undefined;
    const { enc } = await readConfig();
    return sealCall({
      key: enc,
      method: endpoint.method,
      path,
      fields: endpoint.bodyType === "sealed" ? textFields(fields) : {},
      timestamp: now().getTime(),
    });
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    browser?: Browser,
    options: CallOptions = {},
  ): Promise<Answer<E>> {
    const { httpStatus, headers, body, sealed } = await callRaw(endpoint, input, browser, options);
    if (body["status"] !== true) {
      const retryAfter = Number(headers["retry-after"]);
      return {
        status: false,
        message: String(body["message"]),
        code: body["code"] as string | undefined,
        errors: (body["errors"] as FieldError[] | undefined) ?? [],
        httpStatus,
        correlationId: body["correlationId"] as string | undefined,
        retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
      };
    }
    const result =
      endpoint.sealedResult && sealed
        ? JSON.parse(await sealed.openAnswer(String(body["result"])))
        : body["result"];
    // The schemas of this very endpoint read the parts.
    return {
      ...(endpoint.extras && (z.decode(endpoint.extras, body as never) as object)),
      status: true,
      message: String(body["message"]),
      result: endpoint.result && z.decode(endpoint.result, result as never),
      results: endpoint.results && z.decode(endpoint.results, body["results"] as never),
    } as Answer<E>;
  }

  return { call, callRaw, send };
}

const clientConfigResult = z.object({ result: getConfig.result });

function keepCookies(browser: Browser, lines: string[]): void {
  for (const line of lines) {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (attributes.includes("Max-Age=0")) browser.cookies.delete(name);
    else browser.cookies.set(name, pair.slice(at + 1));
  }
}

function pathOf(endpoint: Endpoint, params: unknown): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textFields(params)[name] ?? ""),
  );
}

function bodyOf(endpoint: Endpoint, body: unknown, sealed: SealedCall | undefined) {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  switch (endpoint.bodyType) {
    case "json":
      return { headers: { "content-type": "application/json" }, text: JSON.stringify(body) };
    case "form":
      return { headers: form, text: formOf(body) };
    case "sealed":
      return { headers: form, text: sealed?.body ?? "" };
    case "csv":
      return { headers: { "content-type": "text/csv" }, text: String(body) };
    case "document":
      return {
        headers: { "content-type": "application/octet-stream" },
        text: body instanceof Buffer ? body : String(body),
      };
    case undefined:
    default:
      return undefined;
  }
}

function formOf(fields: unknown): string {
  return new URLSearchParams(textFields(fields)).toString();
}

function textFields(fields: unknown): Record<string, string> {
  const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
