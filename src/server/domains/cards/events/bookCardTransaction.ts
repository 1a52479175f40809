import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { type Recipe, recipe } from "#server/ledger/journalTemplates.ts";
import { isAlreadyBooked, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { Refusal } from "#server/refusal.ts";
import { type EventEnd, finishEvent } from "./finishEvent.ts";
import { isShortForGood } from "#server/domains/cards/state/isShortForGood.ts";
import { tellOfCardUse } from "#server/domains/cards/purchaseTexts/tellOfCardUse.ts";
import type { CardTransactionEvent } from "./issuerEvent.ts";

/**
 * Books what the issuer says was spent with a card: ledger, history, notice and the event's end in one
 * transaction, once for each event. It has happened at the issuer, so it is never refused: what
 * cannot be booked (no such card, not enough in our books, sums that differ) is an exception, with no
 * balance changed. 'later' when the money may be, or come back from, a transfer whose end we have yet to hear of.
 */
export async function bookCardTransaction(
  app: App,
  event: CardTransactionEvent,
  correlationId: string,
): Promise<EventEnd | "later"> {
  if (!addsUp(event)) return { outcome: "exception", reason: "its lines do not add up" };
  try {
    return await transact(app.db, (tx) => book(tx, app, event, correlationId));
  } catch (error) {
    if (error instanceof Refusal && error.code === "insufficient_funds") {
      const needed = event.amount + event.fee;
      if (!(await isShortForGood(app, event.accountNumber, needed))) return "later";
      return { outcome: "exception", reason: "not enough on the card in our books" };
    }
    if (isAlreadyBooked(error)) {
      return { outcome: "exception", reason: "its reference was booked by another event" };
    }
    throw error;
  }
}

async function book(
  tx: Tx,
  app: App,
  event: CardTransactionEvent,
  correlationId: string,
): Promise<EventEnd> {
  const at = app.now();
  const card = await tx
    .selectFrom("card")
    .select(["id", "member_id", "ledger_account_id"])
    .where("account_no", "=", event.accountNumber)
    .executeTakeFirst();
  if (card === undefined || card.ledger_account_id === null) {
    return { outcome: "exception", reason: "no such card account" };
  }
  const end: EventEnd = { outcome: "booked" };
  const isOurs = await finishEvent(tx, { eventId: event.eventId, end, correlationId, at });
  if (!isOurs) return { outcome: "already" };
  await post(tx, event, card.ledger_account_id, at);
  await tx
    .insertInto("card_transaction")
    .values(
      event.transactions.map((line, index) => ({
        card_id: card.id,
        transaction_date: new Date(line.tranDate),
        description: line.tranDesc,
        sub_description: event.merchant,
        amount_centavos: line.amount,
        ref_no: event.reference,
        source_event: `issuer:${event.eventId}:${index}`,
      })),
    )
    .execute();
  const occurredAt = event.transactions[0]?.tranDate ?? at.toISOString();
  const of = { id: card.id, memberId: card.member_id };
  await tellOfCardUse(tx, app, of, { ...event, occurredAt });
  return end;
}

/** A purchase is told when it is done, so its hold and its clearing are booked one after the other. */
async function post(
  tx: Tx,
  { kind, amount, fee, reference }: CardTransactionEvent,
  cardAccount: bigint,
  at: Date,
): Promise<void> {
  const entry = (of: Recipe, amounts: Record<string, bigint>, accounts: Record<string, bigint>) =>
    postJournalEntry(tx, {
      operation: of.operation,
      step: of.step,
      reference,
      businessDate: manilaDate(at),
      bookedAt: at,
      actor: "issuer",
      lines: of.lines(amounts, accounts),
    });
  if (kind === "withdrawal") {
    const withdrawal = recipe("ATM_WITHDRAWAL", "post");
    await entry(withdrawal, { A: amount, F: fee }, { card_account: cardAccount });
    return;
  }
  await entry(recipe("POS_AUTH", "hold"), { A: amount }, { card_account: cardAccount });
  await entry(recipe("POS_CLEARING", "post"), { A: amount }, {});
}

/** The issuer's lines take exactly amount and fee; only a withdrawal has a fee. */
function addsUp({ kind, amount, fee, transactions }: CardTransactionEvent): boolean {
  const moved = transactions.reduce((sum, line) => sum + line.amount, 0n);
  return amount > 0n && moved === -(amount + fee) && (kind === "withdrawal" || fee === 0n);
}
