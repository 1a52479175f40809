import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import { isFeeKind } from "#contract/transactionKinds.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** One entry of the books on the card's account. Amounts are signed: negative is money out. */
export type StatementRow = {
  bookedAt: Date;
  /** The day of Manila on which it was made, where it was booked on another. */
  madeOn: string | null;
  /** Empty for an entry that no line of the card's history tells of. */
  description: string;
  subDescription: string;
  refNo: string;
  isPending: boolean;
  /** The part of the amount that is a fee. */
  fee: Centavos;
  amount: Centavos;
  /** What the ledger says the entry left. */
  balance: Centavos;
};

/** The days it is about, and what the ledger has of them. */
export type Statement = {
  /** The name of the account; of the card's, null. */
  of: string | null;
  from: string;
  to: string;
  accountNo: string;
  holder: string;
  opening: Centavos;
  closing: Centavos;
  rows: StatementRow[];
};

/** More than a busy card has in a month; a file of them still fits the places of its queue. */
export const MOST_ENTRIES = 2_000;

type Card = { id: bigint; accountNo: string; ledgerAccountId: bigint; holder: string };

/**
 * What the ledger has on a card's account from the first day to the last, both included, in its own order.
 * Opening and closing balance are the ledger's: that which the last posting before each of the two
 * midnights of Manila left, so that the closing balance of one statement is the opening balance of the
 * next. Refuses with statement_too_long beyond 2,000 entries, and with unavailable where they do not add up.
 */
export async function readStatement(
  app: App,
  card: Card,
  { from, to }: { from: string; to: string },
): Promise<Statement> {
  const first = await lastPostingBefore(app, card, from);
  const last = await lastPostingBefore(app, card, addDays(to, 1));
  const entries = await readEntries(app, card, first.id, last.id);
  if (entries.length > MOST_ENTRIES) throw new Refusal("statement_too_long");
  const tell = await readTellings(app, card, entries);
  const rows = entries.map((entry) => ({ ...entry, ...tell(entry) }));
  const problem = problemOf(rows, first.balance, last.balance);
  if (problem !== undefined) {
    app.log.error({ lastFour: card.accountNo.slice(-4), from, to }, problem);
    throw new Refusal("unavailable");
  }
  return {
    of: null,
    from,
    to,
    accountNo: card.accountNo,
    holder: card.holder,
    opening: first.balance,
    closing: last.balance,
    rows,
  };
}

/** The day of Manila on which the card's account was opened, or taken over with its past. */
export async function openingDay(app: App, { ledgerAccountId }: Card): Promise<string> {
  const { rows } = await sql<{ at: Date }>`
    select least(a.opened_at, (
      select e.booked_at from posting p join journal_entry e on e.id = p.journal_entry_id
      where p.ledger_account_id = a.id order by p.id limit 1)) as at
    from ledger_account a where a.id = ${ledgerAccountId}`.execute(app.db);
  const [opened] = rows;
  if (opened === undefined) throw new Error("the card has no account in the books");
  return manilaDate(opened.at);
}

/** Where the account stood as this day of Manila began; an account that had nothing yet stood at zero. */
async function lastPostingBefore(
  app: App,
  { ledgerAccountId }: Card,
  day: string,
): Promise<{ id: bigint; balance: Centavos }> {
  // From the newest on: what members ask for lies near the end.
  const { rows } = await sql<{ id: bigint; balance: Centavos }>`
    select p.id, p.balance_after_centavos as balance
    from posting p join journal_entry e on e.id = p.journal_entry_id
    where p.ledger_account_id = ${ledgerAccountId}
      and e.booked_at < ${day}::date::timestamp at time zone 'Asia/Manila'
    order by p.id desc limit 1`.execute(app.db);
  return rows[0] ?? { id: 0n, balance: 0n };
}

type Entry = {
  operation: string;
  refNo: string;
  bookedAt: Date;
  amount: Centavos;
  balance: Centavos;
};

/** An entry's postings to the account as one; in the order in which they moved the balance. */
async function readEntries(
  app: App,
  { ledgerAccountId }: Card,
  after: bigint,
  upTo: bigint,
): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`
    select e.operation, e.reference as "refNo", e.booked_at as "bookedAt",
      sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end)::bigint as amount,
      (array_agg(p.balance_after_centavos order by p.id desc))[1] as balance
    from posting p join journal_entry e on e.id = p.journal_entry_id
    where p.ledger_account_id = ${ledgerAccountId} and p.id > ${after} and p.id <= ${upTo}
    group by e.id
    order by max(p.id)
    limit ${MOST_ENTRIES + 1}`.execute(app.db);
  return rows;
}

type Line = {
  ref_no: string;
  transaction_date: Date;
  description: string;
  sub_description: string;
  amount_centavos: Centavos;
  status: string;
};
/** The constraint transfer_is_whole: no other kind. */
type Transfer = { ref_no: string; kind: TransferKind; state: string; fee_centavos: Centavos };
type Telling = Pick<
  StatementRow,
  "madeOn" | "description" | "subDescription" | "isPending" | "fee"
>;

/** What the card's history and the transfers say of entries, found by reference and direction. */
async function readTellings(
  app: App,
  card: Card,
  entries: readonly Entry[],
): Promise<(entry: Entry) => Telling> {
  const references = [...new Set(entries.map(({ refNo }) => refNo))];
  const { rows: lines } = await sql<Line>`
    select ref_no, transaction_date, description, sub_description, amount_centavos, status
    from card_transaction where ref_no = any(${references}::text[]) and card_id = ${card.id}
    order by id`.execute(app.db);
  const { rows: transfers } = await sql<Transfer>`
    select ref_no, kind, state, fee_centavos from transfer
    where ref_no = any(${references}::text[])`.execute(app.db);
  const linesOf = new Map<string, Line[]>();
  for (const line of lines) {
    const others = linesOf.get(line.ref_no);
    if (others === undefined) linesOf.set(line.ref_no, [line]);
    else others.push(line);
  }
  const transferOf = new Map(transfers.map((transfer) => [transfer.ref_no, transfer]));
  return (entry) => telling(entry, linesOf.get(entry.refNo) ?? [], transferOf.get(entry.refNo));
}

function telling(
  { operation, bookedAt, amount }: Entry,
  lines: readonly Line[],
  transfer: Transfer | undefined,
): Telling {
  const own = lines.filter((line) => line.amount_centavos > 0n === amount > 0n);
  const main = own.find(({ description }) => !isFeeKind(description)) ?? own[0];
  const costs = own.filter((line) => line !== main && isFeeKind(line.description));
  const madeOn = main && manilaDate(main.transaction_date);
  const isOut = amount < 0n;
  const isUnderWay =
    isOut && transfer !== undefined && !["credited", "returned"].includes(transfer.state);
  return {
    madeOn: madeOn === undefined || madeOn === manilaDate(bookedAt) ? null : madeOn,
    description: main?.description ?? "",
    subDescription: main?.sub_description ?? "",
    isPending: main?.status === "pending" || isUnderWay,
    fee: feeOf({ operation, amount }, costs, transfer),
  };
}

/** Of some kinds the fee is in the line of the transfer; of an inquiry the whole amount is one. */
function feeOf(
  { operation, amount }: Pick<Entry, "operation" | "amount">,
  costs: readonly Line[],
  transfer: Transfer | undefined,
): Centavos {
  if (operation === "BALANCE_INQUIRY_FEE") return amount;
  if (transfer !== undefined && TRANSFER_KINDS[transfer.kind].hasFeeInLine)
    return amount < 0n ? -transfer.fee_centavos : 0n;
  return costs.reduce((sum, line) => sum + line.amount_centavos, 0n);
}

/** What does not add up, of which no document of ours is made; undefined where all does. */
export function problemOf(
  rows: readonly { amount: Centavos; balance: Centavos }[],
  opening: Centavos,
  closing: Centavos,
): string | undefined {
  let balance = opening;
  for (const row of rows) {
    balance += row.amount;
    if (row.balance !== balance) return "a balance of the ledger does not follow";
  }
  return balance === closing ? undefined : "the closing balance of the ledger does not follow";
}
