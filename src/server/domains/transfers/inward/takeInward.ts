import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { Rail } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { InwardTransfer } from "#server/platform/gateways/rails/inward.ts";
import type { SignedAnswer } from "#server/platform/http/receiveSigned.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { answerOf, noOf } from "./answers.ts";
import { bookInward } from "./bookInward.ts";
import { INWARD_RAILS } from "./inwardRails.ts";
import { findInward, type InwardMessageBytes, type InwardRow, keepMessage } from "./inwardRow.ts";
import { judgeInward } from "./judgeInward.ts";
import { tellOfArrival } from "./tellOfArrival.ts";

/**
 * Takes a transfer of another bank to an account of ours, once: it is credited (of a card: taken, and the
 * issuer is told after that, settleInward.ts) or refused in the transaction that makes the answer. So a repeat, and the question after an answer that was lost, are answered as it was.
 * Another transfer under a name that was used moves nothing, is refused and queued for review.
 */
export async function takeInward(
  app: App,
  arrived: InwardMessageBytes,
  transfer: InwardTransfer,
): Promise<SignedAnswer> {
  const { rail } = arrived;
  const { row, outcome } = await transact(app.db, (tx) => take(tx, app, arrived, transfer));
  app.metrics.railMessages.inc({ rail, outcome });
  if (outcome !== "exception") return answerOf(app, row);
  app.log.error({ rail, refNo: row.ref_no }, OTHER);
  return noOf("REFERENCE_REUSED");
}

const OTHER = "another transfer came under an id that was used";

type Taken = { row: InwardRow; outcome: "booked" | "already" | "exception" };

async function take(
  tx: Tx,
  app: App,
  arrived: InwardMessageBytes,
  transfer: InwardTransfer,
): Promise<Taken> {
  const { rail, correlationId } = arrived;
  const { messageId } = transfer;
  const of = { rail, transfer, correlationId, via: "callback" as const };
  const { row, outcome } = await takeOnce(tx, app, of);
  const message = { messageId: `${transfer.senderBank}-${messageId}`, at: app.now() };
  await keepMessage(tx, arrived, { ...message, outcome, refNo: row.ref_no });
  return { row, outcome };
}

/** A transfer as it came over a rail. */
type Came = {
  rail: Rail;
  transfer: InwardTransfer;
  correlationId: string;
  via: "callback" | "file";
};

/** Decides about a transfer the first time it comes; what comes again under its name is it, or moves nothing. */
export async function takeOnce(tx: Tx, app: App, came: Came): Promise<Taken> {
  const { rail, transfer } = came;
  const { senderBank, txId } = transfer;
  // Of two that come at once the second waits, and finds the first.
  const name = `inward ${rail} ${senderBank} ${txId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const known = await findInward(tx, { rail, senderBank, txId });
  if (known === undefined) return { row: await decide(tx, app, came), outcome: "booked" };
  const other = differenceOf(known, transfer);
  if (other === undefined) return { row: known, outcome: "already" };
  await review(tx, known, { ...came, kind: other, at: app.now() });
  return { row: known, outcome: "exception" };
}

async function decide(
  tx: Tx,
  app: App,
  { rail, transfer, correlationId, via }: Came,
): Promise<InwardRow> {
  const at = app.now();
  const judged = await judgeInward(tx, app, transfer);
  const ofCard = judged.kind === "to_card" ? judged.card : undefined;
  const { reasons, settlesFirst } = INWARD_RAILS[rail];
  const goesBack = judged.kind === "refused" && settlesFirst;
  const isOver = ofCard === undefined && !goesBack;
  const row = await tx
    .insertInto("inward_credit")
    .values({
      ref_no: await newRefNo(tx, at),
      rail,
      sender_bank: transfer.senderBank,
      tx_id: transfer.txId,
      end_to_end_id: transfer.endToEndId,
      message_id: transfer.messageId,
      amount_centavos: transfer.amount,
      sender_name: transfer.senderName,
      sender_account: transfer.senderAccount,
      account_number: transfer.accountNumber,
      member_id: judged.memberId,
      state: goesBack ? "returning" : STATES[judged.kind],
      reason_code: judged.kind === "refused" ? reasons[judged.why] : null,
      card_id: ofCard?.id ?? null,
      load_month: ofCard?.month ?? null,
      next_try_at: isOver ? null : at,
      ended_at: isOver ? at : null,
      answered_at: at,
      correlation_id: correlationId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (judged.kind === "account") {
    const { account } = judged;
    await bookInward(tx, row, {
      step: "account",
      at,
      accounts: { deposit_account: account.ledger_account_id },
    });
    await tellOfArrival(tx, app, row, { memberId: judged.memberId, into: account.name });
  }
  if (!isOver) await bookInward(tx, row, { step: "accept", at });
  await audit(tx, {
    at,
    actorKind: "system",
    actor: via,
    action: judged.kind === "refused" ? "refuse_inward_transfer" : "credit_inward_transfer",
    object: `inward:${row.ref_no}`,
    correlationId,
    detail: { amount: toDecimal(row.amount_centavos), state: row.state, reason: row.reason_code },
  });
  return row;
}

const STATES = { account: "credited", to_card: "accepted", refused: "rejected" } as const;

async function newRefNo(tx: Tx, at: Date): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select lpad(nextval('inward_number')::text, 10, '0') as number`.execute(tx);
  return `IN${manilaDate(at).slice(2).replaceAll("-", "")}-${rows[0]?.number}`;
}

/** What another transfer under the same name has otherwise. A bank may number the message of a repeat anew. */
function differenceOf(
  row: InwardRow,
  transfer: InwardTransfer,
): "wrong_amount" | "wrong_account" | undefined {
  if (row.amount_centavos !== transfer.amount) return "wrong_amount";
  const isSame =
    row.account_number === transfer.accountNumber &&
    row.end_to_end_id === transfer.endToEndId &&
    row.sender_name === transfer.senderName &&
    row.sender_account === transfer.senderAccount;
  return isSame ? undefined : "wrong_account";
}

async function review(
  tx: Tx,
  row: InwardRow,
  {
    transfer,
    kind,
    correlationId,
    via,
    at,
  }: Came & { kind: "wrong_amount" | "wrong_account"; at: Date },
): Promise<void> {
  await queueForReview(tx, {
    refNo: row.ref_no,
    kind,
    via,
    correlationId,
    at,
    detail: {
      rail: row.rail,
      reason: OTHER,
      amount: toDecimal(transfer.amount),
      account: transfer.accountNumber,
      bank: transfer.senderBank,
      txId: transfer.txId,
    },
  });
}
