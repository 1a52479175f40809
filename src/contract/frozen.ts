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
  /** Orders to other banks that no rail has yet: amount and fee come back. */
  comingBack: z.array(z.object({ refNo: z.string(), total: pesosOut })),
});
export type Frozen = z.output<typeof frozen>;

/** The same for staff who may not open the member's file: no reference, no amount, nothing of the sessions. */
export const frozenElsewhere = z.object({
  ...z.pick(frozen, { wasFrozen: true, card: true }).shape,
  comingBack: z.number(),
});
export type FrozenElsewhere = z.output<typeof frozenElsewhere>;
