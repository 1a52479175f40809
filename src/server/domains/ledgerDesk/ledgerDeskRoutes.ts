import {
  closeBusinessDay,
  exportAccountStatement,
  exportJournal,
  exportTrialBalance,
  getAccountStatement,
  getBalanceExplained,
  getBusinessDays,
  getControlFigures,
  getJournal,
  getJournalEntry,
  getLedgerAccounts,
  getSuspense,
  getTrialBalance,
} from "#contract/staff/ledger.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import {
  readLedgerAccount,
  readLedgerAccounts,
  readStatement,
  statementColumns,
  statementOrder,
  statementQuery,
} from "./accounts.ts";
import { readBusinessDays } from "./businessDays.ts";
import { closeDay } from "./closeDay.ts";
import { explainBalance } from "./explainBalance.ts";
import { readControls } from "./controlFigures.ts";
import {
  journalColumns,
  journalOrder,
  journalQuery,
  readJournal,
  readJournalEntry,
} from "./journal.ts";
import { suspenseItems } from "./suspense.ts";
import { exportTrial, readTrialBalance } from "./trialBalance.ts";

export const ledgerDeskRoutes: Route[] = [
  onStaffCall(getJournal, async ({ app, query }) => ({ result: await readJournal(app, query) })),
  onStaffCall(exportJournal, async ({ app, staff, query: { sort, ...filters } }) => {
    const shown = { ...filters, ...amountsAsText(filters), sort };
    const query = journalQuery(app.db, filters);
    const file = { name: "journal", order: journalOrder, columns: journalColumns, filters: shown };
    return { file: await exportList(app, staff, query, file) };
  }),
  onStaffCall(getJournalEntry, async ({ app, params }) => ({
    result: await readJournalEntry(app, params.entryId),
  })),
  onStaffCall(getLedgerAccounts, async ({ app, query }) => ({
    result: await readLedgerAccounts(app, query),
  })),
  onStaffCall(getAccountStatement, async ({ app, params, query }) => ({
    result: await readStatement(app, params.ledgerAccountId, query),
  })),
  onStaffCall(exportAccountStatement, async ({ app, staff, params, query: filters }) => {
    const { id, book, code, subledger } = await readLedgerAccount(app, params.ledgerAccountId);
    const query = statementQuery(app.db, id, filters);
    const name = `statement-${[book, code, subledger].filter(Boolean).join("-")}`;
    const file = { name, order: statementOrder, columns: statementColumns, filters };
    return { file: await exportList(app, staff, query, file) };
  }),
  onStaffCall(getTrialBalance, async ({ app, query }) => ({
    result: await readTrialBalance(app, query.day),
  })),
  onStaffCall(exportTrialBalance, async ({ app, staff, query }) => ({
    file: await exportTrial(app, staff, query.day),
  })),
  onStaffCall(getBalanceExplained, async ({ app, query: { book, code, day, span } }) => {
    const from = span === "day" ? day : `${day.slice(0, 7)}-01`;
    return { result: await explainBalance(app.db, { book, code, from, to: day }) };
  }),
  onStaffCall(getControlFigures, async ({ app }) => ({ result: await readControls(app) })),
  onStaffCall(getSuspense, async ({ app }) => ({
    results: await suspenseItems(app.db, app.now()),
  })),
  onStaffCall(getBusinessDays, async ({ app }) => ({ result: await readBusinessDays(app) })),
  onStaffCall(closeBusinessDay, async ({ app, staff, body }) => {
    await closeDay(app, staff, body.day);
    return {};
  }),
];

/** Filters as the audit trail keeps them. */
function amountsAsText(filters: {
  amountFrom?: bigint | undefined;
  amountTo?: bigint | undefined;
}) {
  return { amountFrom: filters.amountFrom?.toString(), amountTo: filters.amountTo?.toString() };
}
