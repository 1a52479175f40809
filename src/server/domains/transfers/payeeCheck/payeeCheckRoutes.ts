import * as contract from "#contract/payeeChecks.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { payeeNameOf } from "#server/domains/transfers/storedIntent.ts";
import { checkBankPayee, checkCardPayee } from "./checkPayee.ts";

export const payeeCheckRoutes: Route[] = [
  onMemberCall(contract.checkBankPayee, async ({ app, caller, body }) => ({
    result: await checkBankPayee(app, caller, {
      bankId: BigInt(body.destination_bank),
      accountNumber: body.destination_account_number,
      accountName: payeeNameOf(body),
      isKnown: body.is_known ?? false,
    }),
  })),
  onMemberCall(contract.checkCardPayee, async ({ app, caller, body }) => ({
    result: await checkCardPayee(app, caller, body.destination_account),
  })),
];
