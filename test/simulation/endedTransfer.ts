import type { TransferKind } from "#contract/transferKinds.ts";

/** A transfer as our database has it at the end. */
export type EndedTransfer = {
  ref_no: string;
  kind: TransferKind;
  state: string;
  member_id: bigint;
  amount: bigint;
  fee: bigint;
  /** The card that it left or came to; null where it left an account for another bank. */
  card_no: string | null;
  destination: string;
  accepted_at: Date;
  credited_at: Date | null;
  returned_at: Date | null;
  sent_at: Date | null;
  next_inquiry_at: Date | null;
  credit_by: Date | null;
  refund_due_at: Date | null;
  is_refunded_unconfirmed: boolean | null;
  going_back: string | null;
};
