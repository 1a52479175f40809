import type { Endpoint } from "#contract/endpoint.ts";
import { type Loose, presentTexts } from "./callParts.ts";
import { serverNow } from "./clock.ts";
import { loadConfig } from "./config.ts";

/** True when something of the call travels encrypted (fieldCipher.ts). */
export const isSealed = (endpoint: Endpoint): boolean =>
  endpoint.bodyType === "sealed" || endpoint.sealedResult === true;

/** What a sealed call adds to a request, and how its answer opens. */
export type Sealed = {
  headers: Record<string, string>;
  body: string;
  /** The answer's body with `result` in clear; unchanged when it cannot be opened. */
  open: (body: unknown) => Promise<unknown>;
};

/**
 * Encrypts the fields of a call under the server's public key. Undefined when that key cannot be
 * had: without network, or on a page that is not secure. Nothing is ever sent in clear instead.
 */
export async function sealParts(
  endpoint: Endpoint,
  path: string,
  parts: Loose,
  fresh: boolean,
): Promise<Sealed | undefined> {
  // The cryptography stays out of the first paint.
  const [config, cipher] = await Promise.all([loadConfig({ fresh }), loadCipher()]);
  if (config === undefined || cipher === undefined || !isSecureContext) return undefined;
  const sealed = await cipher.sealCall({
    method: endpoint.method,
    path,
    key: config.enc,
    fields: Object.fromEntries(presentTexts(parts.body ?? {})),
    timestamp: Math.round(serverNow()),
  });
  const isForm = endpoint.bodyType === "sealed";
  return {
    headers: {
      "X-MFE": sealed.header,
      ...(isForm ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
    },
    body: sealed.body,
    open: (body) => openResult(body, sealed.openAnswer),
  };
}

async function loadCipher() {
  try {
    return await import("#contract/fieldCipher.ts");
  } catch {
    return undefined;
  }
}

async function openResult(
  body: unknown,
  openAnswer: (sealed: string) => Promise<string>,
): Promise<unknown> {
  if (typeof body !== "object" || body === null || !("result" in body)) return body;
  if (typeof body.result !== "string") return body;
  try {
    return { ...body, result: JSON.parse(await openAnswer(body.result)) as unknown };
  } catch {
    return body;
  }
}
