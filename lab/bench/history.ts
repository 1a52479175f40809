import { type BenchMember, makeMembers } from "./members.ts";
import { msText, p95Of, requestAs } from "./pages.ts";
import type { Stage } from "./stage.ts";

const FEW = 100_000;
/** Rows in one go, so that a machine with little memory does it too. */
const BATCH_SIZE = 500_000;
/** The pages at ten million may take so much longer than at a hundred thousand. */
const LIMIT = 1.5;

type Place = "first" | "last";

/**
 * Pages of the history with few and with many transactions of the same members, all within the days that
 * the list shows: the first page and the last. A line each with p95 and the ratio; sets the exit code when
 * one is over 1.5.
 */
export async function benchHistory(stage: Stage, many: number): Promise<void> {
  const members = await makeMembers(stage);
  await fill(stage, 1, FEW);
  const few = {
    first: await measure(stage, members, "first"),
    last: await measure(stage, members, "last"),
  };
  await fill(stage, FEW + 1, many);
  for (const place of ["first", "last"] as const) {
    const ours = await measure(stage, members, place);
    const ratio = ours / few[place];
    console.log(
      `history, ${place} page: p95 ${msText(ours)} ms at ${many}, ${msText(few[place])} ms at ${FEW}, ratio ${msText(ratio)}`,
    );
    if (ratio > LIMIT) process.exitCode = 1;
  }
  await explain(stage);
}

/** Transactions of all cards in turn, from 29 days ago until now, with the indexes in place. */
async function fill({ admin }: Stage, from: number, to: number): Promise<void> {
  for (let start = from; start <= to; start += BATCH_SIZE) {
    await admin.query(
      `with cards as (select array_agg(id order by id) as ids, count(*) as number from card)
       insert into card_transaction
         (card_id, transaction_date, description, sub_description, amount_centavos, ref_no, source_event)
       select ids[1 + n % number], now() - random() * interval '28 days', 'POS Purchase', 'MERCADO CRAME ' || n % 40,
         -(100 + n % 100000), 'BENCH' || n, 'bench:' || n
       from generate_series($1::bigint, $2::bigint) n, cards`,
      [start, Math.min(to, start + BATCH_SIZE - 1)],
    );
  }
  await admin.query("vacuum analyze card_transaction");
  await admin.query("checkpoint");
}

/** Milliseconds below which 95 of 100 pages came. */
async function measure(stage: Stage, members: BenchMember[], place: Place): Promise<number> {
  const cursors = place === "last" ? await lastCursors(stage) : new Map<string, string>();
  const requests = members.map((member) => requestOf(member, cursors.get(member.card) ?? ""));
  return p95Of(stage, requests);
}

/** The id before the last twenty rows of each card: what a member who scrolled to the end asks for. */
async function lastCursors({ admin }: Stage): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ account: string; id: string }>(
    `select c.account_no as account, (
       select t.id::text from card_transaction t where t.card_id = c.id
       order by t.transaction_date, t.id offset 20 limit 1) as id
     from card c`,
  );
  return new Map(rows.map(({ account, id }) => [account, String(id)]));
}

function requestOf(member: BenchMember, lastTranId: string): Buffer {
  const query = `fromDate=2000-01-01&toDate=2100-01-01&lastTranId=${lastTranId}`;
  return requestAs(member, `/api/members/${member.guid}/card/transactionHistory?${query}`);
}

/** How the database finds a page after a cursor: by the index alone, without sorting. */
async function explain({ admin }: Stage): Promise<void> {
  const { rows } = await admin.query<{ "QUERY PLAN": string }>(
    `explain (costs off) select t.id from card_transaction t
     left join transfer f on f.ref_no = t.transfer_ref_no
     where t.card_id = (select min(id) from card) and t.transaction_date >= now() - interval '29 days'
       and (t.transaction_date, t.id) < (select l.transaction_date, l.id from card_transaction l where l.id = 50)
     order by t.transaction_date desc, t.id desc limit 20`,
  );
  for (const row of rows) console.log(`  ${row["QUERY PLAN"]}`);
}
