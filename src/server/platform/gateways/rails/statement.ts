import { addDays, manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { SettlementFault } from "#contract/staff/settlementFaults.ts";
import { centavosOf, pesosOf } from "./amounts.ts";
import { momentOf } from "./moments.ts";
import { isDebit, readEntry, type SettledEntry } from "./statementEntries.ts";
import { allAt, type Element, needAt, readXml, textAt } from "./xml.ts";

export type Statement = { messageId: string; entries: SettledEntry[] };
export type WrongStatement = { kind: "wrong"; fault: SettlementFault };

/** Which statement was requested. */
type StatementRequest = {
  /** yyyy-MM-dd in Manila. */
  day: string;
  /** Our BIC: the account at the rail is ours. */
  participant: string;
};

/**
 * Reads the camt.053 of a day. The lines and their sums are read, all other elements are passed over. The
 * rail's signature does not cover the request, so a statement of another day or another participant's account
 * is 'wrong', and so is one whose counts, sums and balances are not those of its entries, or that has an entry
 * which could only be read by guessing.
 */
export function readStatement(
  bytes: Uint8Array,
  mostBytes: number,
  request: StatementRequest,
): Statement | WrongStatement {
  if (bytes.byteLength > mostBytes) return wrong("too_long");
  const read = readXml(bytes, mostBytes);
  if (read.kind === "unreadable" || read.type !== "camt.053.001.08") return wrong("no_statement");
  const [report] = read.root.children;
  const [statement, another] = report === undefined ? [] : allAt(report, "Stmt");
  if (report === undefined || statement === undefined) return wrong("no_statement");
  if (another !== undefined) return wrong("several_statements");
  if (!isWhole(report, "GrpHdr/MsgPgntn") || !isWhole(statement, "StmtPgntn")) {
    return wrong("one_page_of_several");
  }
  const fault = requestMismatch(statement, request);
  if (fault !== undefined) return wrong(fault);
  const entries: SettledEntry[] = [];
  for (const line of allAt(statement, "Ntry")) {
    const entry = readEntry(line, request.day);
    if (typeof entry === "string") return wrong(entry);
    entries.push(...entry);
  }
  const sums = whatDoesNotAddUp(statement, entries);
  if (sums !== undefined) return wrong(sums);
  return { messageId: needAt(report, "GrpHdr/MsgId"), entries };
}

const wrong = (fault: SettlementFault): WrongStatement => ({ kind: "wrong", fault });

/** A statement without page numbers is whole. */
function isWhole(part: Element, path: string): boolean {
  const [pages] = allAt(part, path);
  if (pages === undefined) return true;
  return Number(needAt(pages, "PgNb")) === 1 && ["true", "1"].includes(needAt(pages, "LastPgInd"));
}

function requestMismatch(
  statement: Element,
  { day, participant }: StatementRequest,
): SettlementFault | undefined {
  if (textAt(statement, "Acct/Id/Othr/Id") !== participant) return "other_account";
  if ((textAt(statement, "Acct/Ccy") ?? "PHP") !== "PHP") return "other_currency";
  const [period] = allAt(statement, "FrToDt");
  if (period === undefined) return hasBalancesOf(statement, day) ? undefined : "other_day";
  const [from, to] = ["FrDtTm", "ToDtTm"].map((name) => momentOf(needAt(period, name)));
  if (from === undefined || to === undefined) return "no_time_zone";
  const isOfDay = from === startOf(day) && to === startOf(addDays(day, 1));
  return isOfDay ? undefined : "other_day";
}

/** Whether a statement that states no period closes on the day. */
function hasBalancesOf(statement: Element, day: string): boolean {
  const dates = allAt(statement, "Bal")
    .filter((one) => textAt(one, "Tp/CdOrPrtry/Cd") === "CLBD")
    .map((one) => textAt(one, "Dt/Dt")?.slice(0, 10) ?? dayOf(needAt(one, "Dt/DtTm")));
  return dates.length > 0 && dates.every((date) => date === day);
}

function dayOf(text: string): string | undefined {
  const moment = momentOf(text);
  return moment === undefined ? undefined : manilaDate(new Date(moment));
}

const startOf = (day: string): number => new Date(`${day}T00:00:00+08:00`).getTime();

function whatDoesNotAddUp(
  statement: Element,
  entries: readonly SettledEntry[],
): SettlementFault | undefined {
  const credits = totalOf(entries.filter(({ kind }) => !isDebit(kind)));
  const debits = totalOf(entries.filter(({ kind }) => isDebit(kind)));
  const all = { count: credits.count + debits.count, sum: credits.sum + debits.sum };
  const net = credits.sum - debits.sum;
  const hasTotals =
    says(statement, "TxsSummry/TtlNtries", all) &&
    says(statement, "TxsSummry/TtlCdtNtries", credits) &&
    says(statement, "TxsSummry/TtlDbtNtries", debits) &&
    allAt(statement, "TxsSummry/TtlNtries/TtlNetNtry").every(
      (one) => signed(one, centavosOf(needAt(one, "Amt"))) === net,
    );
  if (!hasTotals) return "totals";
  const balances = allAt(statement, "Bal");
  if (balances.some((one) => allAt(one, "Amt").some((amount) => pesosOf(amount) === undefined))) {
    return "other_currency";
  }
  const [opening, closing] = [balanceOf(balances, "OPBD"), balanceOf(balances, "CLBD")];
  if (opening === undefined || closing === undefined) return "balance_missing";
  return opening + net === closing ? undefined : "balances";
}

type Total = { count: number; sum: Centavos };

/** One entry may be several lines. */
function totalOf(entries: readonly SettledEntry[]): Total {
  return {
    count: new Set(entries.map(({ entry }) => entry)).size,
    sum: entries.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** Whether the statement agrees, where it states the figure. */
function says(statement: Element, path: string, { count, sum }: Total): boolean {
  const [ofCount, ofSum] = [
    textAt(statement, `${path}/NbOfNtries`),
    textAt(statement, `${path}/Sum`),
  ];
  const isCount = ofCount === undefined || Number(ofCount) === count;
  return isCount && (ofSum === undefined || centavosOf(ofSum) === sum);
}

/** An amount with its side; what is ours at the rail is positive. */
function signed(element: Element, amount: Centavos | undefined): Centavos | undefined {
  if (amount === undefined) return undefined;
  return needAt(element, "CdtDbtInd") === "DBIT" ? -amount : amount;
}

/** Undefined where it occurs twice or not at all. */
function balanceOf(balances: readonly Element[], code: "OPBD" | "CLBD"): Centavos | undefined {
  const [found, another] = balances.filter((one) => textAt(one, "Tp/CdOrPrtry/Cd") === code);
  const [amount] = found === undefined ? [] : allAt(found, "Amt");
  if (found === undefined || amount === undefined || another !== undefined) return undefined;
  return signed(found, pesosOf(amount));
}
