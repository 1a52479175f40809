import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { ProofLine } from "#contract/staff/reconciliation.ts";
import { kindsWhere } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { isSumOfSome } from "./isSumOfSome.ts";

/** Concurrent requests: the issuer is somebody else's server. */
const BATCH_SIZE = 8;
const PAGE = 500;
const NAMED_AT_MOST = 20;
/**
 * At most this many accounts that do not agree are checked once more at the end; more than these are not
 * explained by concurrent transfers.
 */
const MOST_DOUBTFUL = 1_000;
/** After this many requests in a row without an answer the issuer is unavailable: the rest would take hours. */
const MOST_UNANSWERED = 16;
/** More open transfers of one card than these explain nothing. */
const MOST_OPEN = 12;

/**
 * Transfers from a card whose amount is held in our books until their outcome; the others are debited at once.
 */
const HELD = kindsWhere(({ leaves, hold }) => leaves === "card" && hold !== null);
const DEBITED = kindsWhere(({ leaves, hold }) => leaves === "card" && hold === null);

/** A page of `page` cards takes at least `pageMs` milliseconds. By default 500 and no pause. */
export type Pace = { page?: number; pageMs?: number; ended?: AbortSignal | undefined };

type Account = { account_no: string; balance: bigint };
type Compared = Account & { theirs: Centavos | undefined; explained: Centavos };

/**
 * Compares the balance of every card account with the issuer's. A difference that open transfers make is
 * explained. Any other, and any account without an answer, is checked twice, as money moves meanwhile, and
 * once more at the end. When the issuer leaves many requests in a row unanswered it is asked no further, and
 * the line has no figure of theirs. Throws an AbortError when `ended` says so.
 */
export async function proveIssuerBalances(
  app: App,
  { page = PAGE, pageMs = 0, ended }: Pace = {},
): Promise<ProofLine> {
  // Only sums are kept: a list of every card of the bank would be most of the worker's memory.
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
  let unanswered = 0;
  /** Stops, and answers false, when the issuer no longer answers. */
  const compareAll = async (accounts: readonly Account[], found: (one: Compared) => void) => {
    for (let from = 0; from < accounts.length && unanswered < MOST_UNANSWERED; from += BATCH_SIZE) {
      const some = accounts.slice(from, from + BATCH_SIZE);
      for (const one of await Promise.all(some.map((account) => compare(app, account)))) {
        unanswered = one.theirs === undefined ? unanswered + 1 : 0;
        found(one);
      }
      ended?.throwIfAborted();
    }
    return unanswered < MOST_UNANSWERED;
  };
  const doubtful: Compared[] = [];
  for (let after = ""; ;) {
    const accounts = await readAccounts(app, after, page);
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.account_no;
    const startedAt = performance.now();
    const isAnswered = await compareAll(accounts, (one) => {
      if (isRight(one) || doubtful.length >= MOST_DOUBTFUL) add(one);
      else doubtful.push(one);
    });
    if (!isAnswered || accounts.length < page) break;
    const restMs = Math.max(0, pageMs - (performance.now() - startedAt));
    await pause(restMs, undefined, ended === undefined ? {} : { signal: ended });
  }
  let lookedAgain = 0;
  const isWhole = await compareAll(doubtful, (one) => {
    lookedAgain += 1;
    add(one);
  });
  for (const one of doubtful.slice(lookedAgain)) add(one);
  return {
    name: "issuer_balances",
    ours,
    theirs: isWhole ? theirs : null,
    explained,
    isRight: isWhole && differing === 0,
    compared,
    differing,
    accountTails,
  };
}

const isRight = ({ balance, theirs, explained }: Compared) =>
  theirs !== undefined && theirs - balance === explained;

async function readAccounts(app: App, after: string, page: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select c.account_no, l.balance_centavos as balance
    from card c join ledger_account l on l.id = c.ledger_account_id
    where c.account_no > ${after} order by c.account_no limit ${page}`.execute(app.db);
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
 * By how much the issuer's balance may differ from ours for each open transfer of the account: it has credited
 * what we have not booked yet, or not yet debited what we hold.
 */
async function readOpenEffects(app: App, accountNo: string): Promise<Centavos[]> {
  const { rows } = await sql<{ effect: bigint }>`
    select case when t.kind = any(${HELD}::text[]) and c.id = t.card_id then -t.amount_centavos - t.fee_centavos
      when t.kind = any(${DEBITED}::text[]) then t.amount_centavos + t.fee_centavos
      else t.amount_centavos end as effect
    from transfer t join card c on c.id in (t.card_id, t.destination_card_id)
    where c.account_no = ${accountNo} and t.next_inquiry_at is not null
    union all
    select i.amount_centavos from inward_credit i
    where i.account_number = ${accountNo} and i.state = 'accepted'
    limit ${MOST_OPEN}`.execute(app.db);
  return rows.map(({ effect }) => effect);
}
