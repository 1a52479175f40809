import { createHmac } from "node:crypto";
import webPush from "web-push";
import { brand } from "#brand";
import type { App } from "#server/platform/app.ts";
import { callPartnerForBytes, type PartnerBytes } from "#server/platform/gateways/callPartner.ts";
import type { PushKey } from "./pushKeys.ts";
import { isPushService } from "./pushServices.ts";

export type Push = {
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  key: PushKey;
  payload: string;
  ttlSeconds: number;
  isUrgent: boolean;
  /** Of two with the same the service keeps the later one. */
  topic: string;
};

/** 'gone' for good: there is no such subscription any more. 'refused' is said of this message alone. */
export type PushAnswer =
  | { kind: "accepted" }
  | { kind: "gone" }
  | { kind: "refused"; reason: string }
  | { kind: "later"; reason: string; afterSeconds: number | undefined };

const ENCODING = "aes128gcm";
const MOST_BYTES = 16 * 1024;

/**
 * Hands a message to a browser's push service (RFC 8030): encrypted for that browser alone (RFC 8291), and signed as
 * ours (RFC 8292). The service is asked by the hand of all partners, which follows no redirect and reads no more
 * than a little; the library encrypts and signs.
 */
export async function offerPush(app: App, push: Push): Promise<PushAnswer> {
  // What was allowed when the browser subscribed need not be any more.
  if (!isPushService(app.config, push.endpoint)) return { kind: "gone" };
  const url = new URL(push.endpoint);
  const sealed = webPush.encrypt(
    push.p256dh.toString("base64url"),
    push.auth.toString("base64url"),
    push.payload,
    ENCODING,
  );
  const answer = await callPartnerForBytes({
    method: "POST",
    url,
    headers: {
      ...signature(app, url.origin, push.key),
      "content-encoding": ENCODING,
      ttl: String(push.ttlSeconds),
      urgency: push.isUrgent ? "high" : "normal",
      topic: push.topic,
    },
    body: sealed.cipherText,
    mediaType: "application/octet-stream",
    timeoutMs: app.config.PUSH_TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  });
  return readAnswer(answer, app.now());
}

/** Who the service may ask about what we send: an address on the web, or one that is written to. */
function signature(app: App, audience: string, { publicKey, privateKey }: PushKey) {
  const { PUBLIC_ORIGIN: origin } = app.config;
  const contact = origin?.startsWith("https:") ? origin : `mailto:${brand.links.privacyEmail}`;
  const { Authorization } = webPush.getVapidHeaders(
    audience,
    contact,
    publicKey,
    privateKey,
    ENCODING,
  );
  return { authorization: Authorization };
}

function readAnswer(answer: PartnerBytes, now: Date): PushAnswer {
  if (answer.kind === "none")
    return { kind: "later", reason: answer.reason, afterSeconds: undefined };
  const { status, headers } = answer;
  const reason = `answered ${status}`;
  if (status >= 200 && status < 300) return { kind: "accepted" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500) {
    return { kind: "later", reason, afterSeconds: secondsOf(headers["retry-after"], now) };
  }
  return { kind: "refused", reason };
}

/** Retry-After as seconds or as a date (RFC 9110, 10.2.3). */
function secondsOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** At most 32 characters of base64url (RFC 8030, 5.4), which tell nothing of what it is about. */
export function topicOf(key: PushKey, notificationId: bigint): string {
  return createHmac("sha256", Buffer.from(key.privateKey, "base64url"))
    .update(`topic ${notificationId}`)
    .digest("base64url")
    .slice(0, 32);
}
