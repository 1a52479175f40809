import { sessionState } from "#portal/api/sessionState.ts";
import { makeStore } from "#ui/store.ts";

/**
 * When the ATM PIN was chosen that counts, of a card that came into use with the PIN of an earlier try; for
 * the dashboard to say so until it is put away. ISO 8601.
 */
export const earlierPinFrom = makeStore<string | undefined>(undefined);

// Whoever signs out takes it along.
sessionState.subscribe(() => {
  if (sessionState.get().name !== "signed_in" && earlierPinFrom.get() !== undefined) {
    earlierPinFrom.set(undefined);
  }
});
