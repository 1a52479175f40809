import {
  checkReceipt as checkCall,
  getTransferReceipt,
  makeReceiptCode,
} from "#contract/transferReceipts.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { onMemberCall, onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { evenly } from "#server/platform/http/evenAnswer.ts";
import { ownOrigin } from "#server/platform/http/origin.ts";
import { checkReceipt, receiptCode } from "./receiptCode.ts";
import { transferReceipt } from "./transferReceipt.ts";

export const receiptRoutes: Route[] = [
  onMemberCall(getTransferReceipt, async ({ app, caller, params, headers }) => ({
    file: await transferReceipt(app, caller, {
      ...params,
      origin: ownOrigin(app.config, headers),
    }),
  })),
  onMemberCall(makeReceiptCode, async ({ app, caller, params }) => ({
    result: { code: await receiptCode(app, caller, params.refNo) },
  })),
  onPublicCall(checkCall, async ({ app, source, body }) => {
    // The same room as for papers: whoever guesses at one kind has none left for the other.
    await spendCall(app, { kind: "checkPaper", source });
    const receipt = await evenly(app, () => checkReceipt(app, body.receiptCode));
    return { result: { receipt: receipt ?? null } };
  }),
];
