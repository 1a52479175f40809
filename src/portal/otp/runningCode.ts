import { deviceNow } from "#client/clock.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import * as z from "zod/mini";

/** A code that was sent and what it approves. The code itself is only on the member's phone. */
const runningCode = z.object({
  pinId: z.uuid(),
  mobileNumber: z.string(),
  /** deviceNow from which a new code may be asked for. */
  resendAt: z.number(),
  /** The intent it approves, as text. */
  approves: z.string(),
  /** Wrong codes that were typed for it, in any tab and before a reload. */
  tries: z._default(z.number(), 0),
});

type Sent = { pinId: string; mobileNumber: string; resendAt: number; tries: number };

/** What a code approves, and the place where the last code of its sort is kept. */
export type Approves = { place: "transfer-code" | "step-up-code"; intent: object };

const textOf = ({ intent }: Approves) =>
  JSON.stringify(Object.entries(intent).toSorted(([a], [b]) => a.localeCompare(b)));

/** Keeps which code was sent for this over a look at another screen and over a reload. */
export function keepRunningCode(approves: Approves, sent: Sent): Promise<void> {
  const { pinId, mobileNumber, resendAt, tries } = sent;
  const text = textOf(approves);
  return keepDraft(approves.place, { pinId, mobileNumber, resendAt, tries, approves: text });
}

/** Counts one more wrong code and says how many that makes, of those in other tabs too. */
export async function countWrongCode(approves: Approves, sent: Sent): Promise<number> {
  const kept = await findRunningCode(approves);
  const before = kept?.pinId === sent.pinId ? Math.max(kept.tries, sent.tries) : sent.tries;
  const tries = before + 1;
  if (kept?.pinId === sent.pinId) await keepRunningCode(approves, { ...kept, tries });
  return tries;
}

/** The code was used, or can no longer be. */
export const forgetRunningCode = ({ place }: Approves): Promise<void> => forgetDraft(place);

/**
 * The code that was sent for exactly this while its countdown runs: the server sends no other until then.
 * Later, or for anything else, undefined, and a new one is asked for.
 */
export async function findRunningCode(approves: Approves): Promise<Sent | undefined> {
  const parsed = runningCode.safeParse(await findDraft(approves.place));
  if (!parsed.success || parsed.data.resendAt <= deviceNow()) return undefined;
  return parsed.data.approves === textOf(approves) ? parsed.data : undefined;
}
