import type { Run } from "#test/simulation/run.ts";
import { type Found, type Heard, type SentFile, together } from "./money.ts";

/** A row of a file as our books have it, with what it was posted on. */
type Row = {
  file_name: string;
  file_id: bigint;
  file_state: string;
  month: string;
  id: bigint;
  loan_no: string;
  account_no: string;
  amount: bigint;
  due: bigint | null;
  verdict: string;
  state: string;
  settlement: string | null;
  booked: bigint;
  booked_amount: bigint | null;
  booked_on: string | null;
  booked_at: Date | null;
};

/** What employers sent: each row is as it was sent, and is posted once, as it was asked for or as two people say. */
export async function checkPayroll(run: Run): Promise<Found> {
  const { admin, money } = run;
  const { rows } = await admin.query<Row>(READ);
  const files = together(rows, ({ file_name: name }) => name);
  const wrongs: string[] = [];
  for (const [name, { heard }] of money.files) {
    if (heard === "yes" && !files.has(name)) wrongs.push(`${name} was taken and is not there`);
  }
  for (const [name, own] of files) {
    const sent = money.files.get(name);
    if (sent === undefined) wrongs.push(`${name} was sent by nobody`);
    else wrongs.push(...differences(name, sent, own), ...checkWithdrawal(name, sent, own));
  }
  wrongs.push(...checkDoubled(money.files), ...rows.flatMap((row) => checkPaid(run, row, rows)));
  wrongs.push(...rows.flatMap((row) => checkRow(run, row)));
  const once = together(
    rows.filter(({ state }) => state === "posted"),
    ({ month, loan_no: loanNo, account_no: accountNo }) => `${month} ${loanNo}${accountNo}`,
  );
  for (const [name, own] of once) {
    if (own.length > 1) wrongs.push(`${name} was paid ${own.length} times from pay`);
  }
  wrongs.push(...(await checkOwed(run, rows)), ...(await checkAsked(run)));
  const moves = rows.flatMap(({ booked_on: account, booked_amount: amount, booked_at: at }) =>
    account === null || amount === null || at === null
      ? []
      : [{ account, amount, at: at.getTime() }],
  );
  return { moves, wrongs };
}

function differences(name: string, { rows: sent }: SentFile, own: Row[]): string[] {
  const told = (rows: { loan: string; account: string; amount: bigint }[]) =>
    rows.map(({ loan, account, amount }) => `${loan}${account} ${amount}`).join("; ");
  const should = told(sent.map((row) => ({ ...row, loan: row.loanNo, account: row.accountNo })));
  const is = told(own.map((row) => ({ ...row, loan: row.loan_no, account: row.account_no })));
  return is === should ? [] : [`${name} is ${is}, sent was ${should}`];
}

/** A file is withdrawn when somebody took it back, for ever, and nothing of it was done. */
function checkWithdrawal(name: string, { withdrawn }: SentFile, own: Row[]): string[] {
  const heard: Heard = withdrawn?.heard ?? "no";
  const isWithdrawn = own.every(({ file_state: state }) => state === "withdrawn");
  if (isWithdrawn && heard === "no") return [`${name} is withdrawn, and nobody did that`];
  if (!isWithdrawn && heard === "yes") return [`${name} was withdrawn, and counts`];
  const isDone = own.some(({ booked, settlement }) => booked > 0n || settlement !== null);
  return isWithdrawn && isDone ? [`${name} is withdrawn, and something of it was done`] : [];
}

/** Whether a file may have stood in the way of what was sent at that moment. */
const stood = ({ at: sentAt, heard, withdrawn }: SentFile, at: number) =>
  sentAt < at &&
  heard !== "no" &&
  (withdrawn === undefined || withdrawn.heard !== "yes" || withdrawn.at > at);

/** A file is refused as one that was sent before, if the same one of the month was, and was not taken back. */
function checkDoubled(files: ReadonlyMap<string, SentFile>): string[] {
  const told = ({ month, rows }: SentFile) =>
    [month, ...rows.map((row) => `${row.loanNo},${row.accountNo},${row.amount}`)].join("; ");
  return [...files]
    .filter(([, { code }]) => code === "remittance_doubled")
    .filter(([, file]) => {
      const before = [...files.values()].filter((other) => stood(other, file.at));
      return !before.some((other) => told(other) === told(file));
    })
    .map(([name]) => `${name} was refused as sent before, and no such file counted`);
}

/** A row is one too many for its month, if another file that counted has a row for the same or was posted on it. */
function checkPaid({ money }: Run, row: Row, rows: readonly Row[]): string[] {
  if (row.verdict !== "paid_already") return [];
  const at = money.files.get(row.file_name)?.at ?? 0;
  const target = row.loan_no + row.account_no;
  const isPaid = rows.some((other) => {
    const file = money.files.get(other.file_name);
    const isOfIt = [other.loan_no + other.account_no, other.booked_on].includes(target);
    return other.month === row.month && isOfIt && file !== undefined && stood(file, at);
  });
  return isPaid ? [] : [`row ${row.id} of ${row.file_name} is paid already, and nothing paid it`];
}

function checkRow({ money }: Run, row: Row): string[] {
  const { id, file_state: fileState, state, settlement, amount, due, booked } = row;
  const target = row.loan_no + row.account_no;
  const isPosted = state === "posted" || settlement === "post";
  const wrongs: string[] = [];
  if (booked !== (isPosted ? 1n : 0n)) wrongs.push(`is ${state} and was booked ${booked} times`);
  if (isPosted && row.booked_amount !== amount) wrongs.push(`was booked as ${row.booked_amount}`);
  if (fileState === "posted" && state === "waiting") wrongs.push("waits in a file that is posted");
  if (state === "posted" && (amount !== due || row.booked_on !== target)) {
    wrongs.push(`is ${amount} for ${row.booked_on}, asked was ${due} for ${target}`);
  }
  if (settlement === "post") {
    const isAsked = money.asked.some(
      ({ kind, payload }) =>
        kind === "settle_remittance" &&
        payload["lineId"] === String(id) &&
        `${String(payload["loanNo"])}${String(payload["accountNo"])}` === row.booked_on,
    );
    if (!isAsked) wrongs.push(`was settled on ${row.booked_on}, which nobody asked for`);
  }
  return wrongs.map((wrong) => `row ${id} of ${row.file_name} ${wrong}`);
}

/** What the employer owes (1310) is what was deducted less the money that came, and what went back to it. */
async function checkOwed({ admin }: Run, rows: Row[]): Promise<string[]> {
  const { rows: books } = await admin.query<{ owed: bigint }>(
    `select coalesce(sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end), 0)::bigint as owed
     from posting p join ledger_account a on a.id = p.ledger_account_id and a.code = '1310'`,
  );
  const sum = (some: Row[]) => some.reduce((total, { amount }) => total + amount, 0n);
  const should =
    sum(rows.filter(({ booked }) => booked > 0n)) -
    sum(rows.filter(({ file_state: state }) => state === "posted")) +
    sum(rows.filter(({ settlement }) => settlement === "give_back"));
  const is = books[0]?.owed ?? 0n;
  return is === should ? [] : [`the employer owes ${is}, not ${should}`];
}

/**
 * Of accounts the employer was asked for what members had signed for that month when its file was made, each once. What
 * was signed last counts from its first month on, and what was signed before it until then.
 */
async function checkAsked({ admin, money }: Run): Promise<string[]> {
  const { rows } = await admin.query<{
    month: string;
    made_at: Date;
    account: string;
    due: bigint;
  }>(`
    select to_char(f.month, 'YYYY-MM') as month, f.made_at, a.account_number as account,
      coalesce(d.due_centavos, 0) as due
    from payroll_file f
    cross join member_account a
    left join payroll_line d on d.file_id = f.id and d.account_id = a.id
    where a.product in ('me', 'savings')
    order by f.month, a.id`);
  return rows.flatMap(({ month, made_at: madeAt, account, due }) => {
    const signed = (money.deducted.get(account) ?? []).filter(
      ({ firstMonth, at, heard }) => firstMonth <= month && at < madeAt.getTime() && heard !== "no",
    );
    const last = signed.findLastIndex(({ heard }) => heard === "yes");
    const perhaps = signed.slice(Math.max(last, 0)).map(({ monthly }) => monthly);
    const should = last === -1 ? [0n, ...perhaps] : perhaps;
    return should.includes(due)
      ? []
      : [
          `${due} was asked of the pay in ${month} for ${account}, signed was ${should.join(" or ")}`,
        ];
  });
}

const READ = `
  with booked as (
    select y.line_id, a.account_number as target, y.amount_centavos as amount, y.booked_at as at
    from payroll_deposit y join member_account a on a.id = y.account_id
    union all
    select x.id, n.loan_no, p.amount_centavos, p.booked_at
    from loan_payment p join loan n on n.id = p.loan_id
    join remittance o on starts_with(p.reference, o.reference || '-')
    join remittance_line x on x.remittance_id = o.id and o.reference || '-' || x.line = p.reference
    where p.source = 'payroll'
  )
  select r.file_name, r.id as file_id, r.state as file_state, to_char(r.month, 'YYYY-MM') as month, l.id, l.loan_no,
    l.account_no, l.amount_centavos as amount, l.verdict, coalesce(dn.due_centavos, da.due_centavos) as due, l.state, l.settlement,
    (select count(*) from booked b where b.line_id = l.id) as booked, b.amount as booked_amount,
    b.target as booked_on, b.at as booked_at
  from remittance r
  join remittance_line l on l.remittance_id = r.id
  left join booked b on b.line_id = l.id
  left join payroll_file f on f.employer = r.employer and f.month = r.month
  left join loan n on n.loan_no = l.loan_no
  left join member_account a on a.account_number = l.account_no
  left join payroll_line dn on dn.file_id = f.id and dn.loan_id = n.id
  left join payroll_line da on da.file_id = f.id and da.account_id = a.id
  where r.state <> 'refused'
  order by r.id, l.line`;
