import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import { deviceNow } from "#client/clock.ts";
import * as z from "zod/mini";
import type { Order } from "./order.ts";

/** A code that was sent and what it approves. The code itself is only on the member's phone. */
const sentCode = z.object({
  pinId: z.uuid(),
  mobileNumber: z.string(),
  /** deviceNow from which a new code may be asked for. */
  resendAt: z.number(),
  sourceAccount: z.string(),
  destinationAccount: z.string(),
  amount: z.string(),
  /** Wrong codes that were typed for it, in any tab and before a reload. */
  tries: z._default(z.number(), 0),
});

const FORM = "own-transfer-code";

type Sent = { pinId: string; mobileNumber: string; resendAt: number; tries: number };

/** Keeps which code was sent for this order over a look at the form and over a reload. */
export function keepSentCode(order: Order, sent: Sent): Promise<void> {
  const { pinId, mobileNumber, resendAt, tries } = sent;
  const { sourceAccount, destinationAccount, amount } = order;
  return keepDraft(FORM, {
    pinId,
    mobileNumber,
    resendAt,
    sourceAccount,
    destinationAccount,
    amount,
    tries,
  });
}

/** Counts one more wrong code for this order and says how many that makes, of those in other tabs too. */
export async function countWrongCode(order: Order, sent: Sent): Promise<number> {
  const kept = await findSentCode(order);
  const before = kept?.pinId === sent.pinId ? Math.max(kept.tries, sent.tries) : sent.tries;
  const tries = before + 1;
  if (kept?.pinId === sent.pinId) await keepSentCode(order, { ...kept, tries });
  return tries;
}

/** The code was used, or can no longer be. */
export const forgetSentCode = (): Promise<void> => forgetDraft(FORM);

/**
 * The code that was sent for exactly this transfer while its countdown runs: the server sends no
 * other until then. Later, or for other details, undefined, and a new one is asked for.
 */
export async function findSentCode(order: Order): Promise<Sent | undefined> {
  const parsed = sentCode.safeParse(await findDraft(FORM));
  if (!parsed.success || parsed.data.resendAt <= deviceNow()) return undefined;
  const { data } = parsed;
  const isSame =
    data.sourceAccount === order.sourceAccount &&
    data.destinationAccount === order.destinationAccount &&
    data.amount === order.amount;
  return isSame ? data : undefined;
}
