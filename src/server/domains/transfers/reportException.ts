import { toDecimal } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { putBeforePerson } from "./exceptions/putBeforePerson.ts";
import type { FinalWord } from "./resolveOwnTransfer.ts";

export type ExceptionKind =
  | "credited_after_return"
  | "refused_after_credit"
  | "wrong_amount"
  | "unknown_reference";

/** Puts a final word that does not fit before a person (putBeforePerson). True the first time. */
export async function reportException(
  tx: Tx,
  { kind, word, at }: { kind: ExceptionKind; word: FinalWord; at: Date },
): Promise<boolean> {
  const { refNo, via, correlationId, outcome, amount } = word;
  return putBeforePerson(tx, {
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
