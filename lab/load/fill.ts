import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { withCheckDigit } from "#common/checkDigit.ts";
import type { LoadProfile } from "./profile.ts";

/** A member who has a card, as the fill made them. */
export type Holder = {
  id: string;
  guid: string;
  number: number;
  username: string;
  account: string;
  card: string;
  deviceId: string;
  /** The secret in the cookie of the browser that the bank knows. */
  deviceSecret: string;
};

export type Filled = {
  members: number;
  holders: Holder[];
  /** Card accounts that the issuer has. */
  atIssuer: Set<string>;
  seconds: number;
};

const BATCH_SIZE = 5_000;
const MEMBERS_AN_ENTRY = 500;
const SAVINGS_CENTAVOS = 100_000_00;
const CARD_CENTAVOS = 20_000_00;
const TRANSACTIONS_A_CARD = 20;
const NOTICES = 5;
const MONTHS = 6;
/** With fewer the same few would do everything. */
const LEAST_HOLDERS = 600;

/**
 * Adds members as the profile's population has them: savings and storage for all, loans, and for a part of
 * them a card with a history, notices, and a browser that the bank knows. All money is booked by the ledger,
 * so its checks hold, and dates from before today: a day of the bank begins with the books of others. Answers
 * those with a card.
 */
export async function fillBank(
  owner: pg.Client,
  {
    members,
    profile,
    passwordHash,
    deviceHash,
    say,
  }: {
    members: number;
    profile: LoadProfile;
    passwordHash: string;
    /** What is kept of a browser's secret. */
    deviceHash: (secret: string, guid: string) => Buffer;
    say: (text: string) => void;
  },
): Promise<Filled> {
  const startedAt = performance.now();
  const { population } = profile;
  const share = population.cardholders / population.members;
  const holderCount = Math.min(members, Math.max(LEAST_HOLDERS, Math.round(members * share)));
  const holders: Holder[] = [];
  for (let first = 1; first <= members; first += BATCH_SIZE) {
    const last = Math.min(members, first + BATCH_SIZE - 1);
    await addMembers(owner, first, last, passwordHash);
    await addAccounts(owner, first, last);
    const ofBatch = newHolders(first, Math.min(last, holderCount));
    if (ofBatch.length > 0) holders.push(...(await addHolders(owner, ofBatch, deviceHash)));
    if (last % 50_000 === 0) say(`  ${last} members`);
  }
  await bookOpenings(owner);
  await addLoans(owner, Math.round((members * population.activeLoans) / population.members));
  await addPast(owner);
  // Several at once would wait for each other: what autovacuum would do in the first minutes.
  await owner.query("vacuum analyze");
  await owner.query("checkpoint").catch(() => undefined);
  const seconds = (performance.now() - startedAt) / 1000;
  return { members, holders, atIssuer: new Set(), seconds };
}

const number = "lpad(n::text, 8, '0')";

async function addMembers(
  owner: pg.Client,
  first: number,
  last: number,
  passwordHash: string,
): Promise<void> {
  await owner.query(
    `insert into member (guid, membership_no, username, username_key, password_hash, password_changed_at,
       first_name, last_name, mobile_number, date_of_birth, gender, civil_status, created_at, last_active_at)
     select gen_random_uuid(), '77' || lpad(n::text, 14, '0'), 'load' || ${number}, 'load' || ${number}, $3, now(),
       'Load', 'Member', '+6395' || ${number}, date '1980-01-01' + n % 9000, 'Male', 'Single', now(), now()
     from generate_series($1::integer, $2::integer) n`,
    [first, last, passwordHash],
  );
}

async function addAccounts(owner: pg.Client, first: number, last: number): Promise<void> {
  await owner.query(
    `insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
     select m.id, p.product, p.prefix || ${number}, ledger_open_account('ASSOC', p.code, p.prefix || ${number}, now()), now()
     from generate_series($1::integer, $2::integer) n
     join member m on m.membership_no = '77' || lpad(n::text, 14, '0')
     cross join (values ('savings', '2977', '2010'), ('storage', '3977', '2020')) as p (product, prefix, code)`,
    [first, last],
  );
}

type NewHolder = Omit<Holder, "id" | "guid">;

function newHolders(first: number, last: number): NewHolder[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => {
    const text = String(first + place).padStart(8, "0");
    return {
      number: first + place,
      username: `load${text}`,
      account: `2977${text}`,
      card: withCheckDigit(`977${text}`),
      deviceId: randomUUID(),
      deviceSecret: randomBytes(32).toString("base64url"),
    };
  });
}

async function addHolders(
  owner: pg.Client,
  added: readonly NewHolder[],
  deviceHash: (secret: string, guid: string) => Buffer,
): Promise<Holder[]> {
  const { rows } = await owner.query<{ username: string; id: string; guid: string }>(
    `insert into card (member_id, account_no, status, last_four, created_at, ledger_account_id)
     select m.id, g.card, 'active', right(g.card, 4), now(), ledger_open_account('CARD', '2510', g.card, now())
     from unnest($1::text[], $2::text[]) as g (username, card) join member m on m.username = g.username
     returning member_id as id, (select username from member where id = member_id) as username,
       (select guid from member where id = member_id) as guid`,
    [added.map(({ username }) => username), added.map(({ card }) => card)],
  );
  const made = new Map(rows.map((row) => [row.username, row]));
  const holders = added.map((holder): Holder => {
    const { id = "", guid = "" } = made.get(holder.username) ?? {};
    return { ...holder, id: String(id), guid };
  });
  await owner.query(
    `insert into device (id, member_id, secret_hash, first_seen_at, last_seen_at)
     select d.id, d.member_id, d.secret_hash, now(), now()
     from unnest($1::uuid[], $2::bigint[], $3::bytea[]) as d (id, member_id, secret_hash)`,
    [
      holders.map(({ deviceId }) => deviceId),
      holders.map(({ id }) => id),
      holders.map(({ deviceSecret, guid }) => deviceHash(deviceSecret, guid)),
    ],
  );
  return holders;
}

/**
 * An entry for some hundred accounts: an opening for each would be most of the journal. What cards have came
 * from the association's account at the issuer, which is filled first.
 */
async function bookOpenings(owner: pg.Client): Promise<void> {
  await owner.query(
    `select ledger_post('LOAD', 'prefund', 'LOAD', current_date - 1, now(), 'load',
       array[ledger_account_id('ASSOC', '1120', ''), ledger_account_id('ASSOC', '1110', '')], array['D', 'C'],
       array[t.total, t.total]::bigint[])
     from (select count(*) * $1::bigint + 1000000000 as total from card where account_no like '977%') t`,
    [CARD_CENTAVOS],
  );
  for (const prefix of ["2977", "3977"])
    await bookParts(owner, prefix, SAVINGS_CENTAVOS, ["D 1110"]);
  await bookParts(owner, "977", CARD_CENTAVOS, ["D 1510", "C 1120", "D 1110"]);
}

/** `against`: the other lines of each entry, side and account; all of them in the total of the entry. */
async function bookParts(
  owner: pg.Client,
  prefix: string,
  centavos: number,
  against: readonly string[],
): Promise<void> {
  const lines = against.map((line) => line.split(" "));
  await owner.query(
    `with part as (
       select n, array_agg(id order by id) as ids from (
         select id, (row_number() over (order by id) - 1) / ${MEMBERS_AN_ENTRY} as n from ledger_account
         where kind = 'member' and subledger like $1 || '%' and balance_centavos = 0) each
       group by n
     ), other as (
       select array_agg(id order by place) as ids from (
         select l.id, c.place from unnest($2::text[]) with ordinality as c (code, place)
         join ledger_account l on l.code = c.code and l.kind = 'control' and l.subledger = '') each
     )
     select ledger_post('LOAD', 'opening', 'LOAD-' || $1 || '-' || part.n, current_date - 1, now(), 'load',
       part.ids || other.ids, array_fill('C'::text, array[cardinality(part.ids)]) || $3::text[],
       array_fill($4::bigint, array[cardinality(part.ids)])
         || array_fill($4::bigint * cardinality(part.ids), array[cardinality(other.ids)]))
     from part, other`,
    [prefix, lines.map(([, code]) => code), lines.map(([side]) => side), centavos],
  );
}

/** Loans that are paid on time and have their next instalment in the future, so that no job has work with them. */
async function addLoans(owner: pg.Client, loans: number): Promise<void> {
  await owner.query(
    `with made as (
       insert into loan (loan_no, member_id, loan_type, name, principal_centavos, principal_outstanding_centavos,
         monthly_amortization_centavos, annual_rate, months, first_due_on, next_unpaid, released_at)
       select 'LOAD-2026-' || lpad(n::text, 7, '0'), m.id, 'SL', 'Salary Loan', ${MONTHS} * 1000000, ${MONTHS} * 1000000,
         1020000, 1200, ${MONTHS}, (date_trunc('month', now()) + interval '2 months - 1 day')::date, 1, now() - interval '1 day'
       from generate_series(1, $1::integer) n
       join member m on m.membership_no = '77' || lpad((1 + (n - 1) % (
         select count(*) from member where membership_no like '77%'))::text, 14, '0')
       returning id, principal_outstanding_centavos
     ), instalments as (
       insert into loan_instalment (loan_id, number, due_on, principal_centavos, interest_centavos)
       select id, k, (date_trunc('month', now()) + make_interval(months => k + 1) - interval '1 day')::date, 1000000, 20000
       from made, generate_series(1, ${MONTHS}) k
     )
     select ledger_post('LOAN_OPENING', 'post', 'LOAD', current_date - 1, now(), 'load',
       array[ledger_account_id('ASSOC', '1210', ''), ledger_account_id('ASSOC', '1110', '')], array['D', 'C'],
       array[t.total, t.total]::bigint[])
     from (select sum(principal_outstanding_centavos)::bigint as total from made) t where t.total > 0`,
    [loans],
  );
}

/** What a card and a member have seen before. */
async function addPast(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into card_transaction
       (card_id, transaction_date, description, sub_description, amount_centavos, ref_no, source_event)
     select c.id, now() - k * interval '31 hours', 'POS Purchase', 'MERCADO CRAME ' || k, -(100 + c.id % 1000),
       'LOAD' || c.id || '-' || k, 'load:' || c.id || ':' || k
     from generate_series(${TRANSACTIONS_A_CARD}, 1, -1) k, card c where c.account_no like '977%'`,
  );
  await owner.query(
    `insert into notification (member_id, kind, params, created_at, read_at)
     select c.member_id, 'welcome', '{}', now() - k * interval '1 day', case when k > 2 then now() end
     from generate_series(${NOTICES}, 1, -1) k, card c where c.account_no like '977%'`,
  );
}
