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
 * Confirms the credit of a transfer to another bank whose rail reported something that could not be read: two
 * people have asked the rail's operator. It is booked as if the rail had reported the credit. A status that
 * arrives before the decision changes the state and makes the request stale; one that arrives later is applied
 * as after any credit.
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
