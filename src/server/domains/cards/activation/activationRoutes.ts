import {
  activateCard,
  activatePersoCard,
  retryPersoCard as retry,
} from "#contract/cardApplication.ts";
import type { Caller } from "#server/platform/app.ts";
import { filipinoDate } from "#common/filipinoDates.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { activate, type InUse } from "./activate.ts";
import { retryPersoCard } from "./retryPersoCard.ts";

export const activationRoutes: Route[] = [
  onMemberCall(activateCard, async ({ app, caller, body }) => {
    const entered = { number: body.visa_card_no, newPin: body.atm_pin };
    return answerOf(caller, await activate(app, caller, "generic", entered));
  }),
  onMemberCall(activatePersoCard, async ({ app, caller, body }) => {
    const entered = { number: body.visa_card_no, newPin: body.atm_pin };
    return answerOf(caller, await activate(app, caller, "personalized", entered));
  }),
  onMemberCall(retry, async ({ app, caller }) => {
    await retryPersoCard(app, caller);
    return { message: activatedText(caller) };
  }),
];

function answerOf(caller: Caller, { earlierPinFrom }: InUse) {
  const result = { earlierPinFrom: earlierPinFrom?.toISOString() ?? null };
  if (earlierPinFrom === undefined) return { message: activatedText(caller), result };
  const moment = manilaMoment(earlierPinFrom);
  const message =
    caller.language === "fil"
      ? `Aktibo na ang inyong card. Ang ATM PIN na pinili ninyo noong ${filipinoDate(moment)} ang gamitin.`
      : `Your card is active. The ATM PIN that counts is the one you chose on ${moment}.`;
  return { message, result };
}

function activatedText({ language }: Caller): string {
  return language === "fil" ? "Na-activate na ang card!" : "Card successfully activated!";
}
