import type { FileAnswer } from "#contract/endpoint.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { once } from "#server/platform/pdf/once.ts";
import { Refusal } from "#server/refusal.ts";
import { accountStatement } from "#server/domains/history/accounts/makeAccountStatement.ts";
import { ownAccount } from "#server/domains/history/accounts/ownAccount.ts";
import { movementsBetween } from "#server/domains/history/accounts/readMovements.ts";
import type { drawStatement } from "#server/domains/history/statement/drawStatement.ts";
import { MOST_ENTRIES } from "#server/domains/history/statement/readStatement.ts";
import { lastDayOf } from "./makeStatements.ts";
import { statementsOf } from "./readStatements.ts";

/**
 * One month's statement of an account of the caller's as PDF: the figures that were kept, and the lines between its
 * two marks in the ledger, as of the moment it was made. Refuses not_found, statement_too_long beyond 2,000 entries,
 * busy when too many documents are being made, and unavailable where lines and figures do not agree.
 */
export async function drawMonth(
  app: App,
  caller: Caller,
  { accountNo, month }: { accountNo: string; month: string },
): Promise<FileAnswer> {
  const account = await ownAccount(app, caller, accountNo);
  const kept = await statementsOf(app, accountNo)
    .where("s.month", "=", `${month}-01`)
    .executeTakeFirst();
  if (kept === undefined) throw new Refusal("not_found");
  if (kept.entries > MOST_ENTRIES) throw new Refusal("statement_too_long");
  const { language } = caller;
  return app.pdf.inTurn(caller.memberGuid, async (draw) => {
    const marks = [
      { after: kept.after_posting_id, last: kept.last_posting_id },
      { after: kept.after_fixed_posting_id, last: kept.last_fixed_posting_id },
    ];
    const moved = await movementsBetween(app, account, marks, MOST_ENTRIES + 1);
    const { statement } = accountStatement(app, account, {
      from: `${month}-01`,
      to: lastDayOf(`${month}-01`),
      language,
      opening: kept.opening_centavos,
      closing: kept.closing_centavos,
      moved,
    });
    const bytes = await draw<typeof drawStatement>("statement", {
      ...statement,
      language,
      at: kept.made_at,
    });
    const name = `${account.name} - ${month}.pdf`;
    return { name, mediaType: "application/pdf", parts: once(bytes) };
  });
}
