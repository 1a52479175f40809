import { toDecimal } from "#common/money.ts";
import { audit } from "#server/audit.ts";
import type { Tx } from "#server/db/db.ts";
import type { FinalWord } from "./resolveOwnTransfer.ts";

export type ExceptionKind =
  "credited_after_return" | "refused_after_credit" | "wrong_amount" | "unknown_reference";

/** Puts what does not fit before a person. A partner repeats itself; the row is there once. */
export async function reportException(
  tx: Tx,
  { kind, word, at }: { kind: ExceptionKind; word: FinalWord; at: Date },
): Promise<void> {
  const detail = {
    via: word.via,
    outcome: word.outcome.kind,
    said: word.outcome.kind === "credited" ? word.outcome.issuerReference : word.outcome.reason,
    amount: word.amount === undefined ? null : toDecimal(word.amount),
  };
  const inserted = await tx
    .insertInto("transfer_exception")
    .values({ ref_no: word.refNo, kind, detail: JSON.stringify(detail), at })
    .onConflict((conflict) => conflict.columns(["ref_no", "kind"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) return;
  await audit(tx, {
    at,
    actorKind: "system",
    actor: word.via,
    action: "report_transfer_exception",
    object: `transfer:${word.refNo}`,
    correlationId: word.correlationId,
    detail: { kind, ...detail },
  });
}
