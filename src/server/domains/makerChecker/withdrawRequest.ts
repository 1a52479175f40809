import type { RequestState } from "#contract/staff/requests.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { decidedAlready } from "./decideRequest.ts";
import { auditRequest, endRequest, lockRequest } from "./openRequest.ts";
import { isSamePerson } from "./samePerson.ts";

/** Takes an open request back. Only the person who made it may. */
export async function withdrawRequest(
  app: App,
  staff: StaffCaller,
  requestId: string,
): Promise<{ state: RequestState }> {
  return transact(app.db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (request === undefined) throw new Refusal("not_found");
    if (!isSamePerson(request.maker_person_key, staff.personKey))
      throw new Refusal("request_not_own");
    if (request.state !== "open") throw decidedAlready(request);
    await endRequest(tx, requestId, { state: "withdrawn", at: app.now() });
    await auditRequest(tx, app, request, {
      action: "request_withdrawn",
      actor: staff.username,
      correlationId: staff.correlationId,
    });
    return { state: "withdrawn" };
  });
}
