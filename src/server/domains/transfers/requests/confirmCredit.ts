import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import {
  lockRailTransfer,
  type RailRow,
  totalOf,
} from "#server/domains/transfers/rails/railRow.ts";
import { endStop, waitsForPeople } from "#server/domains/transfers/rails/stopClocks.ts";
import { applyStatusReport } from "#server/domains/transfers/rails/applyStatusReport.ts";
import { railSays, readOfficeOfTransfer } from "./refundTransfer.ts";

/**
 * Takes a transfer to another bank for credited, whose rail has said something that nobody could read: two people have
 * asked the rail's operator. It is booked as if the rail had said so; what the rail says meanwhile is another state,
 * which makes the request stale, and what it says later is heard as after any credit.
 */
export const confirmCredit = defineKind({
  kind: "confirm_credit",
  subjectOf: ({ refNo }) => `transfer:${refNo}`,
  readOffice: (tx, { refNo }) => readOfficeOfTransfer(tx, refNo),
  readBefore: async (tx, { refNo }) => {
    const row = await lockStopped(tx, refNo);
    return {
      reference: refNo,
      bank: row.bank_name,
      railSays: railSays(row),
      transferState: row.state,
      total: formatPesosAscii(totalOf(row)),
    };
  },
  after: (_payload, before) => ({ ...before, transferState: "credited" }),
  apply: async (tx, { refNo }, { app, at, checker, correlationId }) => {
    const { rail } = await lockStopped(tx, refNo);
    const resolution = "Two people took it for credited.";
    await endStop(tx, refNo, { by: checker, resolution, correlationId, at });
    const report = {
      rail,
      refNo,
      status: "credit",
      source: checker,
      via: "staff",
      correlationId,
    } as const;
    if ((await applyStatusReport(tx, app, report, at)) !== "booked")
      throw new Refusal("request_does_not_apply");
  },
});

async function lockStopped(tx: Tx, refNo: string): Promise<RailRow> {
  const row = await lockRailTransfer(tx, refNo);
  if (row === undefined || !waitsForPeople(row)) throw new Refusal("request_does_not_apply");
  return row;
}
