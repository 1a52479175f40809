import * as contract from "#contract/recipients.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { forgetRecipient, renameRecipient, saveRecipient } from "./keepRecipients.ts";
import { readRecentPayees } from "./readRecentPayees.ts";
import { readRecipients } from "./readRecipients.ts";

export const recipientRoutes: Route[] = [
  onMemberCall(contract.getRecipients, async ({ app, caller }) => ({
    result: await readRecipients(app.db, caller.memberId),
  })),
  onMemberCall(contract.getRecentPayees, async ({ app, caller }) => ({
    result: await readRecentPayees(app.db, caller.memberId),
  })),
  onMemberCall(contract.saveRecipient, async ({ app, caller, body }) => ({
    result: await saveRecipient(app, caller, body),
  })),
  onMemberCall(contract.renameRecipient, async ({ app, caller, params, body }) => ({
    result: await renameRecipient(app, caller, { id: params.id, nickname: body.nickname }),
  })),
  onMemberCall(contract.forgetRecipient, async ({ app, caller, params }) => {
    await forgetRecipient(app, caller, params.id);
    return {};
  }),
];
