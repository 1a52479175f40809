import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { creditCard, takeOutcome } from "./creditCard.ts";
import { nextInquiry } from "./inquirySchedule.ts";

/** Asked about at once: the issuer is somebody else's server. */
const AT_ONCE = 20;

type DueTransfer = {
  ref_no: string;
  state: "accepted" | "sent" | "unknown";
  sent_at: Date | null;
  destination_account_number: string;
  amount_centavos: bigint;
  correlation_id: string;
};

/**
 * Asks the issuer about transfers whose answer is overdue. One it has never seen is sent again under
 * the same reference; one it refuses goes back; without an answer it is asked again later, for ever.
 * One whose job was lost before it was sent is sent. Answers how many it looked at.
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
      select d.ref_no from transfer d where d.next_inquiry_at <= ${at}
      order by d.next_inquiry_at limit ${AT_ONCE} for no key update skip locked)
    returning t.ref_no, t.state, t.sent_at, t.destination_account_number, t.amount_centavos, t.correlation_id
  `.execute(app.db);
  return rows;
}

async function settle(app: App, transfer: DueTransfer): Promise<void> {
  const job = { refNo: transfer.ref_no, correlationId: transfer.correlation_id };
  try {
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
  } catch (error) {
    // The others must still be asked; this one keeps its time and is asked again.
    app.log.error({ err: error, refNo: job.refNo }, "the sweep could not settle a transfer");
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
