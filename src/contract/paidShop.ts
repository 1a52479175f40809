import * as z from "zod/mini";

/** What the code of a shop that was paid says besides number, name and amount; "" for what it does not say. */
export const paidShop = z.object({
  /** The BIC of whoever takes payments for the shop. */
  acquirer: z.string(),
  city: z.string(),
  /** What sort of shop it is, in four digits (ISO 18245). */
  category: z.string(),
  reference: z.string(),
  store: z.string(),
  terminal: z.string(),
});
export type PaidShop = z.output<typeof paidShop>;

/** As a transfer keeps it: with the SHA-256 of a code that was made for one payment, else "". */
export type KeptShop = PaidShop & { once: string };
