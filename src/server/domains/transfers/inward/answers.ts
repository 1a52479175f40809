import type { App } from "#server/platform/app.ts";
import { inwardReport } from "#server/platform/gateways/rails/inwardReports.ts";
import type { SignedAnswer } from "#server/platform/http/receiveSigned.ts";
import type { InwardRow } from "./inwardRow.ts";

/** How a transfer to us stands. What was answered once is answered again, to the byte. */
export function answerOf(app: App, row: InwardRow): SignedAnswer {
  const report = inwardReport(
    {
      refNo: row.ref_no,
      messageId: row.message_id,
      txId: row.tx_id,
      endToEndId: row.end_to_end_id,
      status: row.state === "rejected" ? "RJCT" : "ACSC",
      reasonCode: row.reason_code,
      amount: row.amount_centavos,
      accountNumber: row.account_number,
      answeredAt: row.answered_at,
    },
    app.config.RAIL_PARTICIPANT,
  );
  return { httpStatus: 200, body: report };
}

/** The no's that are about a message, not about a transfer; the same codes as the rails' own. */
const NOS = {
  NO_MESSAGE: { httpStatus: 400, message: "This is no message of one transfer" },
  TRANSFER_NOT_FOUND: { httpStatus: 404, message: "This transfer was never seen" },
  REFERENCE_REUSED: { httpStatus: 409, message: "This TxId was used for another transfer" },
};

export function noOf(code: keyof typeof NOS): SignedAnswer {
  const { httpStatus, message } = NOS[code];
  return { httpStatus, body: JSON.stringify({ errors: [{ code, message }] }) };
}
