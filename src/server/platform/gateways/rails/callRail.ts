import type { Rail } from "#contract/transferKinds.ts";
import { createHmac } from "node:crypto";
import type { Clock } from "#server/platform/base/clock.ts";
import type { Config } from "#server/platform/config/config.ts";
import { callPartnerForBytes } from "#server/platform/gateways/callPartner.ts";
import { signedNonce } from "#server/platform/gateways/signedNonce.ts";
import type { Random } from "#server/platform/base/random.ts";

export type RailConfig = Pick<
  Config,
  | "INSTAPAY_URL"
  | "PESONET_URL"
  | "INSTAPAY_KEY"
  | "PESONET_KEY"
  | "RAIL_PARTICIPANT"
  | "RAIL_TIMEOUT_MS"
>;

export type RailTools = { now: Clock; random: Pick<Random, "uuid"> };

/** The address of a rail, and the key under which both sides sign. */
type RailPeer = { partner: Rail; url: string; key: string };

/**
 * A rail's answer. Only a 200 that the rail has signed within five minutes is 'signed'. Any other 200 is
 * 'unproven', also one that is too long, of which no bytes are kept.
 */
export type RailAnswer =
  | { kind: "signed"; bytes: Buffer }
  | { kind: "status"; status: number; code: string | undefined }
  | { kind: "unproven"; reason: string; bytes: Buffer | undefined }
  | { kind: "none"; reason: string };

export type CallRail = (question: {
  method: "GET" | "POST" | "PUT";
  /** Path with query, as it is signed in a GET. */
  path: string;
  body?: string;
  mediaType: string;
  mostBytes: number;
  /** Where somebody waits before the screen: gives up earlier than RAIL_TIMEOUT_MS. */
  mostMs?: number;
}) => Promise<RailAnswer>;

/** Calls a rail under our name, signed, within RAIL_TIMEOUT_MS, never twice. */
export function makeCallRail(peer: RailPeer, config: RailConfig, tools: RailTools): CallRail {
  return async ({ method, path, body, mediaType, mostBytes, mostMs }) => {
    const timestamp = String(tools.now().getTime());
    const nonce = tools.random.uuid();
    const signature = createHmac("sha256", peer.key)
      .update(`${timestamp}.${nonce}.${body ?? path}`)
      .digest("hex");
    const answer = await callPartnerForBytes({
      method,
      url: new URL(path, peer.url),
      headers: {
        [`x-${peer.partner}-participant`]: config.RAIL_PARTICIPANT,
        [`x-${peer.partner}-timestamp`]: timestamp,
        [`x-${peer.partner}-nonce`]: nonce,
        [`x-${peer.partner}-signature`]: signature,
      },
      ...(body === undefined ? {} : { body }),
      mediaType,
      mostBytes,
      timeoutMs: Math.min(config.RAIL_TIMEOUT_MS, mostMs ?? config.RAIL_TIMEOUT_MS),
    });
    if (answer.kind === "none") {
      const { reason } = answer;
      return answer.isTooLong === true
        ? { kind: "unproven", reason, bytes: undefined }
        : { kind: "none", reason };
    }
    const { status, headers, bytes } = answer;
    if (status !== 200) return { kind: "status", status, code: errorCode(bytes) };
    return signedNonce(peer, tools.now(), headers, bytes) === undefined
      ? { kind: "unproven", reason: "the answer is not signed by the rail", bytes }
      : { kind: "signed", bytes };
  };
}

/** Why an answer cannot be relied on. */
export function silence(answer: Exclude<RailAnswer, { kind: "signed" }>): {
  kind: "unknown";
  reason: string;
} {
  const reason = answer.kind === "status" ? `answered ${answer.status}` : answer.reason;
  return { kind: "unknown", reason };
}

/** The code of the first error of an error page; undefined when it is no such page. */
function errorCode(bytes: Buffer): string | undefined {
  try {
    // Whatever else it is, only a text at this place counts.
    const { errors } = JSON.parse(bytes.toString("utf8")) as { errors?: [{ code?: unknown }?] };
    const code = errors?.[0]?.code;
    return typeof code === "string" ? code : undefined;
  } catch {
    return undefined;
  }
}
