import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { isRefundable } from "#server/domains/transfers/desk/isRefundable.ts";
import { refundByStaff } from "#server/domains/transfers/rails/refundByStaff.ts";
import {
  lockRailTransfer,
  type RailRow,
  totalOf,
} from "#server/domains/transfers/rails/railRow.ts";

/**
 * Refunds amount and fee of a transfer to another bank whose outcome nobody knows and which can no longer go
 * out (isRefundable). Two people decide it; the worker pays the refund at the issuer and books it, and the
 * member is told then. A status that arrives before the decision changes the state and makes the request
 * stale.
 */
export const refundTransfer = defineKind({
  kind: "refund_transfer",
  subjectOf: ({ refNo }) => `transfer:${refNo}`,
  readOffice: (tx, { refNo }) => readOfficeOfTransfer(tx, refNo),
  readBefore: async (tx, { refNo }, at) => {
    const row = await lockRefundable(tx, refNo, at);
    return {
      reference: refNo,
      bank: row.bank_name,
      railSays: railSays(row),
      transferState: row.state,
      givenBack: formatPesosAscii(0n),
      total: formatPesosAscii(totalOf(row)),
    };
  },
  after: (_payload, { total = "", ...before }) => ({
    ...before,
    total,
    transferState: "returned",
    givenBack: total,
  }),
  apply: async (tx, { refNo }, { app, at, checker, correlationId }) => {
    await lockRefundable(tx, refNo, at);
    const result = await refundByStaff(tx, app, { refNo, staff: checker, correlationId, at });
    if (result !== "booked") throw new Refusal("request_does_not_apply");
  },
});

/** The branch of the member whose transfer it is. Refuses not_found. */
export async function readOfficeOfTransfer(tx: Tx, refNo: string): Promise<bigint | null> {
  const found = await tx
    .selectFrom("transfer as t")
    .innerJoin("member as m", "m.id", "t.member_id")
    .select("m.office_id")
    .where("t.ref_no", "=", refNo)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found.office_id;
}

async function lockRefundable(tx: Tx, refNo: string, at: Date): Promise<RailRow> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || !isRefundable(row, at)) throw new Refusal("request_does_not_apply");
  return row;
}

/** What the rail has reported, in the texts of the screen's catalogue. */
export function railSays(row: RailRow): string {
  if (row.is_held) return "held";
  if (row.has_settled) return "settled";
  return row.has_acknowledged ? "acknowledged" : "nothing";
}
