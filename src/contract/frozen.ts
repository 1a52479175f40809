import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";

/** What a freeze did, for whoever pressed. */
export const frozen = z.object({
  frozenAt: z.string(),
  /** It was frozen before: nothing more was done. */
  wasFrozen: z.boolean(),
  endedSessions: z.number(),
  /** 'asked': locked here, and the card issuer has not confirmed it so far. */
  card: z.enum(["none", "locked", "asked"]),
  /** PESONet orders that were in no file yet: amount and fee come back. */
  comingBack: z.array(z.object({ refNo: z.string(), total: pesosOut })),
});
export type Frozen = z.output<typeof frozen>;
