import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Elsewhere } from "./productLimit.ts";

/** What a member has with us, as far as the limit of a loan looks at it. */
export type Means = { deposits: Centavos; capital: Centavos; freeCapital: Centavos };

/** Balances of the member's accounts as the books have them. */
export async function readMeans(db: Db | Tx, memberId: bigint): Promise<Means> {
  const { rows } = await sql<{ deposits: bigint; capital: bigint; free: bigint }>`
    select
      coalesce(sum(l.balance_centavos) filter (where a.product <> 'me'), 0)::bigint as deposits,
      coalesce(sum(l.balance_centavos + coalesce(f.balance_centavos, 0))
        filter (where a.product = 'me'), 0)::bigint as capital,
      coalesce(sum(l.available_centavos) filter (where a.product = 'me'), 0)::bigint as free
    from member_account a
    join ledger_account l on l.id = a.ledger_account_id
    left join ledger_account f on f.id = a.fixed_ledger_account_id
    where a.member_id = ${memberId}`.execute(db);
  const [row] = rows;
  return {
    deposits: row?.deposits ?? 0n,
    capital: row?.capital ?? 0n,
    freeCapital: row?.free ?? 0n,
  };
}

/**
 * What of that is the member's own, as far as limits count it: deposits and capital each at the lower of now
 * and right before the release of each loan that is still open. What a loan paid out never raises the limit
 * of another, wherever it lies, and spending it lowers none.
 */
export async function readOwnMeans(db: Db | Tx, memberId: bigint): Promise<Means> {
  const now = await readMeans(db, memberId);
  const then = await readMeansBeforeLoans(db, memberId);
  if (then === undefined) return now;
  const grown = now.capital > then.capital ? now.capital - then.capital : 0n;
  return {
    deposits: now.deposits < then.deposits ? now.deposits : then.deposits,
    capital: now.capital - grown,
    freeCapital: now.freeCapital > grown ? now.freeCapital - grown : 0n,
  };
}

/** The lowest balances that open loans found when they were released; undefined where none paid out. */
async function readMeansBeforeLoans(
  db: Db | Tx,
  memberId: bigint,
): Promise<Pick<Means, "deposits" | "capital"> | undefined> {
  const { rows } = await sql<{ deposits: bigint; capital: bigint }>`
    with release as (
      select (select min(p.id) from posting p where p.journal_entry_id = n.release_entry_id) as posting_id
      from loan n where n.member_id = ${memberId} and n.state in ('active', 'past_due')
    ), found as (
      select
        coalesce(sum(b.balance) filter (where a.product <> 'me'), 0)::bigint as deposits,
        coalesce(sum(b.balance) filter (where a.product = 'me'), 0)::bigint as capital
      from release r
      join member_account a on a.member_id = ${memberId}
      cross join lateral (values (a.ledger_account_id), (a.fixed_ledger_account_id)) as part (id)
      cross join lateral (
        select coalesce((
          select p.balance_after_centavos from posting p
          where p.ledger_account_id = part.id and p.id < r.posting_id
          order by p.id desc limit 1), 0) as balance
      ) as b
      where r.posting_id is not null
      group by r.posting_id
    )
    select min(deposits) as deposits, min(capital) as capital from found
    having count(*) > 0`.execute(db);
  return rows[0];
}

/**
 * What of a product the member owes, and what other applications than this one have proposed to lend; and what
 * all open loans of the member take a month.
 */
export async function readElsewhere(
  db: Db | Tx,
  of: { memberId: bigint; product: string; applicationNo: string },
): Promise<Elsewhere & { amortizations: Centavos }> {
  const { rows } = await sql<{ lent: bigint; under_way: bigint; amortizations: bigint }>`
    select
      (select coalesce(sum(n.principal_outstanding_centavos), 0)::bigint from loan n
        where n.member_id = ${of.memberId} and n.loan_type = ${of.product}
          and n.state in ('active', 'past_due')) as lent,
      (select coalesce(sum(a.proposed_centavos), 0)::bigint from loan_application a
        where a.member_id = ${of.memberId} and a.product = ${of.product}
          and a.application_no <> ${of.applicationNo}
          and a.state in ('for_approval', 'approved', 'for_signing')) as under_way,
      (select coalesce(sum(n.monthly_amortization_centavos), 0)::bigint from loan n
        where n.member_id = ${of.memberId} and n.state in ('active', 'past_due')) as amortizations`.execute(
    db,
  );
  const [row] = rows;
  return {
    lent: row?.lent ?? 0n,
    underWay: row?.under_way ?? 0n,
    amortizations: row?.amortizations ?? 0n,
  };
}
