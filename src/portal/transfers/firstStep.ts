import type { Failure } from "#contract/endpoint.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { SentOrder } from "./CheckingPanel.tsx";
import { firstDestination, isOn, openDraft } from "./forms.ts";
import type { Destination, Draft, Kept, Order } from "./order.ts";
import { beginsAnew, draftFrom } from "./sendAgain.ts";
import { kindOf, type Setup } from "./setup.ts";
import { reviewIn } from "./useReviewEntry.ts";

/** Exactly one of these is on the screen. */
export type Step =
  | {
      name: "form";
      draft: Draft;
      refused: Failure | undefined;
      isKept: boolean;
      /** Its payee was chosen among those paid before, and not typed. */
      isChosen: boolean;
    }
  | { name: "review"; order: Order; isKept: boolean; isChosen: boolean }
  /** Sent, and the answer is not known. `pin` is missing after a reload. */
  | { name: "checking"; order: Order; sent: SentOrder }
  | { name: "already_received" };

/** What the page begins with; and beside its form what was reviewed, not sent and is not what was come for. */
export type First = { step: Step; unsent: Order | undefined };

/** How somebody came: what the address asks for, and what the link gave along. */
type Coming = { asked: Destination | undefined; state: unknown };

/**
 * An order that was sent comes before everything. Then what was come for: a payee to send to again, one that a code
 * says, an account to send from, a destination. Only who came for nothing, or has the review's own page again, sees
 * the review that they left; then comes what was typed.
 */
export function firstStep(kept: Kept | undefined, coming: Coming, setup: Setup): First | undefined {
  const again = draftFrom(coming.state, setup);
  const form = (draft: Draft, isKept: boolean): Step => ({
    name: "form",
    draft,
    refused: undefined,
    isKept,
    isChosen: draft === again && draft.values.qr === "",
  });
  const to = firstDestination(setup, coming.asked);
  // An order that was made is told of whatever is switched off; no form is begun where all are.
  const empty =
    again !== undefined && isOn(setup, again.to)
      ? form(again, false)
      : to && form(openDraft(setup, to), false);
  const begun = (step: Step | undefined, unsent?: Order) => step && { step, unsent };
  switch (kept?.phase) {
    case "typed":
      return begun(
        isForAnother(kept.draft, again, coming.asked) || !isOn(setup, kept.draft.to)
          ? empty
          : form(kept.draft, true),
      );
    case "reviewed":
      return isForSomething(coming) && empty !== undefined
        ? begun(empty, kept.order)
        : begun({ name: "review", order: kept.order, isKept: true, isChosen: false });
    case "submitted":
      return begun({ name: "checking", order: kept.order, sent: sentOf(kept) });
    case undefined:
      return begun(empty);
  }
}

/** Whether something is wanted that the review left before must not stand in place of. */
const isForSomething = ({ asked, state }: Coming): boolean =>
  reviewIn(state) === undefined && (asked !== undefined || beginsAnew(state));

/** Who came to send to somebody, from another account or to another destination begins anew. */
function isForAnother(
  draft: Draft,
  again: Draft | undefined,
  asked: Destination | undefined,
): boolean {
  if (again === undefined) return asked !== undefined && asked !== draft.to;
  const isFromAccount = TRANSFER_KINDS[kindOf(draft)].leaves === "account";
  return (
    !isFromAccount ||
    again.to !== draft.to ||
    draft.values.source_account !== again.values.source_account
  );
}

/** The code itself is gone with the page that sent it. */
const sentOf = ({ pinId, canGoUntil }: { pinId: string; canGoUntil: number }) => ({
  pinId,
  pin: undefined,
  canGoUntil,
});
