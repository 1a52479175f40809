import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { queueForReview } from "./queueForReview.ts";

/** Without an end so long after it was ordered, a person reviews it. */
const DESK_MS = 24 * 60 * 60 * 1000;

/** A transfer to a card that the issuer has not ended a day after it was ordered is queued for review. */
export async function watchUnanswered(
  app: App,
  { refNo, correlationId }: { refNo: string; correlationId: string },
): Promise<void> {
  const at = app.now();
  const old = await app.db
    .selectFrom("transfer")
    .select("accepted_at")
    .where("ref_no", "=", refNo)
    .where("state", "in", ["sent", "unknown"])
    .where("accepted_at", "<=", new Date(at.getTime() - DESK_MS))
    .executeTakeFirst();
  if (old === undefined) return;
  const detail = { asked: "the issuer", since: old.accepted_at.toISOString() };
  await transact(app.db, (tx) =>
    queueForReview(tx, { refNo, kind: "unanswered", via: "timer", detail, correlationId, at }),
  );
}
