import {
  getTransferDetails,
  getTransferSetup,
  transferOwnAccountToCard as orderOwnTransfer,
  transferToBankByInstapay as orderByInstapay,
  transferToBankByPesonet as orderByPesonet,
  transferToCard as orderToCard,
} from "#contract/transfers.ts";
import { onMemberCall, onMoneyCall, type Route } from "#server/platform/http/calls.ts";
import { transferByInstapay, transferByPesonet, transferToCard } from "./transferFromCard.ts";
import { transferDetails } from "./receipt/transferDetails.ts";
import { transferOwnAccountToCard } from "./transferOwnAccountToCard.ts";
import { transferSetup } from "./transferSetup.ts";

export const transferRoutes: Route[] = [
  onMemberCall(getTransferSetup, async ({ app, caller }) => ({
    result: await transferSetup(app, caller),
  })),
  onMoneyCall(orderOwnTransfer, async (call) => ({
    message: orderMessages[call.language],
    result: await transferOwnAccountToCard(call),
  })),
  onMoneyCall(orderByPesonet, async (call) => ({
    message: orderMessages[call.language],
    result: await transferByPesonet(call),
  })),
  onMoneyCall(orderByInstapay, async (call) => ({
    message: orderMessages[call.language],
    result: await transferByInstapay(call),
  })),
  onMoneyCall(orderToCard, async (call) => ({
    message: orderMessages[call.language],
    result: await transferToCard(call),
  })),
  onMemberCall(getTransferDetails, async ({ app, caller, params }) => ({
    result: await transferDetails(app, caller, params.refNo),
  })),
];

/** 'Being processed' until the issuer has answered (docs/requirements/decisions.md, 6). */
const orderMessages = {
  en: "Your transfer is being processed.",
  fil: "Pinoproseso na ang inyong transfer.",
};
