import { type Centavos, toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { TransferRow } from "#server/domains/transfers/lifecycle/issuerSettled.ts";
import { ISSUER_KINDS } from "#contract/transferKinds.ts";
import { issuerSettled } from "./issuerSettledKinds.ts";
import {
  type ExceptionKind,
  queueForReview,
  type Via,
} from "#server/domains/transfers/lifecycle/queueForReview.ts";

/** The issuer's final answer about a transfer, whoever brought it. */
export type IssuerAnswer = {
  refNo: string;
  outcome: { kind: "done"; issuerReference: string } | { kind: "refused"; reason: string };
  /** The amount that the issuer reports, where it reports one. Another amount than ours is never booked. */
  amount?: Centavos;
  via: "job" | "inquiry" | "callback";
  correlationId: string;
};

/** 'done' now, 'already' so before, or queued for review ('exception'). */
export type Resolution = "done" | "already" | "exception";

/**
 * Applies the issuer's outcome: the transfer is credited, or refunded to where it came from. However often and
 * in whatever order answers arrive, one of them is booked. An outcome that contradicts the books (a credit
 * after the refund, another amount, a reference that is not ours, or with `leftAccount` of what left a card) is
 * queued for review and changes no balance.
 */
export async function endIssuerTransfer(
  app: App,
  answer: IssuerAnswer,
  { leftAccount = false }: { leftAccount?: boolean } = {},
): Promise<Resolution> {
  const at = app.now();
  const end = answer.outcome.kind === "done" ? ("credited" as const) : ("returned" as const);
  const resolution = await transact(app.db, async (tx): Promise<Resolution> => {
    const transfer = await tx
      .selectFrom("transfer")
      .selectAll()
      .where("ref_no", "=", answer.refNo)
      .where("kind", "in", ISSUER_KINDS)
      .$if(leftAccount, (query) => query.where("source_account_id", "is not", null))
      .forNoKeyUpdate()
      .executeTakeFirst();
    const contradiction = transfer && contradictionOf(transfer, answer);
    if (transfer === undefined || contradiction !== undefined) {
      await review(tx, app, transfer, { answer, kind: contradiction ?? "unknown_reference", at });
      return "exception";
    }
    if (transfer.next_inquiry_at === null) return "already";
    await bookIssuerEnd(tx, app, transfer, { answer, end, at });
    return "done";
  });
  if (resolution === "done") app.metrics.transfers.inc({ state: end });
  if (resolution === "exception") {
    const { refNo, via, outcome } = answer;
    app.log.error({ refNo, via, outcome: outcome.kind }, "transfer exception");
  }
  return resolution;
}

function contradictionOf(
  transfer: TransferRow,
  { amount, outcome }: IssuerAnswer,
): ExceptionKind | undefined {
  if (amount !== undefined && amount !== transfer.amount_centavos) return "wrong_amount";
  if (transfer.state === "returned" && outcome.kind === "done") return "credited_after_return";
  if (transfer.state === "credited" && outcome.kind === "refused") return "refused_after_credit";
  return undefined;
}

/** The member is told when a refunded transfer was credited after all. */
async function review(
  tx: Tx,
  app: App,
  transfer: TransferRow | undefined,
  { answer, kind, at }: { answer: IssuerAnswer; kind: ExceptionKind; at: Date },
): Promise<void> {
  const { refNo, via, correlationId, outcome, amount } = answer;
  const isNew = await queueForReview(tx, {
    refNo,
    kind,
    via,
    correlationId,
    at,
    detail: {
      outcome: outcome.kind === "done" ? "credited" : "refused",
      said: outcome.kind === "done" ? outcome.issuerReference : outcome.reason,
      amount: amount === undefined ? null : toDecimal(amount),
    },
  });
  if (!isNew || transfer === undefined || kind !== "credited_after_return") return;
  await issuerSettled(transfer.kind).tellOfEnd(tx, app, transfer, { end: "late", at });
}

/** What ended it, and who says so. */
type Word = Pick<IssuerAnswer, "outcome" | "correlationId"> & { via: Via };

/** Books the end of a transfer that has none yet; the caller holds its row. */
export async function bookIssuerEnd(
  tx: Tx,
  app: App,
  transfer: TransferRow,
  { answer, end, at }: { answer: Word; end: "credited" | "returned"; at: Date },
): Promise<void> {
  const { outcome, via, correlationId } = answer;
  const { ref_no: refNo } = transfer;
  await tx
    .updateTable("transfer")
    .set({
      state: end,
      next_inquiry_at: null,
      ...(outcome.kind === "done"
        ? { credited_at: at, issuer_reference: outcome.issuerReference }
        : { returned_at: at }),
    })
    .where("ref_no", "=", refNo)
    .execute();
  const detail = outcome.kind === "done" ? outcome.issuerReference : outcome.reason;
  await tx
    .insertInto("transfer_step")
    .values({ ref_no: refNo, state: end, via, detail, at })
    .execute();
  const kind = issuerSettled(transfer.kind);
  await kind.bookEnd(tx, transfer, { end, at });
  await kind.tellOfEnd(tx, app, transfer, { end, at });
  await audit(tx, {
    at,
    actorKind: "system",
    actor: via,
    action: end === "credited" ? "credit_transfer" : "return_transfer",
    object: `transfer:${refNo}`,
    correlationId,
    detail: { amount: toDecimal(transfer.amount_centavos) },
  });
}
