import { shownWords } from "#common/invisible.ts";
import * as z from "zod/mini";
import type { Config } from "#server/platform/config/config.ts";
import { callPartner, type PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import type { Refused, Unknown } from "./cardIssuer.ts";

export type IssuerConfig = Pick<
  Config,
  | "ISSUER_URL"
  | "ISSUER_CLIENT_ID"
  | "ISSUER_CLIENT_SECRET"
  | "ISSUER_CARD_KEY"
  | "ISSUER_TIMEOUT_MS"
  | "CLOCK_FILE"
>;

/** One request to the issuer. */
export type CallIssuer = (
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
  mostBytes?: number,
) => Promise<PartnerAnswer>;

const MAX_REASON = 200;

/** The issuer's wallet API, below which all calls about cards are. */
export const WALLET = "/partners/eon/wallet";

/** Calls the issuer under our name, within ISSUER_TIMEOUT_MS, never twice. */
export function makeAsk(config: IssuerConfig): CallIssuer {
  return (method, path, body, mostBytes) =>
    callPartner({
      method,
      url: new URL(path, config.ISSUER_URL),
      headers: {
        "x-client-id": config.ISSUER_CLIENT_ID,
        "x-client-secret": config.ISSUER_CLIENT_SECRET,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: config.ISSUER_TIMEOUT_MS,
      ...(mostBytes === undefined ? {} : { mostBytes }),
    });
}

/**
 * Sends an order. If it was sent before with other details, it keeps its first answer, which is inquired for:
 * the details follow the member's file, the order does not change.
 */
export async function sendOrder(
  ask: CallIssuer,
  path: string,
  body: { senderRefId: string },
): Promise<PartnerAnswer> {
  const answer = await ask("POST", path, body);
  if (answer.kind === "none" || answer.status !== 409) return answer;
  return ask("GET", `${WALLET}/v1/orders/${encodeURIComponent(body.senderRefId)}`);
}

const errorsAnswer = z.object({
  senderRefId: z.optional(z.string()),
  errors: z
    .array(
      z.object({
        code: z.string().check(z.regex(/^[A-Z_]{2,40}$/)),
        message: z.string(),
        details: z.optional(z.unknown()),
      }),
    )
    .check(z.minLength(1)),
});

/** The issuer's refusal, with its details. */
export type IssuerNo = Refused & { details: unknown };

/** What an answer is about: the field that must repeat what was requested. */
type About = { field: string; value: string };

/**
 * The outcome of a call. 'yes' is 200, in the right shape and about what was requested; 'refused' is 422 with
 * the issuer's code about what was requested; 'absent' is its 404 with a code that ends in NOT_FOUND. Anything
 * else, also 202 (accepted, not decided), is 'unknown'.
 */
export function readAnswer<Shape extends z.ZodMiniType>(
  answer: PartnerAnswer,
  shape: Shape,
  about: About,
): { kind: "yes"; answer: z.output<Shape> } | IssuerNo | { kind: "absent" } | Unknown {
  if (answer.kind === "none") return unknown(answer.reason);
  if (answer.status === 200) {
    const parsed = shape.safeParse(answer.body);
    if (!parsed.success) return unknown("the answer cannot be read");
    return isAbout(answer.body, about)
      ? { kind: "yes", answer: parsed.data }
      : unknown("the answer is about something else");
  }
  const errors = errorsAnswer.safeParse(answer.body);
  const first = errors.success ? errors.data.errors[0] : undefined;
  if (first === undefined) return unknown(`answered ${answer.status}`);
  if (answer.status === 404 && first.code.endsWith("NOT_FOUND")) return { kind: "absent" };
  if (answer.status === 422 && isAbout(answer.body, about)) {
    const { code, message, details } = first;
    return { kind: "refused", code, reason: plainWords(message), details };
  }
  return unknown(`answered ${answer.status}`);
}

/** As readAnswer, for a call whose subject is always there: its 404 says nothing. */
export function readOutcome<Shape extends z.ZodMiniType>(
  answer: PartnerAnswer,
  shape: Shape,
  about: About,
): { kind: "yes"; answer: z.output<Shape> } | IssuerNo | Unknown {
  const read = readAnswer(answer, shape, about);
  return read.kind === "absent" ? unknown("answered 404") : read;
}

export function unknown(reason: string): Unknown {
  return { kind: "unknown", reason };
}

/**
 * The issuer's text in a form that we may store and show: short, without characters that a database refuses or
 * nobody sees, and without anything that could be a card number.
 */
export function plainWords(words: string): string {
  return shownWords(words.replaceAll(/\p{Cs}/gu, " "))
    .replaceAll(/\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){11,}/gu, "…")
    .slice(0, MAX_REASON);
}

/** The refusal without its details. */
export function plainNo({ kind, code, reason }: IssuerNo): Refused {
  return { kind, code, reason };
}

function isAbout(body: unknown, { field, value }: About): boolean {
  return typeof body === "object" && body !== null && Reflect.get(body, field) === value;
}
