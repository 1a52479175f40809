import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { SignedAnswer } from "#server/platform/http/receiveSigned.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { noOf } from "./answers.ts";
import { hashOf, type InwardMessageBytes, keepMessage } from "./inwardRow.ts";

/**
 * A transfer to us, or a question about one, that cannot be acted on: kept, queued for review and answered so.
 * It is about no transfer of ours, so no clock of one stops.
 */
export async function setUnfitAside(
  app: App,
  arrived: InwardMessageBytes,
  reason: string,
): Promise<SignedAnswer> {
  const { rail, bytes, correlationId } = arrived;
  const at = app.now();
  const source = `unfit-${hashOf(bytes)}`;
  await transact(app.db, async (tx) => {
    await keepMessage(tx, arrived, { messageId: "unfit", outcome: "exception", reason, at });
    const detail = { rail, reason, source };
    const kind = "unreadable";
    await queueForReview(tx, { refNo: source, kind, via: "callback", correlationId, at, detail });
  });
  app.metrics.railMessages.inc({ rail, outcome: "exception" });
  app.log.error({ rail, source, reason }, "a transfer to us cannot be read");
  return noOf("NO_MESSAGE");
}
