import { manilaDate } from "#common/manila.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import { statementProblem } from "#contract/history.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { atDateField } from "./atDateField.ts";
import { ownCardAccount } from "./ownCardAccount.ts";
import { once } from "#server/platform/pdf/once.ts";
import { Refusal } from "#server/refusal.ts";
import type { drawStatement } from "./drawStatement.ts";
import { openingDay, readStatement } from "./readStatement.ts";
import { statementCsv } from "./statementCsv.ts";
import { writtenDay } from "#server/platform/pdf/writtenDay.ts";

type StatementQuery = { startDate: string; endDate: string; format?: "pdf" | "csv" | undefined };

/**
 * The caller's card account on these days as a file, named after them and nothing else. Refuses days that
 * go backward, beyond today in Manila, over more than 30 or before the account was opened; with busy when
 * too many documents are being made. Every refusal is said at a date field (row R06).
 */
export async function makeStatement(
  app: App,
  caller: Caller,
  query: StatementQuery,
): Promise<FileAnswer> {
  const { startDate, endDate, format = "pdf" } = query;
  const now = app.now();
  const problem = statementProblem(query, manilaDate(now));
  if (problem !== undefined) throw new Refusal(problem);
  const card = await ownCardAccount(app, caller);
  const opened = await openingDay(app, card);
  if (startDate < opened) {
    const day = writtenDay(opened, caller.language);
    throw new Refusal("statement_before_opening", { values: { day } });
  }
  try {
    return await app.pdf.inTurn(caller.memberGuid, async (draw) => {
      const statement = await readStatement(app, card, { from: startDate, to: endDate });
      const { language } = caller;
      const name = `Card Transaction History - ${startDate} to ${endDate}.${format}`;
      if (format === "csv") return { name, parts: once(statementCsv(statement, language)) };
      const page = { ...statement, language, at: now };
      const bytes = await draw<typeof drawStatement>("statement", page);
      return { name, mediaType: "application/pdf", parts: once(bytes) };
    });
  } catch (error) {
    throw atDateField(error);
  }
}
