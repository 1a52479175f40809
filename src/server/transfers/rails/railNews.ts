import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { App } from "#server/app.ts";
import { manilaMoment } from "#server/cards/limit/manilaMoment.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/notifications/notify.ts";
import { tellMember } from "#server/notifications/tellMember.ts";
import { type RailRow, totalOf } from "./railRow.ts";
import { reasonWords } from "./reasonWords.ts";

export type RailNews =
  | { news: "credited" | "held" | "unanswered" | "not_sent" }
  | { news: "returned"; reasonCode: string | null }
  | { news: "moved"; creditBy: Date };

/** Tells the member how far a transfer has come, in the transaction that made it so. */
export async function tellRailNews(tx: Tx, row: RailRow, about: RailNews, at: Date): Promise<void> {
  await notify(tx, {
    memberId: row.member_id,
    kind: `transfer_out_${about.news}`,
    params: { ...figures(row), ...wordsOf(row, about) },
    at,
  });
}

/** Tells the member of the debit, on the phone as well: it may not have been them (BSP Circular 1213). */
export async function announceTransfer(tx: Tx, app: App, row: RailRow): Promise<void> {
  await tellMember(tx, app, {
    memberId: row.member_id,
    notice: "transfer_out",
    values: {
      ...figures(row),
      fee: formatPesos(row.fee_centavos),
      pesos: formatPesosAscii(row.amount_centavos),
    },
  });
}

function figures(row: RailRow): Record<string, string> {
  return {
    amount: formatPesos(row.amount_centavos),
    total: formatPesos(totalOf(row)),
    bank: row.bank_name,
    account: row.account_number.slice(-4),
    refNo: row.ref_no,
  };
}

/** What is words and not figures has the Filipino ones beside it (notifications/texts.ts). */
function wordsOf(row: RailRow, about: RailNews): Record<string, string> {
  if (about.news === "moved") return { moment: manilaMoment(about.creditBy) };
  if (about.news !== "returned") return {};
  const { en, fil } = reasonWords(row.rail, about.reasonCode);
  return { reason: en, reasonFil: fil };
}
