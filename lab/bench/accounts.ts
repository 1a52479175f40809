import { type BenchMember, makeMembers } from "./members.ts";
import { msText, p95Of, requestAs } from "./pages.ts";
import type { Stage } from "./stage.ts";

const FEW = 100_000;
/** Entries in one go, two postings each. */
const BATCH_SIZE = 250_000;
/** Whose accounts are moved. */
const ACCOUNTS = 500;
/** The pages at ten million postings may take so much longer than at a hundred thousand. */
const LIMIT = 1.2;

/** The newest movements, those before the last twenty, and those up to a day of long ago. */
const PLACES = ["newest", "oldest", "of a month"] as const;
type Place = (typeof PLACES)[number];

/**
 * The page of an account with few and with many postings in the books of the same members, over ten years. A line for
 * each place of the page with p95 and the ratio; sets the exit code when one is over 1.2.
 */
export async function benchAccounts(stage: Stage, many: number): Promise<void> {
  // Few enough that a page is full of either.
  const members = (await makeMembers(stage)).slice(0, ACCOUNTS);
  await fill(stage, FEW / 2);
  const few = await measureAll(stage, members);
  await fill(stage, Math.floor(many / 2));
  const ours = await measureAll(stage, members);
  for (const place of PLACES) {
    const ratio = ours[place] / few[place];
    console.log(
      `account page, ${place}: p95 ${msText(ours[place])} ms at ${many} postings, ${msText(few[place])} ms at ${FEW}, ratio ${msText(ratio)}`,
    );
    if (ratio > LIMIT) process.exitCode = 1;
  }
}

/**
 * A peso into each savings account in turn. Written past the functions that book, which would take hours: the rows
 * are as they write them.
 */
async function fill({ admin }: Stage, entries: number): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(EMPTY);
    for (let start = 1; start <= entries; start += BATCH_SIZE) {
      await client.query(FILL, [
        start,
        Math.min(entries, start + BATCH_SIZE - 1),
        entries,
        ACCOUNTS,
      ]);
    }
    await client.query("set session_replication_role = origin");
  } finally {
    client.release();
  }
  await admin.query("vacuum analyze posting, journal_entry");
  await admin.query("checkpoint");
}

/** What an earlier filling left. */
const EMPTY = `
  with gone as (delete from journal_entry where operation = 'COUNTER_DEPOSIT' returning id)
  delete from posting p using gone g where p.journal_entry_id = g.id`;

const FILL = `
  with savings as (
    select array_agg(id) as ids, count(*) as number from (
      select id from ledger_account where book = 'ASSOC' and code = '2010' order by subledger limit $4
    ) moved
  ), bank as (
    select id from ledger_account where book = 'ASSOC' and code = '1110'
  ), made as (
    insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
    select 'COUNTER_DEPOSIT', 'post', 'BENCH' || n, day::date, day, 'bench'
    from generate_series($1::bigint, $2::bigint) n,
      lateral (select now() - interval '10 years' + n * interval '10 years' / $3::bigint as day) d
    returning id, substr(reference, 6)::bigint as n
  )
  insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
  select m.id, case side when 'C' then ids[1 + m.n % number] else bank.id end, side, 100,
    case side when 'C' then 1000000000000 + 100 * (m.n / number) end
  from made m, savings, bank, unnest(array['C', 'D']) side
  order by m.id, side`;

async function measureAll(stage: Stage, members: BenchMember[]): Promise<Record<Place, number>> {
  const cursors = await oldestCursors(stage);
  const day = await longAgo(stage);
  const measure = (queryOf: (member: BenchMember) => string) =>
    p95Of(
      stage,
      members.map((member) => {
        const path = `/api/members/${member.guid}/accounts/${member.account}/movements`;
        return requestAs(member, `${path}?${queryOf(member)}`);
      }),
    );
  return {
    newest: await measure(() => ""),
    oldest: await measure(({ account }) => `lastTranId=${cursors.get(account) ?? ""}`),
    "of a month": await measure(() => `toDate=${day}`),
  };
}

/** The id before the last twenty movements of each account: what a member who scrolled to the end asks for. */
async function oldestCursors({ admin }: Stage): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ account: string; id: string }>(
    `select l.subledger as account, (
       select p.id::text from posting p where p.ledger_account_id = l.id order by p.id offset 20 limit 1) as id
     from ledger_account l where l.book = 'ASSOC' and l.code = '2010'`,
  );
  return new Map(rows.map(({ account, id }) => [account, id]));
}

/** A month's end in the middle of the ten years. */
async function longAgo({ admin }: Stage): Promise<string> {
  const { rows } = await admin.query<{ day: string }>(
    "select (date_trunc('month', now() - interval '5 years') - interval '1 day')::date::text as day",
  );
  return rows[0]?.day ?? "";
}
