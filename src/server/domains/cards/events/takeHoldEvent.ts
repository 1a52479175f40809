import { manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { type EventEnd, finishEvent } from "./finishEvent.ts";
import { isShortForGood } from "#server/domains/cards/state/isShortForGood.ts";
import { tellOfCardUse } from "#server/domains/cards/purchaseTexts/tellOfCardUse.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { isAlreadyBooked, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { Refusal } from "#server/refusal.ts";
import type { HoldEvent } from "./holdEvent.ts";

type Authorized = Extract<HoldEvent, { type: "card.authorized" }>;
type Settled = Extract<HoldEvent, { type: "card.settled" }>;
type End = EventEnd | "later";

const PURCHASE = "POS Purchase";

/**
 * Takes the issuer's word on a purchase that is settled later: ledger, history and the event's end in one
 * transaction, once for each event. Approved, it is one pending line of the history and the money is held;
 * settled, that same line is posted, and what the store did not take comes back as a line of its own.
 * What does not fit our books is an exception for a person; 'later' is what overtook what it needs.
 */
export async function takeHoldEvent(
  app: App,
  event: HoldEvent,
  correlationId: string,
): Promise<End> {
  try {
    return event.type === "card.authorized"
      ? await hold(app, event, correlationId)
      : await transact(app.db, (tx) => settle(tx, app.now(), event, correlationId));
  } catch (error) {
    if (!isAlreadyBooked(error)) throw error;
    return { outcome: "exception", reason: "its reference was booked by another event" };
  }
}

async function hold(app: App, event: Authorized, correlationId: string): Promise<End> {
  if (event.amount === 0n) return { outcome: "exception", reason: "nothing is held" };
  try {
    return await transact(app.db, (tx) => bookHold(tx, app, event, correlationId));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "insufficient_funds") throw error;
    return (await isShortForGood(app, event.accountNumber, event.amount))
      ? { outcome: "exception", reason: "not enough on the card in our books" }
      : "later";
  }
}

async function bookHold(
  tx: Tx,
  app: App,
  event: Authorized,
  correlationId: string,
): Promise<EventEnd> {
  const at = app.now();
  const card = await cardOf(tx, event.accountNumber);
  if (card === undefined) return { outcome: "exception", reason: "no such card account" };
  const end: EventEnd = { outcome: "booked" };
  if (!(await finishEvent(tx, { eventId: event.eventId, end, correlationId, at }))) {
    return { outcome: "already" };
  }
  await post(tx, at, event.reference, {
    operation: "POS_AUTH",
    step: "hold",
    amount: event.amount,
    cardAccount: card.ledgerAccountId,
  });
  await tx
    .insertInto("card_transaction")
    .values({
      ...lineOf(card.id, event),
      description: PURCHASE,
      amount_centavos: -event.amount,
      status: "pending",
      source_event: `issuer:${event.eventId}`,
    })
    .execute();
  await tellOfCardUse(tx, app, card, { ...event, kind: "purchase" });
  return end;
}

async function settle(tx: Tx, at: Date, event: Settled, correlationId: string): Promise<End> {
  const card = await cardOf(tx, event.accountNumber);
  if (card === undefined) return { outcome: "exception", reason: "no such card account" };
  const lines = await tx
    .selectFrom("card_transaction")
    .select(["id", "amount_centavos", "status"])
    .where("ref_no", "=", event.reference)
    .where("card_id", "=", card.id)
    .forNoKeyUpdate()
    .execute();
  // It overtook the approval.
  if (lines.length === 0) return "later";
  const pending = lines.find(({ status }) => status === "pending");
  if (pending === undefined) return { outcome: "exception", reason: "nothing is held under it" };
  const rest = event.held - event.settled;
  if (pending.amount_centavos !== -event.held || rest < 0n) {
    return { outcome: "exception", reason: "another amount than was held" };
  }
  const end: EventEnd = { outcome: "booked" };
  if (!(await finishEvent(tx, { eventId: event.eventId, end, correlationId, at }))) {
    return { outcome: "already" };
  }
  if (rest > 0n) {
    const reversal = { operation: "POS_AUTH", step: "reversal", amount: rest };
    await post(tx, at, event.reference, { ...reversal, cardAccount: card.ledgerAccountId });
    await tx
      .insertInto("card_transaction")
      .values({
        ...lineOf(card.id, event),
        description: `${PURCHASE} Reversal`,
        amount_centavos: rest,
        source_event: `issuer:${event.eventId}`,
      })
      .execute();
  }
  if (event.settled > 0n) {
    const clearing = { operation: "POS_CLEARING", step: "post", amount: event.settled };
    await post(tx, at, event.reference, clearing);
  }
  await tx
    .updateTable("card_transaction")
    .set({ status: "posted" })
    .where("id", "=", pending.id)
    .execute();
  return end;
}

const lineOf = (cardId: bigint, { occurredAt, merchant, reference }: HoldEvent) => ({
  card_id: cardId,
  transaction_date: new Date(occurredAt),
  sub_description: merchant,
  ref_no: reference,
});

async function cardOf(tx: Tx, accountNo: string) {
  const card = await tx
    .selectFrom("card")
    .select(["id", "member_id", "ledger_account_id"])
    .where("account_no", "=", accountNo)
    .executeTakeFirst();
  if (card === undefined || card.ledger_account_id === null) return undefined;
  return { id: card.id, memberId: card.member_id, ledgerAccountId: card.ledger_account_id };
}

/** One entry by its recipe; of the card's account where it moves that. */
async function post(
  tx: Tx,
  at: Date,
  reference: string,
  entry: { operation: string; step: string; amount: Centavos; cardAccount?: bigint },
): Promise<void> {
  const { operation, step, lines } = recipe(entry.operation, entry.step);
  const accounts = entry.cardAccount === undefined ? {} : { card_account: entry.cardAccount };
  await postJournalEntry(tx, {
    operation,
    step,
    reference,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "issuer",
    lines: lines({ A: entry.amount }, accounts),
  });
}
