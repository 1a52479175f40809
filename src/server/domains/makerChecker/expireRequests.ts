import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import type { App } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { expire } from "./decideRequest.ts";

const BATCH = 100;

/** Ends requests that nobody decided in time, with a record of each. May run twice, or in two processes. */
export async function expireRequests(app: App): Promise<void> {
  let ended = BATCH;
  while (ended === BATCH) ended = await transact(app.db, (tx) => endOverdue(tx, app));
}

/** The same for a few at a time, or for those that stand in the way of a new one; answers how many. */
export async function endOverdue(
  tx: Tx,
  app: App,
  about?: { kind: RequestKind; subject: string },
): Promise<number> {
  let query = tx
    .selectFrom("staff_request")
    .select(["id", "kind", "subject", "payload_hash"])
    .where("state", "=", "open")
    .where("expires_at", "<=", app.now());
  if (about !== undefined) {
    query = query.where("kind", "=", about.kind).where("subject", "=", about.subject);
  }
  const due = await query
    .orderBy("expires_at")
    .limit(BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  for (const request of due) await expire(tx, app, request, app.random.uuid());
  return due.length;
}
