import * as z from "zod/mini";
import { type Centavos, parsePartnerPesos } from "#common/money.ts";
import { plainWords } from "#server/platform/gateways/cardIssuer/callIssuer.ts";
import { holdEvents } from "./holdEvent.ts";
import { useEvents } from "./useEvent.ts";
import { lifeEvents } from "./lifeEvent.ts";

const REFERENCE = /^[A-Za-z0-9-]{1,40}$/;
/** No control characters and no half surrogates: the database refuses both in its JSON. */
const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u;
const words = z.pipe(z.string().check(z.maxLength(100), z.regex(PLAIN)), z.transform(plainWords));
const accountNo = z.string().check(z.regex(/^\d{6,20}$/));

const moved = z.pipe(
  z.string().check(z.refine((text) => parsePartnerPesos(text) !== undefined)),
  z.transform((text: string) => parsePartnerPesos(text) ?? 0n),
);
const signedMove = z.pipe(
  z.string().check(z.refine((text) => parseSigned(text) !== undefined)),
  z.transform((text: string) => parseSigned(text) ?? 0n),
);

const eventId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/));

const transferFields = {
  eventId,
  senderRefId: z.string().check(z.regex(REFERENCE)),
  eonAccount: accountNo,
  amount: moved,
  ubpTranId: z.string().check(z.minLength(1), z.maxLength(64), z.regex(PLAIN)),
};

const issuerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("transfer.credited"), ...transferFields }),
  z.object({ type: z.literal("transfer.refused"), ...transferFields, reason: words }),
  z.object({
    type: z.literal("card.transaction"),
    eventId,
    kind: z.enum(["purchase", "withdrawal"]),
    accountNumber: accountNo,
    merchant: words,
    reference: z.string().check(z.regex(REFERENCE)),
    /** What was bought or paid out, and what the acquirer took for it. */
    amount: moved,
    fee: moved,
    /** The lines on the issuer's account, negative for money out. */
    transactions: z
      .array(z.object({ tranDate: z.iso.datetime(), amount: signedMove, tranDesc: words }))
      .check(z.minLength(1), z.maxLength(10)),
  }),
  ...useEvents,
  ...holdEvents,
  ...lifeEvents,
]);

export type IssuerEvent = z.output<typeof issuerEvent>;
export type TransferEvent = Extract<
  IssuerEvent,
  { type: "transfer.credited" | "transfer.refused" }
>;
export type CardTransactionEvent = Extract<IssuerEvent, { type: "card.transaction" }>;

/** What an event is called, even when the rest of it cannot be read. */
const envelope = z.object({ eventId, type: z.string().check(z.regex(/^[\w.-]{1,64}$/)) });

export type ReadEvent =
  | { kind: "event"; id: string; event: IssuerEvent }
  | { kind: "unreadable"; id: string | undefined; type: string };

/** Reads the body of an event whose signature was good. */
export function readIssuerEvent(body: Buffer): ReadEvent {
  const value = parseJson(body);
  const event = issuerEvent.safeParse(value);
  if (event.success) return { kind: "event", id: event.data.eventId, event: event.data };
  const named = envelope.safeParse(value);
  return named.success
    ? { kind: "unreadable", id: named.data.eventId, type: named.data.type }
    : { kind: "unreadable", id: undefined, type: "unknown" };
}

/** '-1250.50' -> -125050n. */
function parseSigned(text: string): Centavos | undefined {
  if (!text.startsWith("-")) return parsePartnerPesos(text);
  const amount = parsePartnerPesos(text.slice(1));
  return amount === undefined ? undefined : -amount;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
