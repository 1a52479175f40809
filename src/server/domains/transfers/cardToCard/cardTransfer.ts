import type { TransferRow } from "#server/domains/transfers/lifecycle/issuerSettled.ts";

/** The columns that each transfer of this kind has (the constraint transfer_is_whole). */
export type CardTransfer = TransferRow & {
  destination_member_id: bigint;
  destination_card_id: bigint;
  load_month: string;
};

/** Whether it left an account of the sender's, and not their card. */
export const leftAccount = ({ source_account_id: account }: TransferRow): boolean =>
  account !== null;
