import { parsePesos, toDecimal } from "#common/money.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import * as z from "zod/mini";

/** What a member typed, as text. */
const draft = z.object({ sourceAccount: z.string(), amount: z.string() });
export type Draft = z.output<typeof draft>;

/**
 * What a member reviewed. The key is made with it and never changes: however often it is sent,
 * after a lost answer or a reload, it is one transfer.
 */
const order = z.object({
  key: z.uuid(),
  sourceAccount: z.string(),
  destinationAccount: z.string(),
  /** '2500.00' */
  amount: z.string(),
});
export type Order = z.output<typeof order>;

/** How far an order got. 'submitted' stands until the server's final answer is known. */
const kept = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("typed"), draft }),
  z.object({ phase: z.literal("reviewed"), order }),
  z.object({ phase: z.literal("submitted"), order, pinId: z.string() }),
]);
export type Kept = z.output<typeof kept>;

const FORM = "own-transfer";

/** Keeps the order over a reload and a session that ran out. */
export const keepOrder = (state: Kept): Promise<void> => keepDraft(FORM, state);

/** The order was answered for good, or given up before it was sent. */
export const forgetOrder = (): Promise<void> => forgetDraft(FORM);

/** What was kept; undefined when nothing was, or an older page wrote it differently. */
export async function findKeptOrder(): Promise<Kept | undefined> {
  const parsed = kept.safeParse(await findDraft(FORM));
  return parsed.success ? parsed.data : undefined;
}

/** The order for a valid draft, with a key of its own. */
export function makeOrder(typed: Draft, destinationAccount: string): Order | undefined {
  const amount = parsePesos(typed.amount);
  return amount === undefined
    ? undefined
    : {
        key: crypto.randomUUID(),
        sourceAccount: typed.sourceAccount,
        destinationAccount,
        amount: toDecimal(amount),
      };
}

/** The order's amount in centavos. */
export const amountOf = (made: Order): bigint => parsePesos(made.amount) ?? 0n;
