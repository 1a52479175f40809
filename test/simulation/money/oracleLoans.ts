import { manilaDate } from "#common/manila.ts";
import type { Run } from "#test/simulation/run.ts";
import {
  type AskedOfPay,
  endOn,
  type KnownLoan,
  type Paid,
  standingAt,
  sumDue,
} from "./loanModel.ts";
import { checkDebits } from "./oracleDebits.ts";
import type { Found } from "./money.ts";

/** Each loan stands as what was paid for it says; penalties, endings and automatic debits are of the right amount. */
export async function checkLoans(run: Run): Promise<Found> {
  const { admin, money } = run;
  const { rows: paid } = await admin.query<Paid>(PAID);
  const { rows: asked } = await admin.query<AskedOfPay>(ASKED);
  const { rows: books } = await admin.query<InBooks>(BOOKS);
  const wrongs: string[] = [];
  const known = money.loans.map((loan) => ({
    ...loan,
    paid: paid.filter((one) => one.loan_no === loan.loanNo),
    asked: asked.filter((one) => one.loan_no === loan.loanNo),
  }));
  const today = manilaDate(new Date(run.clock.now));
  for (const loan of known) {
    const own = books.find((one) => one.loan_no === loan.loanNo);
    if (own === undefined) throw new Error(`${loan.loanNo} is not in the books`);
    wrongs.push(...checkPaid(loan), ...checkStanding(loan, own, today));
  }
  const debits = await checkDebits(run, known);
  return { moves: debits.moves, wrongs: [...wrongs, ...debits.wrongs] };
}

/** Nobody paid more than there was to pay, and what ended a loan was exactly that. */
function checkPaid(loan: KnownLoan): string[] {
  return loan.paid.flatMap(({ id, source, amount, at, settles }) => {
    if (source === "payroll") return [];
    const day = manilaDate(at);
    const end = endOn(
      loan,
      standingAt(loan, day, (one) => one.id < id),
      day,
    );
    const isRight = settles ? amount === end : amount <= end;
    return isRight ? [] : [`${source} pays ${amount} of ${loan.loanNo}, which ends with ${end}`];
  });
}

type InBooks = { loan_no: string; state: string; owed: bigint; penalties: string };

function checkStanding(
  loan: KnownLoan,
  { state, owed, penalties }: InBooks,
  today: string,
): string[] {
  const { loanNo } = loan;
  const end = loan.paid.find(({ settles }) => settles);
  if ((end !== undefined) !== (state === "fully_paid")) return [`${loanNo} is ${state}`];
  const until = end === undefined ? today : manilaDate(end.at);
  const standing = standingAt(loan, until, () => true);
  const charged = standing.charged.map(({ day, amount }) => `${day} ${amount}`).join();
  const wrongs =
    charged === penalties ? [] : [`${loanNo} has penalties ${penalties}, not ${charged}`];
  if (end !== undefined)
    return owed === 0n ? wrongs : [...wrongs, `${loanNo} ended with ${owed} owed`];
  const should = sumDue(loan, () => true) + standing.penalties - standing.paidIn;
  if (owed !== should) wrongs.push(`of ${loanNo} ${owed} is owed, not ${should}`);
  return wrongs;
}

const PAID = `select p.id, l.loan_no, p.source, p.amount_centavos as amount, p.booked_at as at, p.is_settlement as settles
  from loan_payment p join loan l on l.id = p.loan_id where p.source <> 'advance' order by p.id`;

const ASKED = `select l.loan_no, to_char(f.month, 'YYYY-MM') as month, d.due_centavos as due, f.made_at, (
    select min(a.at) from (
      select p.booked_at as at from remittance r join loan_payment p on p.loan_id = d.loan_id and p.source = 'payroll'
        and starts_with(p.reference, r.reference || '-')
      where r.employer = f.employer and r.month = f.month
      union all
      select x.settled_at from remittance_line x join remittance r on r.id = x.remittance_id
      where r.employer = f.employer and r.month = f.month and x.loan_id = d.loan_id and x.state = 'settled'
        and x.verdict not in ('twice_in_file', 'paid_already')
    ) a) as answered_at
  from payroll_line d join payroll_file f on f.id = d.file_id join loan l on l.id = d.loan_id order by f.id`;

const BOOKS = `select l.loan_no, l.state, (
      select sum(i.principal_centavos + i.interest_centavos - i.paid_principal_centavos - i.paid_interest_centavos)
      from loan_instalment i where i.loan_id = l.id)::bigint + l.penalty_due_centavos - l.advance_centavos as owed,
    coalesce((select string_agg(n.charged_on || ' ' || n.amount_centavos, ',' order by n.charged_on)
      from loan_penalty n where n.loan_id = l.id), '') as penalties
  from loan l`;
