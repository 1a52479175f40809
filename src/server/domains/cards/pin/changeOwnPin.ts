import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { askForPin, PIN_OWN_TIME_MS } from "#server/domains/cards/orders/pinOrder.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import type { Tx } from "#server/db/db.ts";
import { endPinOrder, findOpenPinOrder, type PinAsked } from "./endPinOrder.ts";

export type SealedPins = { currentPin: string; newPin: string };

/**
 * Changes the ATM PIN of the member's own card: both PINs are passed to the issuer as they came, sealed to
 * its key. Refuses as endPinOrder says.
 */
export function changeOwnPin(app: App, caller: Caller, pins: SealedPins): Promise<void> {
  return endPinOrder(app, caller, {
    open: (tx) => openChange(tx, app, caller),
    ask: (order) => askForPin(app, order, pins),
  });
}

async function openChange(tx: Tx, app: App, caller: Caller): Promise<PinAsked> {
  const { memberId, memberGuid, sessionId, correlationId } = caller;
  const at = app.now();
  const card = await ownCard(tx, memberId, "change_pin");
  // Another process was quicker: its PINs are not these.
  if ((await findOpenPinOrder(tx, memberId)) !== undefined) return undefined;
  const from = { sessionId };
  await noteActivity(tx, { memberId, at, kind: "pin_change_asked", doer: "member", from });
  return openOrder(tx, {
    cardId: card.id,
    kind: "change_pin",
    actor: { kind: "member", name: memberGuid },
    correlationId,
    at,
    askFrom: new Date(at.getTime() + PIN_OWN_TIME_MS),
  });
}
