import { formatPesos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type {
  CreditOrder,
  CreditOutcome,
} from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { markUnknown } from "#server/domains/transfers/markUnknown.ts";
import {
  type FinalWord,
  resolveOwnTransfer,
} from "#server/domains/transfers/resolveOwnTransfer.ts";

/** Payload of the job `credit_card`. */
export type CreditCardJob = { refNo: string; correlationId: string };

/**
 * Asks the issuer to put an accepted transfer on the card, and books the answer. May run twice: the
 * issuer knows the reference, and a transfer that has ended is left alone. No answer ends nothing:
 * the sweep asks again (sweepTransfers.ts).
 */
export async function creditCard(app: App, job: CreditCardJob): Promise<void> {
  const order = await markSent(app, job.refNo);
  if (order === undefined) return;
  const outcome = await app.issuer.credit(order);
  await takeOutcome(app, {
    refNo: job.refNo,
    outcome,
    via: "job",
    correlationId: job.correlationId,
  });
}

/** Notes that the issuer is about to be asked, and tells the member so once. Answers the order, or undefined when it has ended. */
export async function markSent(app: App, refNo: string): Promise<CreditOrder | undefined> {
  const at = app.now();
  const transfer = await transact(app.db, async (tx) => {
    const row = await tx
      .selectFrom("transfer")
      .select([
        "state",
        "member_id",
        "source_name",
        "destination_account_number",
        "amount_centavos",
        "accepted_at",
      ])
      .where("ref_no", "=", refNo)
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
    // Not with the order itself: a notify would make its commit wait for all others.
    await notify(tx, {
      memberId: row.member_id,
      kind: "transfer_accepted",
      params: { amount: formatPesos(row.amount_centavos), refNo, from: row.source_name },
      at: row.accepted_at,
    });
    return row;
  });
  if (transfer === undefined || ["credited", "returned"].includes(transfer.state)) return undefined;
  if (transfer.state === "accepted") app.metrics.transfers.inc({ state: "sent" });
  return {
    reference: refNo,
    accountNo: transfer.destination_account_number,
    amount: transfer.amount_centavos,
  };
}

export type PartnerWord = {
  refNo: string;
  outcome: CreditOutcome;
  via: FinalWord["via"];
  correlationId: string;
};

/** Books a final answer; anything else keeps the money in transit and the question open. */
export async function takeOutcome(app: App, word: PartnerWord): Promise<void> {
  const { outcome } = word;
  switch (outcome.kind) {
    case "credited":
    case "refused":
      await resolveOwnTransfer(app, { ...word, outcome });
      return;
    case "pending":
      return;
    case "absent":
      await markUnknown(app, word, "the issuer does not know the reference");
      return;
    case "unknown":
      await markUnknown(app, word, outcome.reason);
      return;
  }
}
