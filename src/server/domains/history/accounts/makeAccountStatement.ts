import { manilaDate } from "#common/manila.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import { daysProblem } from "#contract/history.ts";
import { movementText } from "#contract/movementKinds.ts";
import {
  MOST_ENTRIES,
  problemOf,
  type Statement,
} from "#server/domains/history/statement/readStatement.ts";
import { atDateField } from "#server/domains/history/statement/atDateField.ts";
import type { drawStatement } from "#server/domains/history/statement/drawStatement.ts";
import { statementCsv } from "#server/domains/history/statement/statementCsv.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { once } from "#server/platform/pdf/once.ts";
import { writtenDay } from "#server/platform/pdf/writtenDay.ts";
import { Refusal } from "#server/refusal.ts";
import { type OwnAccount, ownAccount } from "./ownAccount.ts";
import { movementsOfDays } from "./readMovements.ts";
import { statementOfx } from "./statementOfx.ts";

type Query = {
  accountNo: string;
  startDate: string;
  endDate: string;
  format?: "pdf" | "csv" | "ofx" | undefined;
};

/**
 * One account of the caller's on these days as a file. Refuses days that go backward, beyond today in Manila or before
 * the account's first, more than 2,000 entries, and with busy when too many documents are being made.
 */
export async function makeAccountStatement(
  app: App,
  caller: Caller,
  { accountNo, startDate, endDate, format = "pdf" }: Query,
): Promise<FileAnswer> {
  const at = app.now();
  const problem = daysProblem({ startDate, endDate }, manilaDate(at));
  if (problem !== undefined) throw new Refusal(problem);
  const account = await ownAccount(app, caller, accountNo);
  if (startDate < account.since) {
    const day = writtenDay(account.since, caller.language);
    throw new Refusal("statement_before_opening", { values: { day } });
  }
  const { language } = caller;
  try {
    return await app.pdf.inTurn(caller.memberGuid, async (draw) => {
      const days = { from: startDate, to: endDate };
      const found = await movementsOfDays(app, account, days, MOST_ENTRIES + 1);
      const { statement, ids } = accountStatement(app, account, { ...days, ...found, language });
      const name = `${account.name} - ${startDate} to ${endDate}.${format}`;
      if (format === "csv") return { name, parts: once(statementCsv(statement, language)) };
      if (format === "ofx") {
        const parts = once(statementOfx(app, statement, { ids, at }));
        return { name, mediaType: "application/x-ofx", parts };
      }
      const bytes = await draw<typeof drawStatement>("statement", { ...statement, language, at });
      return { name, mediaType: "application/pdf", parts: once(bytes) };
    });
  } catch (error) {
    throw atDateField(error);
  }
}

/** Movements, oldest first, and the balances around them. */
type Moved = Awaited<ReturnType<typeof movementsOfDays>>;

/**
 * What a statement of these days says, and the id of each of its lines. Refuses statement_too_long beyond 2,000
 * entries, and unavailable where the lines do not lead from the one balance to the other.
 */
export function accountStatement(
  app: App,
  account: OwnAccount,
  {
    from,
    to,
    language,
    opening,
    closing,
    moved,
  }: Moved & { from: string; to: string; language: Caller["language"] },
): { statement: Statement; ids: readonly string[] } {
  if (moved.length > MOST_ENTRIES) throw new Refusal("statement_too_long");
  const problem = problemOf(moved, opening, closing);
  if (problem !== undefined) {
    app.log.error({ lastFour: account.accountNo.slice(-4), from, to }, problem);
    throw new Refusal("unavailable");
  }
  const rows = moved.map(({ bookedAt, kind, refNo, party, amount, balance }) => ({
    bookedAt,
    madeOn: null,
    description: movementText(kind, language),
    subDescription: party ?? "",
    refNo,
    isPending: false,
    fee: 0n,
    amount,
    balance,
  }));
  const { accountNo, holder, name } = account;
  return {
    statement: { of: name, from, to, accountNo, holder, opening, closing, rows },
    ids: moved.map(({ id }) => String(id)),
  };
}
