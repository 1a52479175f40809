import { makeCallRail, type RailConfig, type RailTools, silence } from "./callRail.ts";

const MESSAGES = "/instapay/v1/messages";
const XML = "application/xml";

/** The longest message of InstaPay, and the longest statement of a day. */
export const INSTAPAY_BYTES = 256 * 1024;
export const STATEMENT_BYTES = 64 * 1024 * 1024;
/** A member waits for the name, and goes on without it. */
const VERIFY_MS = 4_000;

/**
 * The switch's answer to a message. 'absent' is its own answer that it never received the transfer, 'reused'
 * that it knows another one under the reference; 'unknown' does not tell whether it was accepted. 'unproven'
 * came from its address without proof that it is the switch's; it has no bytes where it is too long.
 */
export type InstapayReply =
  | { kind: "reply"; bytes: Buffer }
  | { kind: "absent" }
  | { kind: "reused" }
  | { kind: "unproven"; reason: string; bytes: Buffer | undefined }
  | { kind: "unknown"; reason: string };

export type InstapayRail = {
  /** Sends a pacs.008 or a pacs.028 and answers the pacs.002. Does not send from the moment `until` on. */
  exchange: (message: string, until?: Date) => Promise<InstapayReply>;
  /** Sends an acmt.023 and answers the acmt.024; undefined where none came that is the switch's. */
  verify: (question: string) => Promise<Buffer | undefined>;
  /** The camt.053 of a day of Manila. */
  statement: (
    day: string,
  ) => Promise<{ kind: "file"; bytes: Buffer } | { kind: "unknown"; reason: string }>;
};

/** The InstaPay switch over HTTPS (docs/rails.md). */
export function makeInstapay(config: RailConfig, tools: RailTools): InstapayRail {
  const peer = { partner: "instapay", url: config.INSTAPAY_URL, key: config.INSTAPAY_KEY } as const;
  const ask = makeCallRail(peer, config, tools);
  return {
    async exchange(message, until) {
      if (until !== undefined && tools.now() >= until) {
        return { kind: "unknown", reason: "too late to be handed over" };
      }
      const answer = await ask({
        method: "POST",
        path: MESSAGES,
        body: message,
        mediaType: XML,
        mostBytes: INSTAPAY_BYTES,
      });
      if (answer.kind === "signed") return { kind: "reply", bytes: answer.bytes };
      if (answer.kind === "unproven") return answer;
      if (answer.kind === "status") {
        if (answer.status === 404 && answer.code === "TRANSFER_NOT_FOUND") {
          return { kind: "absent" };
        }
        if (answer.status === 409 && answer.code === "REFERENCE_REUSED") return { kind: "reused" };
      }
      return silence(answer);
    },

    async verify(question) {
      const answer = await ask({
        method: "POST",
        path: MESSAGES,
        body: question,
        mediaType: XML,
        mostBytes: INSTAPAY_BYTES,
        mostMs: VERIFY_MS,
      });
      return answer.kind === "signed" ? answer.bytes : undefined;
    },

    async statement(day) {
      const answer = await ask({
        method: "GET",
        path: `/instapay/v1/settlements?day=${encodeURIComponent(day)}`,
        mediaType: XML,
        mostBytes: STATEMENT_BYTES,
      });
      return answer.kind === "signed" ? { kind: "file", bytes: answer.bytes } : silence(answer);
    },
  };
}
