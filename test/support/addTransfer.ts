import { manilaMonth } from "#common/manila.ts";
import { isBatched, type KindWhere, type Rail, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TestMember } from "./makeMember.ts";
import { asAdmin } from "./testDb.ts";
import type { World } from "./makeWorld.ts";

export type AddedTransfer = {
  refNo: string;
  /** A top-up of the own card, or one to another bank. */
  kind?: KindWhere<{ leaves: "account" }> | Rail;
  state?: "accepted" | "sent" | "unknown" | "credited" | "returned";
  amount?: bigint;
  fee?: bigint;
  acceptedAt?: Date;
  /** When the money must be back, of a transfer to another bank. */
  refundDueAt?: Date;
  accountNumber?: string;
};

/** Puts a transfer into the tables as it would stand there: no money is moved, and no sweep comes to it for a day. */
export async function addTransfer(
  world: World,
  member: Pick<TestMember, "id">,
  given: AddedTransfer,
): Promise<string> {
  const now = world.app.now();
  const { refNo, kind = "own", state = "unknown", amount = 100_00n, acceptedAt = now } = given;
  const { leaves, rail } = TRANSFER_KINDS[kind];
  const isOpen = ["accepted", "sent", "unknown"].includes(state);
  const accountNumber = given.accountNumber ?? "109450542671";
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query(
      `insert into transfer (ref_no, kind, member_id, card_id, source_account_id, source_account_number,
         source_name, destination_account_number, amount_centavos, fee_centavos, state, load_month,
         accepted_at, sent_at, credited_at, returned_at, next_inquiry_at, correlation_id)
       select $1, $2, $3, coalesce((select id from card where member_id = $3), 0), $4, '100200000001',
         'Savings', $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, 'correlation-' || $1`,
      [
        refNo,
        kind,
        member.id,
        leaves === "account" ? 0 : null,
        accountNumber,
        amount,
        given.fee ?? 0n,
        state,
        leaves === "account" ? manilaMonth(acceptedAt) : null,
        acceptedAt,
        state === "credited" ? now : null,
        state === "returned" ? now : null,
        isOpen ? new Date(now.getTime() + 86_400_000) : null,
      ],
    );
    if (rail === null) return;
    await owner.query(
      `insert into rail_transfer (ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name,
         rail_account_name, refund_due_at, cycle_day, cycle_no, credit_by)
       select $1, $2, id, 'BOPIPHMM', 'Bank of the Philippine Islands', $3, 'Juana Cruz', 'JUANA CRUZ', $4, $5, $6, $7
       from bank order by id limit 1`,
      [
        refNo,
        rail,
        accountNumber,
        given.refundDueAt ?? null,
        ...(isBatched(rail) ? ["2026-11-23", 1, now] : [null, null, null]),
      ],
    );
  });
  return refNo;
}
