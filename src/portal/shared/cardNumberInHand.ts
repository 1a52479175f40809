import { sessionState } from "#portal/api/sessionState.ts";
import type { CardKind } from "#portal/paths.ts";

/**
 * The number of a card that is being activated, between its form and the page of its PIN (row L01). It lives
 * in this variable only: never in the history, in an address or in any storage (S086).
 */
let inHand: { kind: CardKind; number: string } | undefined;

/** Keeps the number for the next page. */
export function holdCardNumber(kind: CardKind, number: string): void {
  inHand = { kind, number };
}

/** The number that was typed for a card of this kind; "" when there is none. */
export const heldCardNumber = (kind: CardKind): string =>
  inHand?.kind === kind ? inHand.number : "";

/** Forgets the number: it was sent, or its page was left. */
export function dropCardNumber(): void {
  inHand = undefined;
}

// Whoever signs out takes it along.
sessionState.subscribe(() => {
  if (sessionState.get().name !== "signed_in") dropCardNumber();
});
