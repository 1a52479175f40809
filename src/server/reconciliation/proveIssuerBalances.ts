import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { ProofLine } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/app.ts";
import { isSumOfSome } from "./isSumOfSome.ts";

/** Asked at once: the issuer is somebody else's server. */
const AT_ONCE = 8;
const NAMED_AT_MOST = 20;
/** More open transfers of one card than these are no explanation of anything. */
const MOST_OPEN = 12;

type Account = { account_no: string; balance: bigint };
type Compared = Account & { theirs: Centavos | undefined; explained: Centavos };

/**
 * The balance of every card account with us and at the issuer. A difference that transfers under way make
 * is explained; any other is looked at twice, as money moves while we ask.
 */
export async function proveIssuerBalances(app: App): Promise<ProofLine> {
  const compared: Compared[] = [];
  for (let after = ""; ;) {
    const accounts = await readAccounts(app, after);
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last.account_no;
    for (let from = 0; from < accounts.length; from += AT_ONCE) {
      const some = accounts.slice(from, from + AT_ONCE);
      compared.push(...(await Promise.all(some.map((account) => compare(app, account)))));
    }
  }
  const differing = compared.filter((one) => !isRight(one));
  const sum = (of: (one: Compared) => bigint) =>
    compared.reduce((total, one) => total + of(one), 0n);
  const isAnswered = compared.every(({ theirs }) => theirs !== undefined);
  return {
    name: "issuer_balances",
    ours: sum(({ balance }) => balance),
    theirs: isAnswered ? sum(({ theirs = 0n }) => theirs) : null,
    explained: sum(({ explained }) => explained),
    isRight: differing.length === 0,
    compared: compared.length,
    differing: differing.length,
    accountTails: differing
      .slice(0, NAMED_AT_MOST)
      .map(({ account_no: accountNo }) => accountNo.slice(-4)),
  };
}

const isRight = ({ balance, theirs, explained }: Compared) =>
  theirs !== undefined && theirs - balance === explained;

async function readAccounts(app: App, after: string): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select c.account_no, l.balance_centavos as balance
    from card c join ledger_account l on l.id = c.ledger_account_id
    where c.account_no > ${after} order by c.account_no limit 500`.execute(app.db);
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
