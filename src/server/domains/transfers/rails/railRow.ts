import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { PaidShop } from "#contract/paidShop.ts";
import type { Rail } from "#contract/transferKinds.ts";
import type { RailState } from "./railStates.ts";

/** A transfer to another bank with everything its rail has reported. */
export type RailRow = {
  ref_no: string;
  rail: Rail;
  state: "accepted" | "sent" | "unknown" | "credited" | "returned";
  member_id: bigint;
  /** The card that it left; null where it left an account of the member's. */
  card_id: bigint | null;
  /** What it left: the card account at the issuer, or the member's account; its name, and its account in our books. */
  source_account_number: string;
  source_name: string;
  ledger_account_id: bigint;
  amount_centavos: bigint;
  fee_centavos: bigint;
  accepted_at: Date;
  sent_at: Date | null;
  next_inquiry_at: Date | null;
  /** When the issuer was first asked for the refund, and when the last request expires. */
  put_back_since: Date | null;
  put_back_until: Date | null;
  correlation_id: string;
  bank_bic: string;
  bank_name: string;
  account_number: string;
  rail_account_name: string;
  /** What the code of the shop says that was paid by it; null where none was. */
  shop: PaidShop | null;
  issuer_leg: "none" | "asked" | "taken" | "refused" | "given_back";
  has_acknowledged: boolean;
  has_settled: boolean;
  has_credited: boolean;
  has_rejected: boolean;
  has_returned: boolean;
  is_held: boolean;
  going_back: RailState["refundFrom"];
  reason_code: string | null;
  cycle_day: string | null;
  cycle_no: number | null;
  credit_by: Date | null;
  batch_id: bigint | null;
  /** The state of its file; null outside of a file. */
  batch_state: string | null;
  refund_due_at: Date | null;
  is_announced: boolean;
  is_refunded_unconfirmed: boolean;
  /** When the rail was last asked: by the order at first, then by each inquiry. */
  asked_at: Date | null;
  /** Since when the transfer is no longer refunded by the clock (stopClocks.ts). */
  clock_stopped_at: Date | null;
};

const COLUMNS = sql`
  t.ref_no, r.rail, t.state, t.member_id, t.card_id, t.source_account_number, t.source_name,
  coalesce(c.ledger_account_id, a.ledger_account_id) as ledger_account_id,
  t.amount_centavos, t.fee_centavos, t.accepted_at, t.sent_at, t.next_inquiry_at, t.correlation_id,
  r.bank_bic, r.bank_name, r.account_number, r.rail_account_name, t.shop, r.issuer_leg, r.has_acknowledged,
  r.has_settled, r.has_credited, r.has_rejected, r.has_returned, r.is_held, r.going_back, r.reason_code,
  r.cycle_day, r.cycle_no, r.credit_by, r.batch_id, b.state as batch_state, r.refund_due_at, r.is_announced,
  r.is_refunded_unconfirmed, r.asked_at, r.put_back_since, r.put_back_until, r.clock_stopped_at`;

/**
 * The transfer, locked until the transaction ends; undefined when no transfer over a rail has this reference.
 */
export async function lockRailTransfer(tx: Tx, refNo: string): Promise<RailRow | undefined> {
  const { rows } = await sql<RailRow>`
    select ${COLUMNS} from transfer t join rail_transfer r using (ref_no)
    left join card c on c.id = t.card_id left join member_account a on a.id = t.source_account_id
    left join pesonet_batch b on b.id = r.batch_id
    where t.ref_no = ${refNo} for no key update of t, r`.execute(tx);
  return rows[0];
}

/** The transfer as it stands at this moment. */
export async function readRailTransfer(db: Db | Tx, refNo: string): Promise<RailRow | undefined> {
  const { rows } = await sql<RailRow>`
    select ${COLUMNS} from transfer t join rail_transfer r using (ref_no)
    left join card c on c.id = t.card_id left join member_account a on a.id = t.source_account_id
    left join pesonet_batch b on b.id = r.batch_id
    where t.ref_no = ${refNo}`.execute(db);
  return rows[0];
}

/** Its state for the machine of railStates.ts. */
export function railStateOf(row: RailRow): RailState {
  return {
    hasAcknowledged: row.has_acknowledged,
    hasSettled: row.has_settled,
    hasCredited: row.has_credited,
    hasRejected: row.has_rejected,
    hasReturned: row.has_returned,
    isHeld: row.is_held,
    refundFrom: row.going_back,
    isBack: row.state === "returned",
  };
}

/** Amount and fee: what the card was debited, and what a refund pays. */
export function totalOf(row: Pick<RailRow, "amount_centavos" | "fee_centavos">): bigint {
  return row.amount_centavos + row.fee_centavos;
}

/** Whether amount and fee are ours to send: the issuer has debited the card, or they left an account of our own books. */
export function isPaidFor({ issuer_leg: leg }: Pick<RailRow, "issuer_leg">): boolean {
  return leg === "taken" || leg === "none";
}

/** Whether the outcome is final for the member and nothing is left to do. */
export function hasEnded({ state, going_back: refundFrom }: RailRow): boolean {
  return state === "returned" || (state === "credited" && refundFrom === null);
}

/** Whether its message to the rail was stored: only then can the rail know of it. */
export function wasSent({ sent_at: sentAt }: RailRow): boolean {
  return sentAt !== null;
}
