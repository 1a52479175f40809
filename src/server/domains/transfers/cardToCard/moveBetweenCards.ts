import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { MoneyOutcome, MoveOrder } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { markUnknown } from "#server/domains/transfers/markUnknown.ts";
import { watchUnanswered } from "#server/domains/transfers/watchUnanswered.ts";
import { tellOfDebit } from "./cardTransferNews.ts";
import { endCardTransfer, type MoveWord } from "./endCardTransfer.ts";

/** Payload of the job `move_between_cards`. */
export type MoveBetweenCardsJob = { refNo: string; correlationId: string };

/**
 * Asks the issuer to move the money of an accepted transfer from card to card, and books the answer. May
 * run twice: the issuer knows the reference, and a transfer that has ended is left alone. No answer ends
 * nothing: the sweep asks again (settleCardTransfer).
 */
export async function moveBetweenCards(app: App, job: MoveBetweenCardsJob): Promise<void> {
  const order = await markSent(app, job.refNo);
  if (order === undefined) return;
  const outcome = await app.issuer.moveBetween(order);
  await takeMoveOutcome(app, { ...job, outcome, via: "job" });
}

/**
 * A transfer whose answer is overdue: asked about, and ordered again under its reference when the issuer
 * has never seen it. After a day without an end it is put before a person.
 */
export async function settleCardTransfer(app: App, job: MoveBetweenCardsJob): Promise<void> {
  const order = await markSent(app, job.refNo);
  if (order === undefined) return;
  let outcome = await app.issuer.findMove(order);
  if (outcome.kind === "absent") outcome = await app.issuer.moveBetween(order);
  await takeMoveOutcome(app, { ...job, outcome, via: "inquiry" });
  if (outcome.kind !== "done" && outcome.kind !== "refused") await watchUnanswered(app, job);
}

/** Notes that the issuer is about to be asked, and tells the sender so once. Answers the order, or undefined when it has ended. */
async function markSent(app: App, refNo: string): Promise<MoveOrder | undefined> {
  const at = app.now();
  const transfer = await transact(app.db, async (tx) => {
    const row = await tx
      .selectFrom("transfer")
      .selectAll()
      .where("ref_no", "=", refNo)
      .where("kind", "=", "card")
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
    await tellOfDebit(tx, app, row);
    return row;
  });
  if (transfer === undefined || ["credited", "returned"].includes(transfer.state)) return undefined;
  if (transfer.state === "accepted") app.metrics.transfers.inc({ state: "sent" });
  return {
    reference: refNo,
    from: transfer.source_account_number,
    to: transfer.destination_account_number,
    amount: transfer.amount_centavos,
  };
}

type Answer = {
  refNo: string;
  outcome: MoneyOutcome;
  via: MoveWord["via"];
  correlationId: string;
};

/** Books a final answer; anything else keeps the money on hold and the question open. */
async function takeMoveOutcome(app: App, { outcome, ...word }: Answer): Promise<void> {
  switch (outcome.kind) {
    case "done":
    case "refused":
      await endCardTransfer(app, { ...word, outcome });
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
