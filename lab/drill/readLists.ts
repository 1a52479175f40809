import type pg from "pg";
import type { Append, Read } from "./history.ts";
import type { Posted } from "./readsOfBalances.ts";

/** From when to when an order was under way, by its reference. */
export type Sent = ReadonlyMap<string, { from: number; to: number }>;

const OURS = `
  from posting p join journal_entry e on e.id = p.journal_entry_id
  join ledger_account a on a.id = p.ledger_account_id and a.kind <> 'control'
  join transfer t on t.ref_no = e.reference and t.correlation_id not like 'demo%'`;
const NAME = "e.reference || ' ' || e.operation || ' ' || e.step";

/** What was posted to each of some accounts since the drill began, all at one moment. */
export async function readLists(
  pool: pg.Pool,
  accounts: readonly string[],
  id: string,
): Promise<Read> {
  const from = performance.now();
  const { rows } = await pool.query<{ account: string; list: string[] }>(
    `select a.subledger as account, array_agg(${NAME} order by p.id) as list ${OURS}
     where a.subledger = any ($1) group by 1`,
    [accounts],
  );
  const none = accounts.map((account): [string, string[]] => [account, []]);
  const lists = Object.fromEntries([
    ...none,
    ...rows.map((row) => [row.account, row.list]),
  ]) as Record<string, string[]>;
  return { kind: "read", id, lists, from, to: performance.now() };
}

/** What every entry of the drill's transfers wrote; only of the order itself it is known by when. */
export async function readAppends(pool: pg.Pool, sent: Sent): Promise<Append[]> {
  const { rows } = await pool.query<{ ref_no: string; id: string; keys: string[]; own: boolean }>(
    `select e.reference as ref_no, ${NAME} as id, array_agg(a.subledger) as keys,
       e.operation = 'OWN_TOPUP' and e.step = 'accept' as own ${OURS} group by e.id, 1, 2, 4`,
  );
  return rows.map(({ ref_no, id, keys, own }) => {
    const { from = 0, to = Infinity } = sent.get(ref_no) ?? {};
    return own
      ? { kind: "append", id, keys, from, to, outcome: "ok" }
      : { kind: "append", id, keys, from, to: Infinity, outcome: "unknown" };
  });
}

/** The postings to each account with the balance that each left. */
export async function readPosted(
  pool: pg.Pool,
  accounts: readonly string[],
): Promise<Map<string, { first: bigint; postings: Posted[] }>> {
  const { rows } = await pool.query<{
    account: string;
    id: string;
    after: bigint;
    before: bigint;
  }>(
    `select a.subledger as account, ${NAME} as id, p.balance_after_centavos as after,
       p.balance_after_centavos + case when p.side = a.normal_side then -p.amount_centavos else p.amount_centavos end as before
     ${OURS} where a.subledger = any ($1) order by p.id`,
    [accounts],
  );
  return new Map(
    accounts.map((account) => {
      const postings = rows.filter((row) => row.account === account);
      const of = postings.map(({ id, after }) => ({ id, balanceAfter: after }));
      return [account, { first: postings[0]?.before ?? 0n, postings: of }];
    }),
  );
}
