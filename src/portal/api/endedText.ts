import type { Catalogue } from "#portal/texts/texts.ts";
import { type EndReason, isEndReason } from "./endReason.ts";

/** Why a session ended, and whether what was typed is kept. Nothing of whose it was. */
export type EndedWhy = { reason: EndReason; isKept: boolean };

/** What the member reads of it; "" where the page that comes says it all. */
export function endedText(
  { reason, isKept }: EndedWhy,
  { ended, kept }: Catalogue["common"]["session"],
): string {
  return isKept ? `${ended[reason]} ${kept}` : ended[reason];
}

/** Said to the login by the end of a session, so that a reload of it still knows. */
export const afterEnd = (endedWhy: EndedWhy | undefined) => ({ endedWhy });

/** Why a session ended, where the page comes after that. */
export function endedWhyOf(state: unknown): EndedWhy | undefined {
  if (typeof state !== "object" || state === null || !("endedWhy" in state)) return undefined;
  const { endedWhy: kept } = state;
  if (typeof kept !== "object" || kept === null || !("reason" in kept)) return undefined;
  const { reason } = kept;
  // Another release may have written what this one does not know.
  return isEndReason(reason)
    ? { reason, isKept: "isKept" in kept && kept.isKept === true }
    : undefined;
}
