import { type Centavos, toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { freeLoad } from "#server/domains/transfers/lifecycle/freeLoad.ts";
import {
  type ExceptionKind,
  queueForReview,
  type Via,
} from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
import { bookInward } from "./bookInward.ts";
import { INWARD_RAILS } from "./inwardRails.ts";
import { type InwardRow, railOf } from "./inwardRow.ts";
import { senderBankName } from "./senderBank.ts";
import { tellOfArrival } from "./tellOfArrival.ts";

/** The issuer's final answer about money that came in for a card, whoever brought it. */
export type InwardIssuerAnswer = {
  refNo: string;
  outcome: { kind: "credited"; issuerReference: string } | { kind: "refused"; reason: string };
  /** What the issuer says it was about, where it does. */
  amount?: Centavos;
  accountNo?: string;
  via: Via;
  correlationId: string;
};

/**
 * Applies the issuer's answer, once: the card is credited in our books and the member told, or the money is
 * on its way back. What contradicts that moves nothing and is queued for review.
 */
export async function endAtIssuer(
  app: App,
  answer: InwardIssuerAnswer,
): Promise<"done" | "already" | "exception"> {
  const at = app.now();
  const end = await transact(app.db, async (tx) => {
    const row = await tx
      .selectFrom("inward_credit")
      .selectAll()
      .where("ref_no", "=", answer.refNo)
      .where("card_id", "is not", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const kind = contradictionOf(row, answer);
    if (row === undefined || kind !== undefined) {
      await review(tx, { answer, kind: kind ?? "unknown_reference", at });
      return "exception" as const;
    }
    if (row.state !== "accepted") return "already" as const;
    if (answer.outcome.kind === "credited") await credit(tx, app, row, { answer, at });
    else await turnBack(tx, row, { reason: answer.outcome.reason, at });
    const { outcome, via: actor, correlationId } = answer;
    await audit(tx, {
      at,
      actorKind: "system",
      actor,
      action: outcome.kind === "credited" ? "credit_inward_transfer" : "refuse_inward_transfer",
      object: `inward:${row.ref_no}`,
      correlationId,
      detail: {
        amount: toDecimal(row.amount_centavos),
        said: outcome.kind === "credited" ? outcome.issuerReference : outcome.reason,
      },
    });
    return "done" as const;
  });
  if (end === "exception") app.log.error({ refNo: answer.refNo }, "money that came in: exception");
  return end;
}

function contradictionOf(
  row: InwardRow | undefined,
  { outcome, amount, accountNo }: InwardIssuerAnswer,
): ExceptionKind | undefined {
  if (row === undefined) return "unknown_reference";
  if (amount !== undefined && amount !== row.amount_centavos) return "wrong_amount";
  if (accountNo !== undefined && accountNo !== row.account_number) return "wrong_account";
  const isGoingBack = row.state === "returning" || row.state === "returned";
  if (isGoingBack && outcome.kind === "credited") return "credited_after_return";
  if (row.state === "credited" && outcome.kind === "refused") return "refused_after_credit";
  return undefined;
}

async function review(
  tx: Tx,
  { answer, kind, at }: { answer: InwardIssuerAnswer; kind: ExceptionKind; at: Date },
): Promise<void> {
  const { refNo, via, correlationId, outcome, amount } = answer;
  await queueForReview(tx, {
    refNo,
    kind,
    via,
    correlationId,
    at,
    detail: {
      outcome: outcome.kind,
      said: outcome.kind === "credited" ? outcome.issuerReference : outcome.reason,
      amount: amount === undefined ? null : toDecimal(amount),
    },
  });
}

async function credit(
  tx: Tx,
  app: App,
  row: InwardRow,
  { answer: { outcome }, at }: { answer: InwardIssuerAnswer; at: Date },
): Promise<void> {
  const { card_id: cardId, ref_no: refNo } = row;
  const card = await tx
    .selectFrom("card")
    .select(["id", "member_id", "ledger_account_id"])
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  const { ledger_account_id: account } = card;
  if (account === null) throw new Error(`the card of ${refNo} has no account in the books`);
  await tx
    .updateTable("inward_credit")
    .set({
      state: "credited",
      next_try_at: null,
      ended_at: at,
      issuer_reference: outcome.kind === "credited" ? outcome.issuerReference : null,
    })
    .where("ref_no", "=", refNo)
    .execute();
  await bookInward(tx, row, { step: "post", accounts: { card_account: account }, at });
  await tx
    .insertInto("card_transaction")
    .values({
      card_id: card.id,
      transaction_date: at,
      description: INWARD_RAILS[railOf(row)].history,
      sub_description: `${plainName(row.sender_name)}, ${await senderBankName(tx, row)} …${row.sender_account.slice(-4)}`,
      amount_centavos: row.amount_centavos,
      ref_no: refNo,
      source_event: `inward:${refNo}`,
    })
    .execute();
  await tellOfArrival(tx, app, row, { memberId: card.member_id });
}

/** It goes back to the bank that sent it, and does not count to the load of the card. */
async function turnBack(
  tx: Tx,
  row: InwardRow,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const { card_id, load_month, amount_centavos } = row;
  await tx
    .updateTable("inward_credit")
    .set({ state: "returning", next_try_at: at, refused_for: reason })
    .where("ref_no", "=", row.ref_no)
    .execute();
  if (card_id === null || load_month === null) throw new Error(`${row.ref_no} is of no card`);
  await freeLoad(tx, { card_id, load_month, amount_centavos });
}
