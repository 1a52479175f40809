import type { App } from "#server/platform/app.ts";
import type {
  CreditOutcome,
  MoneyOutcome,
} from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import type { TransferRow } from "./issuerSettled.ts";

/** Has the issuer credit the card that a transfer from an account goes to, under its reference. */
export const loadCard = async (app: App, transfer: TransferRow): Promise<MoneyOutcome> =>
  asMoney(await app.issuer.credit(orderOf(transfer)));

/** Asks what became of it. */
export const findLoad = async (app: App, transfer: TransferRow): Promise<MoneyOutcome> =>
  asMoney(await app.issuer.inquire(orderOf(transfer)));

function orderOf(transfer: TransferRow) {
  return {
    reference: transfer.ref_no,
    accountNo: transfer.destination_account_number,
    amount: transfer.amount_centavos,
  };
}

function asMoney(outcome: CreditOutcome): MoneyOutcome {
  if (outcome.kind === "credited") return { ...outcome, kind: "done" };
  return outcome.kind === "refused" ? { ...outcome, code: "" } : outcome;
}
