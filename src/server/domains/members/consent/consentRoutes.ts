import { agreeToDocument } from "#contract/consent.ts";
import { transact } from "#server/db/db.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { recordConsent } from "./recordConsent.ts";

export const consentRoutes: Route[] = [
  onMemberCall(agreeToDocument, async ({ app, caller, body }) => {
    const { memberId } = caller;
    await transact(app.db, (tx) => recordConsent(tx, { memberId, ...body, at: app.now() }));
    return {};
  }),
];
