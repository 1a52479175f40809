import { type RawBuilder, sql } from "kysely";
import { addDays } from "#common/manila.ts";
import { type Movement, MOVEMENTS_PAGE_ROWS } from "#contract/accounts.ts";
import { movementKindsNamed } from "#contract/movementKinds.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
import { amountSought } from "#server/domains/history/searchHistory.ts";
import type { OwnAccount } from "./ownAccount.ts";

type Query = {
  lastTranId?: string | undefined;
  toDate?: string | undefined;
  search?: string | undefined;
};

/**
 * One page of an account's movements, newest first: those after `lastTranId` in that order. An entry of the books is
 * one movement, also where it moved both accounts of the capital contribution; the balance is that of both together.
 * A search looks through all of the account.
 */
export async function readMovements(
  app: App,
  account: OwnAccount,
  { lastTranId, toDate, search = "" }: Query,
  language: Language,
): Promise<Movement[]> {
  const words = search.trim();
  const rows = await movementsWhere(
    app,
    account,
    sql`${lastTranId ? sql`and p.id < ${BigInt(lastTranId)}` : sql``}
      ${toDate === undefined ? sql`` : bookedBefore(addDays(toDate, 1))}
      ${words === "" ? sql`` : fits(words, account.memberId, language)}`,
    { rows: MOVEMENTS_PAGE_ROWS, looksThroughAll: words !== "" },
  );
  return rows.map(({ bookedAt, id, ...row }) => ({
    ...row,
    id: String(id),
    bookedAt: bookedAt.toISOString(),
  }));
}

/** What was moved from the first day of Manila to the last, oldest first, at most `rows`; and what was there before. */
export async function movementsOfDays(
  app: App,
  account: OwnAccount,
  { from, to }: { from: string; to: string },
  rows: number,
) {
  const before = async (day: string) => {
    const [last] = await movementsWhere(app, account, bookedBefore(day), { rows: 1 });
    return last?.balance ?? 0n;
  };
  const [opening, closing, moved] = [
    await before(from),
    await before(addDays(to, 1)),
    await movementsWhere(app, account, sql`${bookedFrom(from)} ${bookedBefore(addDays(to, 1))}`, {
      rows,
    }),
  ];
  return { opening, closing, moved: moved.toReversed() };
}

/**
 * What was moved between marks, oldest first, at most `rows`: of each of the account's accounts in the books the
 * postings after the one, up to the other.
 */
export async function movementsBetween(
  app: App,
  account: OwnAccount,
  marks: readonly { after: bigint; last: bigint }[],
  rows: number,
) {
  const fits = account.ledgerAccountIds.map((id, index) => {
    const { after, last } = marks[index] ?? { after: 0n, last: 0n };
    return sql`p.ledger_account_id = ${id} and p.id > ${after} and p.id <= ${last}`;
  });
  const moved = await movementsWhere(app, account, sql`and (${sql.join(fits, sql` or `)})`, {
    rows,
  });
  return moved.toReversed();
}

type Row = Omit<Movement, "id" | "bookedAt"> & { id: bigint; bookedAt: Date };

/** The beginning of a day in Manila. */
const beginOf = (day: string): RawBuilder<unknown> =>
  sql`${day}::date::timestamp at time zone 'Asia/Manila'`;

/** As this day of Manila began, it had been booked. By the account's key: what came long after is not read. */
const bookedBefore = (day: string): RawBuilder<unknown> =>
  sql`and e.booked_at < ${beginOf(day)} and p.id < posting_mark(a.id, ${beginOf(addDays(day, 1))})`;

/** As this day of Manila began, it had not been booked. What came long before is not read. */
const bookedFrom = (day: string): RawBuilder<unknown> =>
  sql`and e.booked_at >= ${beginOf(day)} and p.id >= posting_mark(a.id, ${beginOf(addDays(day, -1))})`;

/** More postings than one entry ever has on one account. */
const POSTINGS_AN_ENTRY = 4;

/**
 * The newest entries whose postings `p` on the account `a`, of entry `e`, fit. Each account of the books is read from its newest posting
 * on, by its key, and no further than the rows need.
 */
async function movementsWhere(
  app: App,
  { memberId, ledgerAccountIds: ids }: OwnAccount,
  fit: RawBuilder<unknown>,
  { rows: most, looksThroughAll = false }: { rows: number; looksThroughAll?: boolean },
): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, "party"> & { sender: string | null; payee: string | null }>`
    with newest as (
      select p.journal_entry_id, max(p.id) as last
      from unnest(${ids}::bigint[]) a (id) cross join lateral (
        select p.journal_entry_id, p.id
        from posting p join journal_entry e on e.id = p.journal_entry_id
        where p.ledger_account_id = a.id ${fit}
        order by p.id desc limit ${looksThroughAll ? null : most * POSTINGS_AN_ENTRY}
      ) p
      group by p.journal_entry_id order by last desc limit ${most}
    )
    select own.first as id, e.booked_at as "bookedAt", e.operation || ' ' || e.step as kind,
      e.reference as "refNo", own.amount, own.balance,
      (select i.sender_name from inward_credit i where ${IS_OF_INWARD}) as sender,
      (select coalesce(payee_nickname(t), payee_name(t)) from transfer t
        where t.ref_no = e.reference and t.member_id = ${memberId}) as payee
    from newest n join journal_entry e on e.id = n.journal_entry_id cross join lateral (
      select min(p.id) as first,
        sum(case p.side when 'C' then p.amount_centavos else -p.amount_centavos end)::bigint as amount,
        (select sum(left_after.balance)::bigint from unnest(${ids}::bigint[]) a (id) cross join lateral (
          select b.balance_after_centavos as balance from posting b
          where b.ledger_account_id = a.id and b.id <= max(p.id) order by b.id desc limit 1
        ) left_after) as balance
      from posting p
      where p.journal_entry_id = e.id and p.ledger_account_id = any(${ids}::bigint[])
    ) own
    order by n.last desc`.execute(app.db);
  return rows.map(({ sender, payee, ...row }) => ({
    ...row,
    // Whoever sends a peso chooses this name.
    party: payee ?? (plainName(sender ?? "") || null),
  }));
}

/** The transfer of another bank that an entry booked. */
const IS_OF_INWARD = sql`e.operation = 'INWARD_CREDIT' and i.ref_no = e.reference`;

/** By what it was, who sent it or was paid, a part of the reference, or the amount that one of its accounts moved by. */
function fits(words: string, memberId: bigint, language: Language): RawBuilder<unknown> {
  const sought = amountSought(words);
  const kinds = movementKindsNamed(words, language);
  return sql`and (
    strpos(lower(e.reference), lower(${words}::text)) > 0
    or strpos(lower(e.reference), lower(replace(${words}::text, ' ', ''))) > 0
    or exists (select from inward_credit i
      where ${IS_OF_INWARD} and strpos(lower(i.sender_name), lower(${words}::text)) > 0)
    or exists (select from transfer t where t.ref_no = e.reference and t.member_id = ${memberId} and (
      strpos(lower(payee_name(t)), lower(${words}::text)) > 0 or strpos(lower(payee_nickname(t)), lower(${words}::text)) > 0))
    or e.operation = any(${kinds}::text[]) or e.operation || ' ' || e.step = any(${kinds}::text[])
    ${sought === undefined ? sql`` : sql`or p.amount_centavos between ${sought.from} and ${sought.upTo}`})`;
}
