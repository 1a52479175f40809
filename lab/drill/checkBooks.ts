import { ISSUER_KINDS } from "#contract/transferKinds.ts";
import type pg from "pg";
import { asOwner } from "#lab/killLoop/prepare.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { atLeast, type Found, none } from "./goal.ts";
import { type DrillBank, pause } from "./drillBank.ts";
import type { Promises } from "./orders.ts";

/** How long what is under way may take to end, with the clock running ahead. */
const SETTLES_WITHIN_MS = 180_000;
const AHEAD_SECONDS = 15;

/** Waits until every transfer has ended and no work is promised; the clock runs ahead so that inquiries come due. Answers by how much. */
export async function settle(bank: DrillBank, from = 0): Promise<number> {
  const until = performance.now() + SETTLES_WITHIN_MS;
  let ahead = from;
  while (await isBusy(bank).catch(() => true)) {
    if (performance.now() > until) return ahead;
    await pause(500);
    ahead += AHEAD_SECONDS;
    bank.setAhead(ahead);
  }
  return ahead;
}

async function isBusy({ stack }: DrillBank): Promise<boolean> {
  return asOwner(stack, async (client) => {
    const { rows } = await client.query<{ open: string }>(
      `select (select count(*) from transfer where kind = any ($1) and next_inquiry_at is not null)
        + (select count(*) from outbox)
        + (select count(*) from text_message where state = 'queued') as open`,
      [ISSUER_KINDS],
    );
    return rows[0]?.open !== "0";
  });
}

/**
 * What must be so after every drill: the books hold, each acknowledged order is in them once and nothing
 * else is, and each notice was made once.
 */
export async function checkBooks(bank: DrillBank, promises: Promises): Promise<Found[]> {
  const breaches = await brokenRules(bank);
  return asOwner(bank.stack, async (client) => {
    const { lost, doubled } = await compare(client, promises);
    return [
      atLeast("transfers acknowledged", promises.refNos.size, 1),
      none("acknowledged transfers lost", lost),
      none("transfers doubled or unasked", [...promises.contradictions, ...doubled]),
      none("entries, sums, balances and holds that do not agree", breaches),
      none("notices made twice or not at all", await wrongNotices(client)),
      none("promised work left over", await leftOver(client)),
    ];
  });
}

/** The ledger's own rules (npm run ledger:check), and the first two of them counted a second time, plainly. */
export async function brokenRules({ stack }: DrillBank): Promise<string[]> {
  const pool = openPool(stack.database.urls().readonlyUrl, 1);
  try {
    const found = await checkInvariants(openDb(pool));
    const { rows } = await pool.query<{ uneven: bigint; sum: bigint }>(
      `select count(*) filter (where moved <> 0) as uneven, coalesce(sum(moved), 0)::bigint as sum from (
         select sum(case side when 'D' then amount_centavos else -amount_centavos end) as moved
         from posting group by journal_entry_id) e`,
    );
    const { uneven = 0n, sum = 0n } = rows[0] ?? {};
    return [
      ...found.map(({ rule, account, detail }) => `${rule} ${account ?? ""} ${detail}`),
      ...(uneven === 0n ? [] : [`${uneven} entries are uneven`]),
      ...(sum === 0n ? [] : [`all postings add up to ${sum}`]),
    ];
  } finally {
    await pool.end();
  }
}

async function compare(
  client: pg.Client,
  { refNos }: Promises,
): Promise<{ lost: string[]; doubled: string[] }> {
  const { rows } = await client.query<{ ref_no: string; moves: boolean; entries: string }>(
    `select t.ref_no, k.accept_operation is not null as moves, (select count(*) from journal_entry e
       where e.reference = t.ref_no and (e.operation, e.step) = (k.accept_operation, k.accept_step)) as entries
     from transfer t join transfer_kind k using (kind) where t.correlation_id not like 'demo%'`,
  );
  const told = new Set(refNos.values());
  const kept = new Map(rows.map((row) => [row.ref_no, row]));
  const isBooked = (refNo: string) => {
    const row = kept.get(refNo);
    return row !== undefined && (!row.moves || row.entries !== "0");
  };
  const twice = [...refNos.values()].filter((refNo, place, all) => all.indexOf(refNo) !== place);
  return {
    lost: [...told].filter((refNo) => !isBooked(refNo)),
    doubled: [
      ...twice.map((refNo) => `${refNo} was the answer to two orders`),
      ...rows.filter(({ ref_no }) => !told.has(ref_no)).map(({ ref_no }) => `${ref_no} unasked`),
      ...rows.filter(({ entries }) => Number(entries) > 1).map(({ ref_no }) => `${ref_no} twice`),
    ],
  };
}

/** Of each own transfer one notice that it was taken and one of its end; of no transfer two alike. */
async function wrongNotices(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `with told as (
       select params ->> 'refNo' as ref_no, kind, count(*) as times from notification
       where params ? 'refNo' group by member_id, 1, 2)
     select n.ref_no || ' ' || n.kind || ' ' || n.times || ' times' as what from told n
       join transfer t using (ref_no) where n.times > 1 and t.correlation_id not like 'demo%'
     union all
     select t.ref_no || ' without ' || k.kind from transfer t
       cross join lateral (values ('transfer_accepted'), ('transfer_' || t.state)) k (kind)
       where t.kind = 'own' and t.state in ('credited', 'returned') and t.correlation_id not like 'demo%'
         and not exists (select from told n where n.ref_no = t.ref_no and n.kind = k.kind)`,
  );
  return rows.map(({ what }) => what);
}

async function leftOver(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select 'outbox ' || kind as what from outbox
     union all
     select 'transfer ' || ref_no || ' ' || state from transfer
       where kind = any ($1) and next_inquiry_at is not null`,
    [ISSUER_KINDS],
  );
  return rows.map(({ what }) => what);
}
