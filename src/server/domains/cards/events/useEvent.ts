import * as z from "zod/mini";
import { parsePartnerPesos } from "#common/money.ts";
import { plainWords } from "#server/platform/gateways/cardIssuer/callIssuer.ts";

/** No control characters and no half surrogates: the database refuses both in its JSON. */
const words = z.pipe(
  z.string().check(z.maxLength(100), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  z.transform(plainWords),
);
const eventId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/));
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const accountNumber = z.string().check(z.regex(/^\d{6,20}$/));
const amount = z.pipe(
  z.string().check(z.refine((text) => parsePartnerPesos(text) !== undefined)),
  z.transform((text: string) => parsePartnerPesos(text) ?? 0n),
);

/** What the issuer tells of the use of a card, beside the money that moved. */
export const useEvents = [
  z.object({
    type: z.literal("card.authorization"),
    eventId,
    kind: z.enum(["purchase", "withdrawal"]),
    outcome: z.enum(["approved", "declined"]),
    accountNumber,
    merchant: words,
    amount,
    /** Why it was declined, in a word; one that we do not know is declined all the same. */
    reason: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
  }),
  z.object({
    type: z.literal("card.suspended"),
    eventId,
    token,
    occurredAt: z.iso.datetime(),
    until: z.iso.datetime(),
    reason: words,
  }),
] as const;

export type UseEvent = z.output<(typeof useEvents)[number]>;
