import * as z from "zod/mini";
import { parsePartnerPesos } from "#common/money.ts";
import { plainWords } from "#server/platform/gateways/cardIssuer/callIssuer.ts";

/** No control characters and no half surrogates: the database refuses both in its JSON. */
const words = z.pipe(
  z.string().check(z.maxLength(100), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  z.transform(plainWords),
);
const amount = z.pipe(
  z.string().check(z.refine((text) => parsePartnerPesos(text) !== undefined)),
  z.transform((text: string) => parsePartnerPesos(text) ?? 0n),
);

const holdFields = {
  eventId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  accountNumber: z.string().check(z.regex(/^\d{6,20}$/)),
  merchant: words,
  reference: z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/)),
  occurredAt: z.iso.datetime(),
};

/** A purchase that takes the money when it is approved, and is settled when the store sends its bill. */
export const holdEvents = [
  z.object({ type: z.literal("card.authorized"), ...holdFields, amount }),
  /** `settled` is what the store took of what was held; the rest went back to the card. */
  z.object({ type: z.literal("card.settled"), ...holdFields, held: amount, settled: amount }),
] as const;

export type HoldEvent = z.output<(typeof holdEvents)[number]>;
