import { getTransferReceipt } from "#contract/transferReceipts.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { transferReceipt } from "./transferReceipt.ts";

export const receiptRoutes: Route[] = [
  onMemberCall(getTransferReceipt, async ({ app, caller, params }) => ({
    file: await transferReceipt(app, caller, params.refNo),
  })),
];
