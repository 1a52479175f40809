import type { Selectable } from "kysely";
import type { Tx } from "#server/db/db.ts";
import type { Transfer } from "#server/db/schema.ts";
import type { App } from "#server/platform/app.ts";
import type { MoneyOutcome } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";

/** A transfer as it is stored. */
export type TransferRow = Selectable<Transfer>;

/** The constraint transfer_is_whole: each that the card issuer settles has a card. */
export function cardIdOf({ card_id: card, ref_no: refNo }: TransferRow): bigint {
  if (card === null) throw new Error(`${refNo} has no card`);
  return card;
}

/** How a transfer ended; 'late': the issuer says that it moved what we had returned. */
export type TransferEnd = "credited" | "returned" | "late";

/**
 * What one kind of transfer that the card issuer settles adds to the lifecycle: accepted, sent, credited or
 * returned, or of unknown outcome meanwhile. All but `order` and `inquire` runs inside the transaction that
 * moves it on.
 */
export type IssuerSettled = {
  /** Gives the order to the issuer, under the transfer's reference: the same order has one effect. */
  order: (app: App, transfer: TransferRow) => Promise<MoneyOutcome>;
  /** Asks what became of it. 'absent': the issuer has never seen the reference. */
  inquire: (app: App, transfer: TransferRow) => Promise<MoneyOutcome>;
  /** Tells the member that it is under way. */
  tellOfSending: (tx: Tx, app: App, transfer: TransferRow) => Promise<void>;
  /** Books the end: entries, holds, limits and the card's history. */
  bookEnd: (
    tx: Tx,
    transfer: TransferRow,
    now: { end: "credited" | "returned"; at: Date },
  ) => Promise<void>;
  tellOfEnd: (
    tx: Tx,
    app: App,
    transfer: TransferRow,
    now: { end: TransferEnd; at: Date },
  ) => Promise<void>;
};
