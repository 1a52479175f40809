import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { PIN_OWN_TIME_MS } from "#server/domains/cards/orders/pinOrder.ts";
import { checkNumber } from "#server/domains/cards/state/checkNumber.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import type { Tx } from "#server/db/db.ts";
import { pausedRefusal, holdPause } from "#server/domains/members/pause/refuseWhilePaused.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import type { Refusal } from "#server/refusal.ts";
import { askForNewPin } from "#server/domains/cards/orders/pinOrder.ts";
import { endPinOrder, findOpenPinOrder, type PinAsked } from "./endPinOrder.ts";

/** What a new PIN without the old one takes: the whole number of the card, an approval, and the PIN as it came. */
export type ForgottenPin = { number: string; newPin: string; code: StepUp };

/**
 * Sets a new ATM PIN on the member's own card without the old one, which was forgotten: the card in the hand, by its
 * number, and an approval take its place. The PIN is passed to the issuer as it came, sealed to its key. One after the
 * other with changes of the PIN, and refused as they are; in the member's pause not at all.
 */
export function resetOwnPin(
  app: App,
  caller: Caller,
  { number, newPin, code }: ForgottenPin,
): Promise<void> {
  return endPinOrder(app, caller, {
    open: (tx) => openReset(tx, app, caller, { number, code }),
    ask: (order) => askForNewPin(app, order, newPin),
  });
}

async function openReset(
  tx: Tx,
  app: App,
  caller: Caller,
  { number, code }: Pick<ForgottenPin, "number" | "code">,
): Promise<PinAsked> {
  const { memberId, memberGuid, sessionId, correlationId } = caller;
  const pausedUntil = await holdPause(tx, app, memberId);
  const at = app.now();
  const card = await ownCard(tx, memberId, "reset_pin");
  if (pausedUntil !== null) return pausedRefusal("pin_reset_paused", pausedUntil);
  // Another process was quicker: its PIN is not this one.
  if ((await findOpenPinOrder(tx, memberId)) !== undefined) return undefined;
  const wrong = await checkNumber(tx, app, { memberId, number, of: card.pan_mac });
  if (wrong !== undefined) return wrong;
  const approval = { ...code, purpose: "reset_pin", intent: RESET_INTENT } as const;
  const refusal: Refusal | undefined = await spendCode(tx, app, caller, approval);
  if (refusal !== undefined) return refusal;
  const from = { sessionId };
  await noteActivity(tx, { memberId, at, kind: "pin_reset_asked", doer: "member", from });
  return openOrder(tx, {
    cardId: card.id,
    kind: "reset_pin",
    actor: { kind: "member", name: memberGuid },
    correlationId,
    at,
    askFrom: new Date(at.getTime() + PIN_OWN_TIME_MS),
  });
}

/** As it is kept with the code and compared with the order. */
export const RESET_INTENT = { kind: "reset_pin" };
