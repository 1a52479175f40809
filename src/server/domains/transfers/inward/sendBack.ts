import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { INSTAPAY_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import { inwardReturn, returnAnswer } from "#server/platform/gateways/rails/inwardReturns.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { bookInward } from "./bookInward.ts";
import { INWARD_RAILS } from "./inwardRails.ts";
import { type InwardRow, railOf } from "./inwardRow.ts";

const AFTER_A_NO_MS = 30 * 60 * 1000;
/** What has not gone back by then, a person looks at. */
const LATE_MS = 60 * 60 * 1000;

/**
 * Sends money back that the issuer refused, by a pacs.004, again under its id until the switch has taken it:
 * it is one return. A switch that refuses it is a person's to ask; it is sent again all the same.
 */
export async function sendBack(app: App, row: InwardRow): Promise<void> {
  const { ref_no: refNo, tx_id: txId } = row;
  const message = inwardReturn(
    {
      refNo,
      messageId: row.message_id,
      txId,
      endToEndId: row.end_to_end_id,
      senderBank: row.sender_bank,
      accountNumber: row.account_number,
      amount: row.amount_centavos,
      reasonCode: INWARD_RAILS[railOf(row)].reasons.issuer_refuses,
    },
    {
      participant: app.config.RAIL_PARTICIPANT,
      day: manilaDate(row.answered_at),
      at: row.answered_at,
    },
  );
  const reply = await app.instapay.exchange(message);
  const answer =
    reply.kind === "reply"
      ? returnAnswer(reply.bytes, INSTAPAY_BYTES, { refNo, txId })
      : reply.kind;
  if (answer === "taken") await endReturn(app, refNo);
  else await tryLater(app, row, answer);
}

async function endReturn(app: App, refNo: string): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const row = await tx
      .updateTable("inward_credit")
      .set({ state: "returned", next_try_at: null, ended_at: at })
      .where("ref_no", "=", refNo)
      .where("state", "=", "returning")
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return;
    await bookInward(tx, row, { step: "return", at });
    await audit(tx, {
      at,
      actorKind: "system",
      actor: "job",
      action: "return_inward_transfer",
      object: `inward:${refNo}`,
      correlationId: row.correlation_id,
      detail: { amount: toDecimal(row.amount_centavos), reason: row.refused_for },
    });
  });
}

async function tryLater(app: App, row: InwardRow, answer: string): Promise<void> {
  const at = app.now();
  // A switch that has not heard our answer yet has not settled it: that is a matter of time.
  const isNo = answer === "refused" || answer === "reused";
  const isLate = at.getTime() - row.answered_at.getTime() >= LATE_MS;
  const next = isNo ? new Date(at.getTime() + AFTER_A_NO_MS) : nextInquiry(row.answered_at, at);
  await transact(app.db, async (tx) => {
    await tx
      .updateTable("inward_credit")
      .set({ next_try_at: next })
      .where("ref_no", "=", row.ref_no)
      .where("state", "=", "returning")
      .execute();
    if (!isNo && !isLate) return;
    await queueForReview(tx, {
      refNo: row.ref_no,
      kind: "not_given_back",
      via: "job",
      correlationId: row.correlation_id,
      at,
      detail: { rail: row.rail, reason: answer, total: toDecimal(row.amount_centavos) },
    });
  });
}
