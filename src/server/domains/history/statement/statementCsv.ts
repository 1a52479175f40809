import { manilaDate } from "#common/manila.ts";
import { kindText } from "#contract/transactionKinds.ts";
import type { Language } from "#server/platform/pdf/sheet.ts";
import { CSV_BEGINNING, type CsvCell, csvLine } from "#server/platform/lists/csv.ts";
import type { Statement, StatementRow } from "./readStatement.ts";
import { statementTexts } from "./statementTexts.ts";

/** The statement as CSV: days and amounts as programs read them, texts as no spreadsheet runs them. */
export function statementCsv(statement: Statement, language: Language): string {
  const texts = statementTexts[language];
  const balanceLine = (day: string, text: string, centavos: bigint) =>
    csvLine([day, "", text, "", "", "", "", "", { centavos }]);
  return [
    CSV_BEGINNING,
    csvLine([
      texts.date,
      texts.madeOn,
      texts.transaction,
      texts.details,
      texts.reference,
      texts.status,
      texts.fee,
      texts.amount,
      texts.balance,
    ]),
    balanceLine(statement.from, texts.opening, statement.opening),
    ...statement.rows.map((row) => csvLine(cellsOf(row, language))),
    balanceLine(statement.to, texts.closing, statement.closing),
  ].join("");
}

function cellsOf(row: StatementRow, language: Language): CsvCell[] {
  const texts = statementTexts[language];
  const day = manilaDate(row.bookedAt);
  return [
    day,
    row.madeOn ?? day,
    row.description === "" ? texts.other : kindText(row.description, language),
    row.subDescription,
    row.refNo,
    row.isPending ? texts.pending : texts.posted,
    { centavos: row.fee },
    { centavos: row.amount },
    { centavos: row.balance },
  ];
}
