import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { releaseHold } from "#server/ledger/holds.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { freeLoad } from "#server/domains/transfers/freeLoad.ts";
import { reportException } from "#server/domains/transfers/reportException.ts";
import { type CardTransferRow, lockCardTransfer } from "./cardTransferRow.ts";
import { addMoveToHistory } from "./moveHistory.ts";
import { tellOfEnd } from "./cardTransferNews.ts";

/** The issuer's last word on a move between cards, whoever brought it. */
export type MoveWord = {
  refNo: string;
  outcome: { kind: "done"; issuerReference: string } | { kind: "refused"; reason: string };
  via: "job" | "inquiry" | "callback";
  correlationId: string;
};

/**
 * Ends a transfer from card to card as the issuer says: the money moves in our books, or is free again on
 * the card it would have left. However often answers come, one of them is booked. What contradicts the
 * books is an exception row and changes no balance.
 */
export async function endCardTransfer(app: App, word: MoveWord): Promise<void> {
  const at = app.now();
  const state = word.outcome.kind === "done" ? "credited" : "returned";
  const resolution = await transact(app.db, async (tx) => {
    const transfer = await lockCardTransfer(tx, word.refNo);
    if (transfer === undefined) throw new Error(`There is no transfer ${word.refNo} between cards`);
    if (transfer.state === state) return "already";
    if (transfer.next_inquiry_at === null) {
      const kind = state === "credited" ? "credited_after_return" : "refused_after_credit";
      const isNew = await reportException(tx, { kind, word: asFinalWord(word), at });
      if (isNew && state === "credited") await tellOfEnd(tx, app, transfer, { end: "late", at });
      return "exception";
    }
    await end(tx, app, transfer, { word, at });
    return "done";
  });
  if (resolution === "done") app.metrics.transfers.inc({ state });
  if (resolution === "exception") {
    app.log.error({ refNo: word.refNo, via: word.via, state }, "transfer exception");
  }
}

/** As exceptions are written down. */
function asFinalWord({ outcome, ...word }: MoveWord) {
  return {
    ...word,
    outcome:
      outcome.kind === "done"
        ? { kind: "credited" as const, issuerReference: outcome.issuerReference }
        : outcome,
  };
}

async function end(
  tx: Tx,
  app: App,
  transfer: CardTransferRow,
  { word, at }: { word: MoveWord; at: Date },
): Promise<void> {
  const { outcome } = word;
  const isDone = outcome.kind === "done";
  await tx
    .updateTable("transfer")
    .set({
      state: isDone ? "credited" : "returned",
      next_inquiry_at: null,
      ...(isDone
        ? { credited_at: at, issuer_reference: outcome.issuerReference }
        : { returned_at: at }),
    })
    .where("ref_no", "=", transfer.ref_no)
    .execute();
  await tx
    .insertInto("transfer_step")
    .values({
      ref_no: transfer.ref_no,
      state: isDone ? "credited" : "returned",
      via: word.via,
      detail: isDone ? outcome.issuerReference : outcome.reason,
      at,
    })
    .execute();
  await endHold(tx, transfer, at);
  if (isDone) {
    await bookMove(tx, transfer, at);
    await addMoveToHistory(tx, transfer, at);
  } else {
    await freeLoad(tx, { ...transfer, card_id: transfer.destination_card_id });
  }
  await tellOfEnd(tx, app, transfer, { end: isDone ? "credited" : "returned", at });
  await audit(tx, {
    at,
    actorKind: "system",
    actor: word.via,
    action: isDone ? "credit_transfer" : "return_transfer",
    object: `transfer:${transfer.ref_no}`,
    correlationId: word.correlationId,
    detail: { amount: toDecimal(transfer.amount_centavos) },
  });
}

/** Both accounts are locked first, in the order of their ids: two transfers between the same cards never wait for each other. */
async function endHold(tx: Tx, transfer: CardTransferRow, at: Date): Promise<void> {
  const { source_ledger_id: source, destination_ledger_id: destination } = transfer;
  await sql`select ledger_lock_accounts(${[source, destination]}::bigint[])`.execute(tx);
  const hold = await tx
    .selectFrom("ledger_hold")
    .select("id")
    .where("ledger_account_id", "=", source)
    .where("reference", "=", transfer.ref_no)
    .where("reason", "=", "card_transfer")
    .executeTakeFirstOrThrow();
  if (!(await releaseHold(tx, hold.id, at))) {
    throw new Error(`The hold of ${transfer.ref_no} was released before its end`);
  }
}

async function bookMove(tx: Tx, transfer: CardTransferRow, at: Date): Promise<void> {
  await postJournalEntry(tx, {
    operation: "CARD_TO_CARD",
    step: "post",
    reference: transfer.ref_no,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: "system",
    lines: recipe("CARD_TO_CARD", "post").lines(
      { A: transfer.amount_centavos, F: transfer.fee_centavos },
      { from_card: transfer.source_ledger_id, to_card: transfer.destination_ledger_id },
    ),
  });
}
