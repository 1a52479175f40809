import * as z from "zod/mini";
import { pesos, pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, textFor } from "#contract/fields.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

const book = z.enum(["ASSOC", "CARD"]);
const side = z.enum(["D", "C"]);
const idText = codeText().check(z.regex(/^[1-9][0-9]{0,17}$/, fieldTexts.invalid));
const code = codeText().check(z.regex(/^[0-9]{4}$/, fieldTexts.invalid));
const codeFilter = z.optional(code);
const idFilter = z.optional(idText);
/** A calendar day that PostgreSQL and JavaScript both know. */
const day = z.iso
  .date({ error: textFor(fieldTexts.invalid) })
  .check(z.regex(/^(?:19|20)/, fieldTexts.invalid));

const JOURNAL_SORTS = ["id"] as const;
const journalFilters = {
  book: choiceFilter(["ASSOC", "CARD"]),
  from: dayFilter,
  to: dayFilter,
  operation: textFilter,
  /** Number of an account in the ledger. */
  account: idFilter,
  /** Account of the chart. */
  code: codeFilter,
  reference: textFilter,
  actor: textFilter,
  amountFrom: z.optional(pesos),
  amountTo: z.optional(pesos),
};

const journalRow = z.object({
  id: z.string(),
  businessDate: z.string(),
  bookedAt: z.string(),
  operation: z.string(),
  step: z.string(),
  reference: z.string(),
  actor: z.string(),
  /** What was debited in the book that moved most. */
  amount: pesosOut,
  reversalOf: z.nullable(z.string()),
  reversedBy: z.nullable(z.string()),
});
export type JournalRow = z.output<typeof journalRow>;

export const getJournal = endpoint({
  name: "getJournal",
  method: "GET",
  path: "/staff/ledger/journal",
  summary: "Journal entries of both books, newest first",
  access: "staff",
  action: "ledger.view",
  query: listQuery(JOURNAL_SORTS, journalFilters),
  result: listAnswer(journalRow),
  refusals: ["invalid_parameters"],
});

export const exportJournal = endpoint({
  name: "exportJournal",
  method: "GET",
  path: "/staff/ledger/journal/export",
  summary: "The filtered journal as a CSV file",
  access: "staff",
  action: "ledger.view",
  query: exportQuery(JOURNAL_SORTS, journalFilters),
  file: "csv",
  refusals: [],
});

export const getJournalEntry = endpoint({
  name: "getJournalEntry",
  method: "GET",
  path: "/staff/ledger/journal/{entryId}",
  summary: "A journal entry with its postings",
  access: "staff",
  action: "ledger.view",
  params: z.object({ entryId: idText }),
  result: z.extend(journalRow, {
    postings: z.array(
      z.object({
        ledgerAccountId: z.string(),
        book,
        code: z.string(),
        subledger: z.string(),
        name: z.string(),
        side,
        amount: pesosOut,
      }),
    ),
    /** Its business date takes no entries any more: a reversal counts today. */
    isDayClosed: z.boolean(),
    /** What two people wrote to an entry by hand or a reversal; null for what the bank booked itself. */
    request: z.nullable(z.object({ id: z.string(), narrative: z.string(), reason: z.string() })),
  }),
  refusals: ["not_found"],
});

const ACCOUNT_SORTS = ["code", "balance"] as const;
const accountFilters = {
  book: choiceFilter(["ASSOC", "CARD"]),
  code: codeFilter,
  subledger: textFilter,
  kind: choiceFilter(["control", "member"]),
};
const accountRow = z.object({
  id: z.string(),
  book,
  code: z.string(),
  name: z.string(),
  subledger: z.string(),
  kind: z.enum(["control", "member"]),
  normalSide: side,
  /** Positive on the normal side. Of a control account: up to the last roll-up, seconds ago. */
  balance: pesosOut,
  held: pesosOut,
});
export type LedgerAccountRow = z.output<typeof accountRow>;

export const getLedgerAccounts = endpoint({
  name: "getLedgerAccounts",
  method: "GET",
  path: "/staff/ledger/accounts",
  summary: "Accounts of both books",
  access: "staff",
  action: "ledger.view",
  query: listQuery(ACCOUNT_SORTS, accountFilters),
  result: listAnswer(accountRow),
  refusals: ["invalid_parameters"],
});

const STATEMENT_SORTS = ["id"] as const;
const statementFilters = { from: dayFilter, to: dayFilter };
const statementRow = z.object({
  id: z.string(),
  entryId: z.string(),
  businessDate: z.string(),
  bookedAt: z.string(),
  operation: z.string(),
  step: z.string(),
  reference: z.string(),
  side,
  amount: pesosOut,
  /** The balance it left; a control account's postings carry none. */
  balanceAfter: z.nullable(pesosOut),
});
export type StatementRow = z.output<typeof statementRow>;
const accountParams = z.object({ ledgerAccountId: idText });

export const getAccountStatement = endpoint({
  name: "getAccountStatement",
  method: "GET",
  path: "/staff/ledger/accounts/{ledgerAccountId}/statement",
  summary: "What moved on an account of the ledger, newest first",
  access: "staff",
  action: "ledger.view",
  params: accountParams,
  query: listQuery(STATEMENT_SORTS, statementFilters),
  result: z.extend(listAnswer(statementRow), {
    /** With its balance exact at this moment. */
    account: accountRow,
  }),
  refusals: ["invalid_parameters", "not_found"],
});

export const exportAccountStatement = endpoint({
  name: "exportAccountStatement",
  method: "GET",
  path: "/staff/ledger/accounts/{ledgerAccountId}/statement/export",
  summary: "An account's statement as a CSV file",
  access: "staff",
  action: "ledger.view",
  params: accountParams,
  query: exportQuery(STATEMENT_SORTS, statementFilters),
  file: "csv",
  refusals: ["not_found"],
});

const trialLine = z.object({
  book,
  code: z.string(),
  name: z.string(),
  type: z.string(),
  dayDebit: pesosOut,
  dayCredit: pesosOut,
  /** The balance in the column where it stands; the other is zero. */
  debit: pesosOut,
  credit: pesosOut,
});
export type TrialBalanceLine = z.output<typeof trialLine>;
const bookSum = z.object({ book, debit: pesosOut, credit: pesosOut });

export const getTrialBalance = endpoint({
  name: "getTrialBalance",
  method: "GET",
  path: "/staff/ledger/trial-balance",
  summary: "Both books as of the end of a business date",
  access: "staff",
  action: "ledger.view",
  query: z.object({ day }),
  result: z.object({
    day: z.string(),
    isClosed: z.boolean(),
    lines: z.array(trialLine),
    /** Debit and credit are equal in each. */
    sums: z.array(bookSum),
  }),
  refusals: [],
});

export const exportTrialBalance = endpoint({
  name: "exportTrialBalance",
  method: "GET",
  path: "/staff/ledger/trial-balance/export",
  summary: "The trial balance as a CSV file",
  access: "staff",
  action: "ledger.view",
  query: z.object({ day }),
  file: "csv",
  refusals: [],
});

const balanceExplained = z.object({
  book,
  code: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  /** As the first day began; positive is a debit. */
  opening: pesosOut,
  /** What each kind of entry moved; the opening with all debits less all credits is the closing. */
  moves: z.array(
    z.object({
      operation: z.string(),
      step: z.string(),
      entries: z.int(),
      debit: pesosOut,
      credit: pesosOut,
    }),
  ),
  /** At the end of the last day: what the trial balance has. */
  closing: pesosOut,
});
export type BalanceExplained = z.output<typeof balanceExplained>;

export const getBalanceExplained = endpoint({
  name: "getBalanceExplained",
  method: "GET",
  path: "/staff/ledger/trial-balance/explained",
  summary:
    "A line of the trial balance over the month of a business date, up to it, or of that day alone: what stood there, what each kind of entry moved, what stands there",
  access: "staff",
  action: "ledger.view",
  query: z.object({ book, code, day, span: z.enum(["day", "month"]) }),
  result: balanceExplained,
  refusals: ["not_found"],
});

export const getControlFigures = endpoint({
  name: "getControlFigures",
  method: "GET",
  path: "/staff/ledger/controls",
  summary: "Figures of the two books that must meet, at this moment",
  access: "staff",
  action: "ledger.view",
  result: z.object({
    fundingAtIssuer: pesosOut,
    fundingReceived: pesosOut,
    inTransit: pesosOut,
    /** Equal: what left 1120 for the card book, and what 1510 got from it. */
    paidOver: pesosOut,
    received: pesosOut,
    /** Equal: 2510 by its postings, and the balances of all card accounts. */
    cardAccounts: pesosOut,
    cardBalances: pesosOut,
    /** The checker's last run; null before the first. */
    checkedAt: z.nullable(z.string()),
    breaches: z.array(z.object({ rule: z.string(), account: z.string(), detail: z.string() })),
  }),
  refusals: [],
});

const suspenseItem = z.object({
  book,
  code: z.string(),
  reference: z.string(),
  /** Over zero is a debit. */
  net: pesosOut,
  since: z.string(),
  isOld: z.boolean(),
});

export const getSuspense = endpoint({
  name: "getSuspense",
  method: "GET",
  path: "/staff/ledger/suspense",
  summary: "What stands in suspense, oldest first; old is more than a banking day",
  access: "staff",
  action: "ledger.view",
  results: z.array(suspenseItem),
  refusals: [],
});

const businessDay = z.object({
  day: z.string(),
  state: z.enum(["closing", "closed"]),
  begunBy: z.string(),
  begunAt: z.string(),
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  entries: z.nullable(z.number()),
  oldSuspense: z.number(),
});
export type BusinessDay = z.output<typeof businessDay>;

export const getBusinessDays = endpoint({
  name: "getBusinessDays",
  method: "GET",
  path: "/staff/ledger/days",
  summary: "The newest closed days, and the one that can be closed next",
  access: "staff",
  action: "ledger.view",
  result: z.object({
    today: z.string(),
    closedThrough: z.nullable(z.string()),
    /** A day that is over and may be closed now; null when there is none. */
    next: z.nullable(z.string()),
    days: z.array(businessDay),
  }),
  refusals: [],
});

export const closeBusinessDay = endpoint({
  name: "closeBusinessDay",
  method: "POST",
  path: "/staff/ledger/days/close",
  summary: "Close a business date for good: no entry gets into it any more",
  access: "staff",
  action: "ledger.close_day",
  bodyType: "json",
  body: z.object({ day }),
  refusals: [
    "day_not_over",
    "day_not_next",
    "day_closed",
    "day_closing",
    "day_loans_pending",
    "books_breached",
  ],
});
