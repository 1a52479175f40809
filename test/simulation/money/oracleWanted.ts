import type { Run } from "#test/simulation/run.ts";
import { type Found, type Move, together } from "./money.ts";

/** One thing that our books say was done, by the key under which it was asked for. */
type Done = { key: string; account: string; amount: bigint; at: Date; is_withdrawal: boolean };

/** What each teller took and paid out, and what members paid themselves: as they know it, each once or not at all. */
export async function checkWanted(run: Run): Promise<Found> {
  const { money } = run;
  const done = await readDone(run);
  const wrongs: string[] = [];
  const moves: Move[] = [];
  for (const { key, account, amount, at, is_withdrawal: isOut } of done) {
    const wanted = money.wanted.get(key);
    if (wanted === undefined) {
      wrongs.push(`${key} moves ${amount} of ${account}, and nobody asked for it`);
      continue;
    }
    const isSame =
      wanted.account === account &&
      wanted.amount === amount &&
      (wanted.what !== "deposit") === isOut;
    if (!isSame) wrongs.push(`${key} is ${amount} of ${account}, not as it was asked for`);
    if (wanted.heard === "no") wrongs.push(`${key} was refused, and done`);
    moves.push({ account, amount: isOut ? -amount : amount, at: at.getTime() });
  }
  const times = together(done, ({ key }) => key);
  for (const { key, heard } of money.wanted.values()) {
    const count = times.get(key)?.length ?? 0;
    if (count > 1) wrongs.push(`${key} was done ${count} times`);
    if (heard === "yes" && count === 0) wrongs.push(`${key} was promised, and not done`);
  }
  return { moves, wrongs };
}

async function readDone({ admin }: Run): Promise<Done[]> {
  const { rows } = await admin.query<Done>(`
    select r.idempotency_key as key, coalesce(a.account_number, l.loan_no) as account,
      r.amount_centavos as amount, r.taken_at as at, r.is_withdrawal
    from cash_receipt r left join member_account a on a.id = r.account_id left join loan l on l.id = r.loan_id
    union all
    select p.order_key, a.account_number, p.amount_centavos, p.booked_at, true
    from loan_payment p join posting g on g.journal_entry_id = p.journal_entry_id and g.side = 'D'
    join member_account a on a.ledger_account_id = g.ledger_account_id
    where p.source = 'online'
    order by 4, 1`);
  return rows;
}

/** Cash is where it was counted: 1010 is what there was, what came in and went out, also at the bank, and what differed. */
export async function checkCash({ admin, money }: Run): Promise<string[]> {
  const { rows } = await admin.query<{
    id: bigint;
    float: bigint;
    counted: bigint | null;
    state: string;
    receipts: bigint;
    moved: bigint;
    booked: bigint;
  }>(`select d.id, d.float_centavos as float, d.counted_centavos as counted, d.state,
      (select coalesce(sum(case when r.is_withdrawal then -r.amount_centavos else r.amount_centavos end), 0)::bigint
        from cash_receipt r where r.drawer_id = d.id) as receipts,
      (select coalesce(sum(case v.kind when 'fill' then v.amount_centavos else -v.amount_centavos end), 0)::bigint
        from cash_move v where v.drawer_id = d.id and v.state = 'done' and v.kind in ('fill', 'drop')) as moved,
      (select coalesce(sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end), 0)::bigint
        from posting p join ledger_account a on a.id = p.ledger_account_id and a.code = '1010'
        where p.journal_entry_id = d.difference_entry_id) as booked
    from cash_drawer d order by d.id`);
  const wrongs = rows.flatMap(({ id, float, counted, state, receipts, moved, booked }) => {
    const difference = counted === null ? 0n : counted - float - moved - receipts;
    const should = state === "closed" ? difference : 0n;
    return [
      ...(money.floats.includes(float) ? [] : [`drawer ${id} began with ${float}`]),
      ...(booked === should ? [] : [`drawer ${id} differs by ${should}, booked is ${booked}`]),
      ...(state === "differs" && difference === 0n ? [`drawer ${id} waits for nothing`] : []),
    ];
  });
  const { rows: books } = await admin.query<{ balance: bigint; opened: bigint }>(
    `select coalesce(sum(x.net), 0)::bigint as balance,
       coalesce(sum(x.net) filter (where x.operation = 'OPENING'), 0)::bigint as opened
     from (
       select e.operation, case p.side when 'D' then p.amount_centavos else -p.amount_centavos end as net
       from posting p join journal_entry e on e.id = p.journal_entry_id
       join ledger_account a on a.id = p.ledger_account_id and a.code = '1010'
     ) x`,
  );
  const { balance: is, opened } = books[0] ?? { balance: 0n, opened: 0n };
  const vault = await checkVault(admin, money);
  const inCash = rows.reduce(
    (total, { receipts, booked }) => total + receipts + booked,
    opened + vault.net,
  );
  if (is !== inCash) wrongs.push(`cash is ${is}, counted ${inCash}`);
  return [...wrongs, ...vault.wrongs, ...(await checkNumbers(admin))];
}

/** Each move is one that was asked for, by two people; answers what bank and counts changed of the cash. */
async function checkVault(admin: Run["admin"], { moved, floats }: Run["money"]) {
  const { rows } = await admin.query<{
    id: bigint;
    kind: string;
    amount: bigint;
    expected: bigint | null;
    isByTwo: boolean;
  }>(`select id, kind, amount_centavos as amount, expected_centavos as expected,
        asked_by_staff_id <> decided_by_staff_id as "isByTwo"
      from cash_move where state = 'done' order by id`);
  const wasAsked = (kind: string, amount: bigint) =>
    kind === "return" ||
    (kind === "float"
      ? floats.includes(amount)
      : moved.some(
          (one) => one.kind === kind.replace("opening", "count") && one.amount === amount,
        ));
  const wrongs = rows.flatMap(({ id, kind, amount, isByTwo }) => [
    ...(wasAsked(kind, amount) ? [] : [`nobody asked for ${kind} ${id} of ${amount}`]),
    ...(isByTwo ? [] : [`${kind} ${id} was counted by one person alone`]),
  ]);
  const net = rows.reduce((total, { kind, amount, expected }) => {
    if (kind === "from_bank") return total + amount;
    if (kind === "to_bank") return total - amount;
    return kind === "count" ? total + amount - (expected ?? 0n) : total;
  }, 0n);
  return { net, wrongs };
}

/** Receipts of a branch are numbered without a gap. */
async function checkNumbers(admin: Run["admin"]): Promise<string[]> {
  const { rows } = await admin.query<{ most: bigint; count: bigint }>(
    "select coalesce(max(number), 0)::bigint as most, count(*) as count from cash_receipt",
  );
  const { most = 0n, count = 0n } = rows[0] ?? {};
  return most === count ? [] : [`${count} receipts are numbered up to ${most}`];
}
