import { manilaDate } from "#common/manila.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type Teller, tellMember } from "#server/platform/notifications/tellMember.ts";
import { sumText, sumTextAscii } from "#server/platform/messages/sumText.ts";
import { type RailRow, totalOf } from "./railRow.ts";
import { reasonText } from "./reasonText.ts";
import { paidPlace } from "./paidPlace.ts";
import { sourceValues } from "#server/domains/transfers/lifecycle/sourceWords.ts";

/** The progress of an open transfer. */
export type RailProgress = { news: "held" } | { news: "moved"; creditBy: Date };

/** How a transfer ended. 'late': credited after it was refunded. */
export type RailEnd =
  | { news: "credited" | "late" | "unanswered" | "not_sent" }
  | { news: "returned"; reasonCode: string | null };

/**
 * Tells the member the progress of a transfer, in the transaction that made it true. A day of credit that may
 * still be proclaimed a holiday is stated as expected, not promised.
 */
export async function tellRailProgress(
  tx: Tx,
  row: RailRow,
  about: RailProgress,
  at: Date,
): Promise<void> {
  await notify(tx, {
    memberId: row.member_id,
    kind: (await isUnsure(tx, about))
      ? "transfer_out_moved_expected"
      : `transfer_out_${about.news}`,
    params: {
      ...figures(row),
      ...(about.news === "moved" ? { moment: manilaMoment(about.creditBy) } : {}),
    },
    at,
  });
}

async function isUnsure(tx: Tx, about: RailProgress): Promise<boolean> {
  if (about.news !== "moved") return false;
  return !(await readHolidays(tx)).isConfirmed(manilaDate(about.creditBy));
}

/** Tells the member the outcome of a transfer in the portal and by SMS, as its beginning was told. */
export async function tellRailEnd(
  tx: Tx,
  teller: Teller,
  row: RailRow,
  end: RailEnd,
): Promise<void> {
  await tellMember(tx, teller, {
    memberId: row.member_id,
    notice: `transfer_out_${end.news}`,
    values: endValues(row, end),
  });
}

/** The placeholders of the notices about an outcome. */
export function endValues(row: RailRow, end: RailEnd): Record<string, string> {
  return {
    ...figures(row),
    ...(end.news === "credited" || end.news === "late" ? {} : sums(row)),
    ...(end.news === "returned" ? reasons(row, end.reasonCode) : {}),
  };
}

/** Tells the member of the debit, also by SMS: it may not have been them (BSP Circular 1213). */
export async function announceTransfer(tx: Tx, teller: Teller, row: RailRow): Promise<void> {
  await tellMember(tx, teller, {
    memberId: row.member_id,
    notice: "transfer_out",
    values: startValues(row),
  });
}

/** The placeholders of the notices about a debit. */
export function startValues(row: RailRow): Record<string, string> {
  return { ...figures(row), ...sums(row) };
}

/** What the payee gets, as figures. `fee` and `back` also occur in texts that staff have edited. */
function figures(row: RailRow): Record<string, string> {
  return {
    ...sourceValues(row),
    amount: formatPesos(row.amount_centavos),
    pesos: formatPesosAscii(row.amount_centavos),
    fee: formatPesos(row.fee_centavos),
    total: formatPesos(totalOf(row)),
    back: formatPesosAscii(totalOf(row)),
    bank: paidPlace(row),
    account: row.account_number.slice(-4),
    refNo: row.ref_no,
  };
}

/**
 * The same with the fee, where there is one. Values that are words have their Filipino form beside them
 * (platform/messages/notices/texts.ts).
 */
function sums(row: RailRow): Record<string, string> {
  const sum = { amount: row.amount_centavos, fee: row.fee_centavos };
  const [onScreen, onPhone] = [sumText(sum), sumTextAscii(sum)];
  return {
    amount: onScreen.en,
    amountFil: onScreen.fil,
    pesos: onPhone.en,
    pesosFil: onPhone.fil,
  };
}

function reasons(row: RailRow, reasonCode: string | null): Record<string, string> {
  const { en, fil } = reasonText(row.rail, reasonCode);
  return { reason: en, reasonFil: fil };
}
