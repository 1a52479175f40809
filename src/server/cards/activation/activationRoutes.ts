import {
  activateCard,
  activatePersoCard,
  retryPersoCard as retry,
} from "#contract/cardApplication.ts";
import type { Caller } from "#server/app.ts";
import { onMemberCall, type Route } from "#server/http/calls.ts";
import { activate } from "./activate.ts";
import { retryPersoCard } from "./retryPersoCard.ts";

export const activationRoutes: Route[] = [
  onMemberCall(activateCard, async ({ app, caller, body }) => {
    await activate(app, caller, "generic", { number: body.visa_card_no, newPin: body.atm_pin });
    return { message: activatedText(caller) };
  }),
  onMemberCall(activatePersoCard, async ({ app, caller, body }) => {
    await activate(app, caller, "personalized", {
      number: body.visa_card_no,
      newPin: body.atm_pin,
    });
    return { message: activatedText(caller) };
  }),
  onMemberCall(retry, async ({ app, caller }) => {
    await retryPersoCard(app, caller);
    return { message: activatedText(caller) };
  }),
];

function activatedText({ language }: Caller): string {
  return language === "fil" ? "Na-activate na ang card!" : "Card successfully activated!";
}
