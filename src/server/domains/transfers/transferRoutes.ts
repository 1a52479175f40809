import { FROM_CARD_KINDS } from "#contract/transferKinds.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { orderCalls } from "#contract/transfers.ts";
import { onMemberCall, onMoneyCall, type Route } from "#server/platform/http/calls.ts";
import type { FromCardIntent } from "./storedIntent.ts";
import { transferFromCard } from "./transferFromCard.ts";
import { transferDetails } from "./receipt/transferDetails.ts";
import { transferOwnAccountToCard } from "./transferOwnAccountToCard.ts";
import { transferSetup } from "./transferSetup.ts";

export const transferRoutes: Route[] = [
  onMemberCall(getTransferSetup, async ({ app, caller }) => ({
    result: await transferSetup(app, caller),
  })),
  onMoneyCall(orderCalls.own, async (call) => ({
    message: orderMessages[call.language],
    result: await transferOwnAccountToCard(call),
  })),
  ...FROM_CARD_KINDS.map((kind) =>
    // Each kind's body is that of its own call, which the compiler cannot see.
    onMoneyCall(orderCalls[kind] as typeof orderCalls.card, async (call) => ({
      message: orderMessages[call.language],
      result: await transferFromCard(call, { kind, ...call.body } as FromCardIntent),
    })),
  ),
  onMemberCall(getTransferDetails, async ({ app, caller, params }) => ({
    result: await transferDetails(app, caller, params.refNo),
  })),
];

/** 'Being processed' until the issuer has answered (docs/requirements/decisions.md, 6). */
const orderMessages = {
  en: "Your transfer is being processed.",
  fil: "Pinoproseso na ang inyong transfer.",
};
