import { ISSUER_KINDS, type KindWhere } from "#contract/transferKinds.ts";
import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import {
  moveBetweenCards,
  settleCardTransfer,
} from "#server/domains/transfers/cardToCard/moveBetweenCards.ts";
import { creditCard, takeOutcome } from "./creditCard.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { watchUnanswered } from "#server/domains/transfers/watchUnanswered.ts";

/** Asked about at once: the issuer is somebody else's server. */
const AT_ONCE = 20;

type DueTransfer = {
  ref_no: string;
  kind: KindWhere<{ rail: null }>;
  state: "accepted" | "sent" | "unknown";
  sent_at: Date | null;
  destination_account_number: string;
  amount_centavos: bigint;
  correlation_id: string;
};

/**
 * Looks at transfers whose answer is overdue, each as its kind needs: the issuer is asked about one to a
 * card, the rail about one to another bank. One that was never seen is sent again under the same reference;
 * one that is refused goes back; without an answer it is asked again later, and after a day put before a person. One whose job was lost before
 * it was sent is sent. Answers how many it looked at.
 */
export async function sweepTransfers(app: App): Promise<number> {
  const due = await claimDue(app);
  await Promise.all(due.map((transfer) => settle(app, transfer)));
  return due.length;
}

/** Takes the due ones and moves their next time on, so that no other sweep asks the same now. */
async function claimDue(app: App): Promise<DueTransfer[]> {
  const at = app.now();
  const { rows } = await sql<DueTransfer>`
    update transfer t set attempts = t.attempts + 1, next_inquiry_at = ${at}::timestamptz + interval '15 seconds'
    where t.ref_no in (
      select d.ref_no from transfer d where d.next_inquiry_at <= ${at} and d.kind = any (${ISSUER_KINDS}::text[])
      order by d.next_inquiry_at limit ${AT_ONCE} for no key update skip locked)
    returning t.ref_no, t.kind, t.state, t.sent_at, t.destination_account_number, t.amount_centavos, t.correlation_id
  `.execute(app.db);
  return rows;
}

async function settle(app: App, transfer: DueTransfer): Promise<void> {
  try {
    await SETTLE[transfer.kind](app, transfer);
  } catch (error) {
    // The others must still be asked; this one keeps its time and is asked again.
    app.log.error({ err: error, refNo: transfer.ref_no }, "the sweep could not settle a transfer");
  }
}

async function settleOwn(app: App, transfer: DueTransfer): Promise<void> {
  const job = jobOf(transfer);
  if (transfer.sent_at === null) {
    await creditCard(app, job);
    return;
  }
  const order = {
    reference: job.refNo,
    accountNo: transfer.destination_account_number,
    amount: transfer.amount_centavos,
  };
  let outcome = await app.issuer.inquire(order);
  if (outcome.kind === "absent") outcome = await app.issuer.credit(order);
  await putOff(app, job.refNo, transfer.sent_at);
  await takeOutcome(app, { ...job, outcome, via: "inquiry" });
  if (outcome.kind !== "credited" && outcome.kind !== "refused") await watchUnanswered(app, job);
}

async function settleBetweenCards(app: App, transfer: DueTransfer): Promise<void> {
  const job = jobOf(transfer);
  if (transfer.sent_at === null) {
    await moveBetweenCards(app, job);
    return;
  }
  await settleCardTransfer(app, job);
  await putOff(app, job.refNo, transfer.sent_at);
}

/** How each kind is settled with the issuer. */
const SETTLE: Record<DueTransfer["kind"], (app: App, transfer: DueTransfer) => Promise<void>> = {
  own: settleOwn,
  card: settleBetweenCards,
};

function jobOf({ ref_no: refNo, correlation_id: correlationId }: DueTransfer) {
  return { refNo, correlationId };
}

async function putOff(app: App, refNo: string, sentAt: Date): Promise<void> {
  await app.db
    .updateTable("transfer")
    .set({ next_inquiry_at: nextInquiry(sentAt, app.now()) })
    .where("ref_no", "=", refNo)
    .where("next_inquiry_at", "is not", null)
    .execute();
}
