import type { RequestDetails } from "#contract/staff/requests.ts";
import type { App, StaffCaller } from "#server/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { lockRequest } from "./openRequest.ts";
import { deedOf } from "./requestKinds.ts";
import { isStillAsSeen } from "./staleness.ts";
import { summarize, summaryQuery } from "./summary.ts";

/**
 * One request with what it would change, its papers and its history. `isStale` says that the state has
 * moved on since: what the decision would find, without making it.
 */
export async function readRequest(
  app: App,
  staff: StaffCaller,
  requestId: string,
): Promise<RequestDetails> {
  return transact(app.db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    const row = await summaryQuery(tx).where("r.id", "=", requestId).executeTakeFirst();
    if (request === undefined || row === undefined) throw new Refusal("not_found");
    const deed = deedOf(request.kind)(request.payload, staff.language);
    return {
      ...summarize(row, staff, app.now()),
      payloadHash: request.payload_hash,
      before: request.before,
      after: deed.after(request.before),
      isStale: request.state === "open" && !(await isStillAsSeen(tx, deed, request, app.now())),
      documents: request.documents,
      note: request.note,
      history: await readHistory(tx, requestId),
    };
  });
}

async function readHistory(tx: Tx, requestId: string): Promise<RequestDetails["history"]> {
  const events = await tx
    .selectFrom("audit_event")
    .select(["at", "actor", "action"])
    .where("object", "=", `request:${requestId}`)
    .orderBy("id")
    .limit(100)
    .execute();
  return events.map(({ at, actor, action }) => ({ at: at.toISOString(), who: actor, action }));
}
