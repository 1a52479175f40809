import type { NotNull } from "kysely";
import type { Centavos } from "#common/money.ts";
import { formatPesos, formatPesosAscii, toDecimal } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import { brand } from "#brand";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { type ExceptionKind, reportException } from "./reportException.ts";
import { bookOwnTransfer } from "./bookOwnTransfer.ts";
import { freeLoad } from "./freeLoad.ts";

/** The issuer's last word on a transfer, whoever brought it. */
export type FinalWord = {
  refNo: string;
  outcome: { kind: "credited"; issuerReference: string } | { kind: "refused"; reason: string };
  /** What the issuer says it moved, where it says so. Another amount than ours is never booked. */
  amount?: Centavos;
  via: "job" | "inquiry" | "callback";
  correlationId: string;
};

/** 'done' now, 'already' so before, or put before a person ('exception'). */
export type Resolution = "done" | "already" | "exception";

/**
 * Ends a transfer as the issuer says: the money arrives on the card, or goes back to its account.
 * However often and in whatever order answers come, one of them is booked. What contradicts the
 * books (a credit after the return, another amount, a reference that is not ours) is an exception row
 * and changes no balance.
 */
export async function resolveOwnTransfer(app: App, word: FinalWord): Promise<Resolution> {
  const at = app.now();
  const resolution = await transact(app.db, async (tx): Promise<Resolution> => {
    const transfer = await lockOwnTransfer(tx, word.refNo);
    const trouble = transfer === undefined ? "unknown_reference" : contradiction(transfer, word);
    if (transfer === undefined || trouble !== undefined) {
      const kind = trouble ?? "unknown_reference";
      const isNew = await reportException(tx, { kind, word, at });
      if (isNew && transfer !== undefined && kind === "credited_after_return") {
        await tellMember(tx, app, newsOf(transfer, "transfer_late"));
      }
      return "exception";
    }
    if (transfer.next_inquiry_at === null) return "already";
    await end(tx, app, transfer, { word, at });
    return "done";
  });
  if (resolution === "done") app.metrics.transfers.inc({ state: finalState(word) });
  if (resolution === "exception") {
    app.log.error(
      { refNo: word.refNo, via: word.via, outcome: word.outcome.kind },
      "transfer exception",
    );
  }
  return resolution;
}

async function lockOwnTransfer(tx: Tx, refNo: string) {
  return (
    tx
      .selectFrom("transfer")
      .selectAll()
      // The constraint transfer_is_whole: each of this kind has them.
      .$narrowType<{ source_account_id: NotNull; load_month: NotNull }>()
      .where("ref_no", "=", refNo)
      .where("kind", "=", "own")
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

type TransferRow = {
  ref_no: string;
  member_id: bigint;
  card_id: bigint;
  source_account_id: bigint;
  source_name: string;
  amount_centavos: bigint;
  state: string;
  load_month: string;
};

function finalState(word: FinalWord): "credited" | "returned" {
  return word.outcome.kind === "credited" ? "credited" : "returned";
}

function contradiction(transfer: TransferRow, word: FinalWord): ExceptionKind | undefined {
  if (word.amount !== undefined && word.amount !== transfer.amount_centavos) return "wrong_amount";
  if (transfer.state === "returned" && word.outcome.kind === "credited")
    return "credited_after_return";
  if (transfer.state === "credited" && word.outcome.kind === "refused")
    return "refused_after_credit";
  return undefined;
}

async function end(
  tx: Tx,
  app: App,
  transfer: TransferRow,
  { word, at }: { word: FinalWord; at: Date },
): Promise<void> {
  const state = finalState(word);
  const { outcome } = word;
  await tx
    .updateTable("transfer")
    .set({
      state,
      next_inquiry_at: null,
      ...(outcome.kind === "credited"
        ? { credited_at: at, issuer_reference: outcome.issuerReference }
        : { returned_at: at }),
    })
    .where("ref_no", "=", transfer.ref_no)
    .execute();
  await tx
    .insertInto("transfer_step")
    .values({
      ref_no: transfer.ref_no,
      state,
      via: word.via,
      detail: outcome.kind === "credited" ? outcome.issuerReference : outcome.reason,
      at,
    })
    .execute();
  await bookOwnTransfer(tx, transfer, outcome.kind === "credited" ? "complete" : "fail", {
    businessDate: manilaDate(at),
    at,
  });
  if (state === "credited") await addToHistory(tx, transfer, at);
  else await freeLoad(tx, transfer);
  if (state === "credited") {
    // As the order was: in the portal alone, for the money has not left the member.
    const { memberId, notice: kind, values: params } = newsOf(transfer, "transfer_credited");
    await notify(tx, { memberId, kind, params, at });
  } else await tellMember(tx, app, newsOf(transfer, "transfer_returned"));
  await audit(tx, {
    at,
    actorKind: "system",
    actor: word.via,
    action: state === "credited" ? "credit_transfer" : "return_transfer",
    object: `transfer:${transfer.ref_no}`,
    correlationId: word.correlationId,
    detail: { amount: toDecimal(transfer.amount_centavos) },
  });
}

function newsOf<Notice extends string>(transfer: TransferRow, notice: Notice) {
  const { member_id: memberId, amount_centavos: amount, ref_no: refNo } = transfer;
  const values = { amount: formatPesos(amount), pesos: formatPesosAscii(amount), refNo };
  return { memberId, notice, values };
}

async function addToHistory(tx: Tx, transfer: TransferRow, at: Date): Promise<void> {
  await tx
    .insertInto("card_transaction")
    .values({
      card_id: transfer.card_id,
      transaction_date: at,
      description: `Transfer to ${brand.cardName}`,
      sub_description: `From ${transfer.source_name}`,
      amount_centavos: transfer.amount_centavos,
      ref_no: transfer.ref_no,
      transfer_ref_no: transfer.ref_no,
      source_event: `transfer:${transfer.ref_no}`,
    })
    .execute();
}
