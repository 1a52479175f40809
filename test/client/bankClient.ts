import { randomUUID } from "node:crypto";
import { getConfig } from "#contract/config.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { sealCall } from "#contract/fieldCipher.ts";

/** What a program that is no browser keeps between calls. */
export type BankClient = {
  portalUrl: string;
  cookies: Map<string, string>;
  token: string | undefined;
};

/** An answer as it came; httpStatus 0 is none: whether the call did anything is not known. */
export type RawAnswer = {
  httpStatus: number;
  body: {
    status?: boolean;
    message?: string;
    code?: string;
    result?: Record<string, unknown>;
    results?: unknown;
    errors?: { param: string; msg: string }[];
  };
};

type Parts = {
  params?: Record<string, string>;
  body?: Record<string, string | number | readonly string[] | Record<string, string | number>>;
  idempotencyKey?: string;
  timeoutMs?: number;
};

/** What it says that it is: members read it in the list of their devices. */
const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

/** A client that has not signed in. */
export function newClient(portalUrl: string): BankClient {
  return { portalUrl, cookies: new Map(), token: undefined };
}

/**
 * Makes one call of the contract as a browser would: sealed fields, cookies, bearer token. Of a file only the
 * status is answered. Never throws.
 */
export async function callBank(
  client: BankClient,
  endpoint: Endpoint,
  parts: Parts = {},
): Promise<RawAnswer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts.params?.[name] ?? ""),
  );
  try {
    const { headers, body } = await bodyOf(client, endpoint, path, parts);
    const response = await fetch(`${client.portalUrl}/api${path}`, {
      method: endpoint.method,
      headers: {
        ...headers,
        "user-agent": PHONE,
        "X-Correlation-Id": randomUUID(),
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }),
        ...(parts.idempotencyKey === undefined ? {} : { "idempotency-key": parts.idempotencyKey }),
      },
      signal: AbortSignal.timeout(parts.timeoutMs ?? 60_000),
      ...(body === undefined ? {} : { body }),
    });
    keepCookies(client, response.headers.getSetCookie());
    if (response.ok && endpoint.file !== undefined) {
      await response.arrayBuffer();
      return { httpStatus: response.status, body: {} };
    }
    // Read by callers that check what they use.
    return { httpStatus: response.status, body: (await response.json()) as RawAnswer["body"] };
  } catch (error) {
    return { httpStatus: 0, body: { message: String(error) } };
  }
}

async function bodyOf(
  client: BankClient,
  endpoint: Endpoint,
  path: string,
  parts: Parts,
): Promise<{ headers: Record<string, string>; body: string | undefined }> {
  const fields = Object.entries(parts.body ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const form = { "content-type": "application/x-www-form-urlencoded" };
  if (endpoint.bodyType === "sealed") {
    const key = await serverKey(client);
    const sealed = await sealCall({
      method: endpoint.method,
      path,
      key: { kid: key.kid, pub: key.pub },
      fields: Object.fromEntries(fields),
      timestamp: key.serverTime,
    });
    return { headers: { ...form, "x-mfe": sealed.header }, body: sealed.body };
  }
  if (endpoint.bodyType === "form") {
    return { headers: form, body: new URLSearchParams(fields).toString() };
  }
  if (endpoint.bodyType === "json") {
    const json = { "content-type": "application/json" };
    return { headers: json, body: JSON.stringify(parts.body ?? {}) };
  }
  return { headers: {}, body: undefined };
}

async function serverKey(
  client: BankClient,
): Promise<{ kid: string; pub: string; serverTime: number }> {
  const answer = await callBank(client, getConfig);
  const result = answer.body.result;
  const enc = result?.["enc"];
  if (typeof enc !== "object" || enc === null || !("kid" in enc) || !("pub" in enc)) {
    throw new Error(`the configuration could not be had: ${answer.httpStatus}`);
  }
  return {
    kid: String(enc.kid),
    pub: String(enc.pub),
    serverTime: Number(result?.["serverTime"]),
  };
}

function keepCookies(client: BankClient, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "" || /max-age=0\b/i.test(line)) client.cookies.delete(name);
    else client.cookies.set(name, value);
  }
}
