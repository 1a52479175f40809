import * as z from "zod/mini";
import { isLikeCardNumber } from "#common/checkDigit.ts";
import { plainWords } from "#server/platform/gateways/cardIssuer/callIssuer.ts";

/** No control characters and no half surrogates: the database refuses both in its JSON. */
const words = z.pipe(
  z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  z.transform(plainWords),
);
const id = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{1,64}$/),
  z.refine((text) => !isLikeCardNumber(text)),
);
const eventId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/));
const reference = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/));
const order = { eventId, senderRefId: reference, token: id };

/** What the issuer tells of the life of a card, beside its money. */
export const lifeEvents = [
  z.object({
    type: z.literal("customer.investigated"),
    eventId,
    transactionId: id,
    senderRefId: reference,
    outcome: z.enum(["approved", "rejected"]),
    customerId: z.optional(id),
    reason: z.optional(words),
  }),
  z.object({
    type: z.literal("card.produced"),
    ...order,
    serialNumber: z.string().check(
      z.regex(/^[A-Z0-9-]{4,32}$/),
      z.refine((text) => !isLikeCardNumber(text)),
    ),
    lastFour: z.string().check(z.regex(/^\d{4}$/)),
    expiryDate: z.iso.date(),
  }),
  z.object({ type: z.literal("card.production_failed"), ...order, reason: words }),
  z.object({
    type: z.literal("card.deactivated"),
    eventId,
    token: id,
    occurredAt: z.optional(z.iso.datetime()),
    accountNumber: z.string().check(z.regex(/^\d{6,20}$/)),
    reason: z.enum(["lost", "stolen", "fraud", "expiry", "death", "closed", "replaced"]),
  }),
] as const;

export type LifeEvent = z.output<(typeof lifeEvents)[number]>;
