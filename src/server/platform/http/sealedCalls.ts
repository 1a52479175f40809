import { type OpenedCall, openCall, parseCallHeader } from "#contract/fieldCipher.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import type { FieldKeys } from "./fieldKeys.ts";

const MAX_AGE_MS = 120_000;
/** A call id is remembered for as long as its timestamp could still pass. */
const REMEMBER_MS = 2 * MAX_AGE_MS;
/** Names and values need no percent-encoding, so a body has exactly one spelling. */
const BODY = /^(?:[A-Za-z_]{1,40}=[A-Za-z0-9_-]{1,2000}(?:&(?!$)|$)){0,20}$/;

export type SealedRequest = {
  header: string | string[] | undefined;
  method: string;
  /** Below /api, with its values filled in, without a query. */
  path: string;
  body: string;
  /** Exactly these fields must be there; one more or less makes the call unreadable. */
  fieldNames: readonly string[];
  /** The call brings a session's token. */
  isInSession: boolean;
};

/**
 * Opens an encrypted call, in the one safe order: form, key, time, decryption, names, and only then
 * the call id, so that nobody can use up ids with garbage. Every failure is the same refusal, and
 * none of them moves a counter of the member. The one exception is proven tampering within a session:
 * a call whose fields open in part was whole when the member's browser sent it (docs/requirements/decisions.md, 3).
 */
export async function openSealedCall(
  app: App,
  keys: FieldKeys,
  request: SealedRequest,
): Promise<OpenedCall> {
  const opened = await tryToOpen(app, keys, request);
  if (opened && (await rememberCall(app, opened.callId))) return opened.call;
  app.metrics.sealedCallsRefused.inc();
  throw new Refusal("unreadable_call");
}

async function tryToOpen(app: App, keys: FieldKeys, request: SealedRequest) {
  const header = typeof request.header === "string" ? parseCallHeader(request.header) : undefined;
  if (!header || !BODY.test(request.body)) return undefined;
  const privateKey = await keys.privateKey(header.kid);
  if (!privateKey) return undefined;
  if (Math.abs(app.now().getTime() - Number(header.timestamp)) > MAX_AGE_MS) return undefined;
  const sealedFields = readSealedFields(request);
  if (!sealedFields) return undefined;
  try {
    const call = await openCall({ ...request, header, privateKey, sealedFields });
    return { call, callId: header.callId };
  } catch {
    if (
      request.isInSession &&
      (await opensInPart({ ...request, header, privateKey, sealedFields }))
    )
      throw new Refusal("tampered");
    return undefined;
  }
}

/** True when at least one field is as it was sealed; asked of calls that do not open as a whole. */
async function opensInPart(call: Parameters<typeof openCall>[0]): Promise<boolean> {
  for (const field of call.sealedFields) {
    try {
      await openCall({ ...call, sealedFields: new Map([field]) });
      return true;
    } catch {
      // Changed, or sealed for another call: the next one may be whole.
    }
  }
  return false;
}

function readSealedFields({ body, fieldNames }: SealedRequest): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const pair of body === "" ? [] : body.split("&")) {
    const [name = "", value = ""] = pair.split("=");
    if (!fieldNames.includes(name) || fields.has(name)) return undefined;
    fields.set(name, value);
  }
  // A field taken away is a change as much as one that was altered.
  return fields.size === fieldNames.length ? fields : undefined;
}

/** False when this call was seen before, by any process. */
async function rememberCall(app: App, callId: string): Promise<boolean> {
  const { rowCount } = await app.pool.query({
    name: "remember_sealed_call",
    text: "insert into sealed_call (call_id, expires_at) values ($1, $2) on conflict do nothing",
    values: [callId, new Date(app.now().getTime() + REMEMBER_MS)],
  });
  return rowCount === 1;
}
