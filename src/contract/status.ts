import { CLOSING_RAILS } from "./transferKinds.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/**
 * What can be away by itself, in a member's words: everything that needs the books, transfers over InstaPay,
 * the network of the card, texts with codes.
 */
export const partNames = ["online", ...CLOSING_RAILS, "card", "texts"] as const;

/** Since when a partner has not answered, ISO 8601; null while nobody can say. */
export const since = z.nullable(z.string());

export const getStatus = endpoint({
  name: "getStatus",
  method: "GET",
  path: "/status",
  summary: "What works right now and what is away; answered without the database",
  access: "public",
  result: z.object({
    asOf: z.string(),
    /** In the order of `partNames`. */
    parts: z.array(z.object({ part: z.enum(partNames), isAway: z.boolean(), since })),
  }),
  refusals: [],
});
