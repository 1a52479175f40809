import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { ProofLine } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/app.ts";
import { isSumOfSome } from "./isSumOfSome.ts";

/** Asked at once: the issuer is somebody else's server. */
const AT_ONCE = 8;
const PAGE = 500;
const NAMED_AT_MOST = 20;
/** More open transfers of one card than these are no explanation of anything. */
const MOST_OPEN = 12;

/** A page of 500 cards takes so many milliseconds at least; at once, unless said. */
export type Pace = { pageMs?: number; ended?: AbortSignal | undefined };

type Account = { account_no: string; balance: bigint };
type Compared = Account & { theirs: Centavos | undefined; explained: Centavos };

/**
 * The balance of every card account with us and at the issuer. A difference that transfers under way make
 * is explained; any other is looked at twice, as money moves while we ask. Throws an AbortError when it is ended.
 */
export async function proveIssuerBalances(
  app: App,
  { pageMs = 0, ended }: Pace = {},
): Promise<ProofLine> {
  // Sums alone: of every card of the bank a list would be what the worker needs most memory for.
  let ours = 0n;
  let theirs: bigint | null = 0n;
  let explained = 0n;
  let compared = 0;
  let differing = 0;
  const accountTails: string[] = [];
  const add = (one: Compared) => {
    compared++;
    ours += one.balance;
    explained += one.explained;
    theirs = theirs === null || one.theirs === undefined ? null : theirs + one.theirs;
    if (isRight(one)) return;
    differing++;
    if (accountTails.length < NAMED_AT_MOST) accountTails.push(one.account_no.slice(-4));
  };
  for (let after = ""; ;) {
    const accounts = await readAccounts(app, after);
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.account_no;
    const startedAt = performance.now();
    for (let from = 0; from < accounts.length; from += AT_ONCE) {
      const some = accounts.slice(from, from + AT_ONCE);
      for (const one of await Promise.all(some.map((account) => compare(app, account)))) add(one);
      ended?.throwIfAborted();
    }
    if (accounts.length < PAGE) break;
    const restMs = Math.max(0, pageMs - (performance.now() - startedAt));
    await pause(restMs, undefined, ended === undefined ? {} : { signal: ended });
  }
  return {
    name: "issuer_balances",
    ours,
    theirs,
    explained,
    isRight: differing === 0,
    compared,
    differing,
    accountTails,
  };
}

const isRight = ({ balance, theirs, explained }: Compared) =>
  theirs !== undefined && theirs - balance === explained;

async function readAccounts(app: App, after: string): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select c.account_no, l.balance_centavos as balance
    from card c join ledger_account l on l.id = c.ledger_account_id
    where c.account_no > ${after} order by c.account_no limit ${PAGE}`.execute(app.db);
  return rows;
}

async function compare(app: App, account: Account): Promise<Compared> {
  const first = await weigh(app, account);
  if (isRight(first) || first.theirs === undefined) return first;
  const { rows } = await sql<Account>`
    select c.account_no, l.balance_centavos as balance
    from card c join ledger_account l on l.id = c.ledger_account_id
    where c.account_no = ${account.account_no}`.execute(app.db);
  return weigh(app, rows[0] ?? account);
}

async function weigh(app: App, account: Account): Promise<Compared> {
  const theirs = await app.issuer.balance(account.account_no);
  const difference = (theirs ?? account.balance) - account.balance;
  if (difference === 0n) return { ...account, theirs, explained: 0n };
  const open = await readOpenEffects(app, account.account_no);
  return { ...account, theirs, explained: isSumOfSome(difference, open) ? difference : 0n };
}

/**
 * By how much the issuer can be apart from us for each transfer of the account that has not ended: it has
 * credited what we have not booked yet, or not yet taken what we have set aside.
 */
async function readOpenEffects(app: App, accountNo: string): Promise<Centavos[]> {
  const { rows } = await sql<{ effect: bigint }>`
    select case when t.kind = 'card' and c.id = t.card_id then -t.amount_centavos - t.fee_centavos
      when t.kind in ('own', 'card') then t.amount_centavos
      else t.amount_centavos + t.fee_centavos end as effect
    from transfer t join card c on c.id in (t.card_id, t.destination_card_id)
    where c.account_no = ${accountNo} and t.next_inquiry_at is not null
    limit ${MOST_OPEN}`.execute(app.db);
  return rows.map(({ effect }) => effect);
}
