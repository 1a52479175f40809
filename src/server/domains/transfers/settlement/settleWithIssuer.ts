import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { MoneyOutcome } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { endIssuerTransfer } from "./endIssuerTransfer.ts";
import type { TransferRow } from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import { ISSUER_KINDS } from "#contract/transferKinds.ts";
import { issuerSettled } from "./issuerSettledKinds.ts";
import { markUnknown } from "#server/domains/transfers/lifecycle/markUnknown.ts";
import { watchUnanswered } from "#server/domains/transfers/lifecycle/watchUnanswered.ts";

/** Payload of the jobs that send an accepted transfer to the issuer. */
export type TransferJob = { refNo: string; correlationId: string };

/**
 * Sends an accepted transfer to the issuer and books the answer. Idempotent: the issuer knows the reference,
 * and a transfer with an outcome is left alone. No answer is no outcome: the sweep inquires again
 * (inquireAtIssuer).
 */
export async function sendToIssuer(app: App, job: TransferJob): Promise<void> {
  const transfer = await markSent(app, job.refNo);
  if (transfer === undefined) return;
  const outcome = await issuerSettled(transfer.kind).order(app, transfer);
  await applyOutcome(app, job, { outcome, via: "job" });
}

/**
 * Inquires about a transfer whose answer is overdue, and sends it again under its reference when the issuer
 * has never received it. A transfer whose job was lost before it was sent is sent. After a day without an
 * outcome it is queued for review.
 */
export async function inquireAtIssuer(app: App, job: TransferJob): Promise<void> {
  const before = await app.db
    .selectFrom("transfer")
    .select("sent_at")
    .where("ref_no", "=", job.refNo)
    .executeTakeFirst();
  if (!before?.sent_at) {
    await sendToIssuer(app, job);
    return;
  }
  const transfer = await markSent(app, job.refNo);
  if (transfer === undefined) return;
  const kind = issuerSettled(transfer.kind);
  let outcome = await kind.inquire(app, transfer);
  if (outcome.kind === "absent") outcome = await kind.order(app, transfer);
  await putOff(app, job.refNo, before.sent_at);
  await applyOutcome(app, job, { outcome, via: "inquiry" });
  if (outcome.kind !== "done" && outcome.kind !== "refused") await watchUnanswered(app, job);
}

/**
 * Records that the issuer is about to be asked, and tells the member so once. Undefined when the transfer has
 * an outcome.
 */
export async function markSent(app: App, refNo: string): Promise<TransferRow | undefined> {
  const at = app.now();
  const transfer = await transact(app.db, async (tx) => {
    const row = await tx
      .selectFrom("transfer")
      .selectAll()
      .where("ref_no", "=", refNo)
      .where("kind", "in", ISSUER_KINDS)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row?.state !== "accepted") return row;
    await tx
      .updateTable("transfer")
      .set({ state: "sent", sent_at: at, next_inquiry_at: nextInquiry(at, at) })
      .where("ref_no", "=", refNo)
      .execute();
    await tx
      .insertInto("transfer_step")
      .values({ ref_no: refNo, state: "sent", via: "job", at })
      .execute();
    // Not in the order's own transaction: a notify would make its commit wait for all others.
    await issuerSettled(row.kind).tellOfSending(tx, app, row);
    return row;
  });
  if (transfer === undefined || transfer.next_inquiry_at === null) return undefined;
  if (transfer.state === "accepted") app.metrics.transfers.inc({ state: "sent" });
  return transfer;
}

/** Books a final outcome; with any other answer the money stays where it is and the outcome stays open. */
export async function applyOutcome(
  app: App,
  { refNo, correlationId }: TransferJob,
  { outcome, via }: { outcome: MoneyOutcome; via: "job" | "inquiry" },
): Promise<void> {
  switch (outcome.kind) {
    case "done":
    case "refused":
      await endIssuerTransfer(app, { refNo, outcome, via, correlationId });
      return;
    case "pending":
      return;
    case "absent":
      await markUnknown(app, refNo, { via, reason: "the issuer does not know the reference" });
      return;
    case "unknown":
      await markUnknown(app, refNo, { via, reason: outcome.reason });
      return;
  }
}

async function putOff(app: App, refNo: string, sentAt: Date): Promise<void> {
  await app.db
    .updateTable("transfer")
    .set({ next_inquiry_at: nextInquiry(sentAt, app.now()) })
    .where("ref_no", "=", refNo)
    .where("next_inquiry_at", "is not", null)
    .execute();
}
