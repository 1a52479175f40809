import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/db/db.ts";

/** Figures that must meet, in centavos, positive on the account's normal side. */
type ControlFigures = {
  /** ASSOC 1120: what the association has at the issuer. */
  fundingAtIssuer: bigint;
  /** CARD 1510: what the card book got. */
  fundingReceived: bigint;
  /** ASSOC 2310: top-ups under way. */
  inTransit: bigint;
  /** What entries that touch both books took from 1120, and what they brought to 1510: equal. */
  paidOver: bigint;
  received: bigint;
  /** CARD 2510 by its postings, and the balances of all card accounts: equal. */
  cardAccounts: bigint;
  cardBalances: bigint;
};

/** The control figures of this moment, and what the checker of the books said last. */
export async function readControls(app: App) {
  const figures = await controlFigures(app.db);
  const run = await app.db
    .selectFrom("invariant_run")
    .select(["at", "breaches"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // Written by watchInvariants, always as a list of these.
  const breaches = (run?.breaches ?? []) as { rule: string; account?: string; detail: string }[];
  return {
    ...figures,
    checkedAt: run?.at.toISOString() ?? null,
    breaches: breaches.map(({ rule, account = "", detail }) => ({ rule, account, detail })),
  };
}

/** Read in one snapshot. */
export async function controlFigures(db: Db): Promise<ControlFigures> {
  const { rows } = await sql<ControlFigures>`
    with total as (
      select t.book || ' ' || t.code as account, sum(t.debit - t.credit)::bigint as net
      from ledger_totals() t
      where (t.book, t.code) in (('ASSOC', '1120'), ('CARD', '1510'), ('ASSOC', '2310'), ('CARD', '2510'))
      group by 1
    ), crossing as (
      select
        sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)
          filter (where a.book = 'ASSOC') as assoc,
        sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)
          filter (where a.book = 'CARD') as card
      from posting p join ledger_account a on a.id = p.ledger_account_id
      where a.id in (select id from ledger_account
        where (book, code) in (('ASSOC', '1120'), ('CARD', '1510')))
      group by p.journal_entry_id
      having count(distinct a.book) = 2
    )
    select
      coalesce((select net from total where account = 'ASSOC 1120'), 0)::bigint as "fundingAtIssuer",
      coalesce((select net from total where account = 'CARD 1510'), 0)::bigint as "fundingReceived",
      coalesce((select -net from total where account = 'ASSOC 2310'), 0)::bigint as "inTransit",
      coalesce((select -sum(assoc) from crossing), 0)::bigint as "paidOver",
      coalesce((select sum(card) from crossing), 0)::bigint as received,
      coalesce((select -net from total where account = 'CARD 2510'), 0)::bigint as "cardAccounts",
      coalesce((select sum(balance_centavos) from ledger_account
        where book = 'CARD' and code = '2510'), 0)::bigint as "cardBalances"`.execute(db);
  const [figures] = rows;
  if (figures === undefined) throw new Error("a query of sums answered nothing");
  return figures;
}
