import { addMonths, manilaMonth } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { makePayrollFile, sendRemittance, withdrawRemittance } from "#contract/staff/payroll.ts";
import { setStandingDeduction } from "#contract/staff/standingDeductions.ts";
import { EMPLOYER } from "#test/simulation/members.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { callAs, heardOf, OFFICER } from "./desk.ts";
import type { Heard, SentFile, SignedDeduction } from "./money.ts";
import { askFor } from "./requests.ts";

/**
 * A member signs that something is deducted each month for the contribution or the savings, from now on or from a later
 * month: what was signed before goes on until then.
 */
export async function setDeduction(run: Run): Promise<void> {
  const { chance, clock, members, money } = run;
  const member = chance.pick(members);
  const accountNo = chance.pick([member.me, member.savings]);
  const monthly = BigInt(100_00 + chance.below(2_000_00));
  const later = Math.max(0, chance.below(5) - 2);
  const firstMonth = addMonths(manilaMonth(new Date(clock.now)), later);
  note(run, `${monthly} is deducted each month from ${firstMonth} on for ${accountNo}`);
  const set: SignedDeduction = { monthly, firstMonth, at: clock.now, heard: "perhaps" };
  money.deducted.set(accountNo, [...(money.deducted.get(accountNo) ?? []), set]);
  const body = { accountNo, monthly: toDecimal(monthly), firstMonth, authority: "Form 12" };
  const answer = await callAs(run, OFFICER, setStandingDeduction, { body });
  set.heard = heardOf(answer);
  run.notes.push(`  ${answer.status} ${answer.code}`);
}

/** The employer is told what to deduct in this month or the next. */
export async function tellEmployer(run: Run): Promise<void> {
  const { chance, clock } = run;
  const running = manilaMonth(new Date(clock.now));
  const month = chance.below(4) === 0 ? addMonths(running, 1) : running;
  note(run, `the file of deductions of ${month}`);
  const body = { employer: EMPLOYER, month };
  const answer = await callAs(run, OFFICER, makePayrollFile, { body });
  run.notes.push(`  ${answer.status} ${answer.code}`);
}

type Line = { month: string; loan_no: string; account_no: string; due: bigint };

/** The employer sends what was deducted: as a rule what it was told, at times less, nothing, twice, or for nobody. */
export async function remit(run: Run): Promise<void> {
  const { admin, chance } = run;
  const { rows: months } = await admin.query<{ month: string }>(
    "select to_char(month, 'YYYY-MM') as month from payroll_file order by month",
  );
  if (months.length === 0) return;
  const { month } = chance.pick(months.slice(-2));
  const { rows: lines } = await admin.query<Line>({
    text: `select to_char(f.month, 'YYYY-MM') as month, coalesce(l.loan_no, '') as loan_no,
             coalesce(a.account_number, '') as account_no, d.due_centavos as due
           from payroll_line d join payroll_file f on f.id = d.file_id left join loan l on l.id = d.loan_id
           left join member_account a on a.id = d.account_id
           where to_char(f.month, 'YYYY-MM') = $1 order by d.line`,
    values: [month],
  });
  await send(run, { month, rows: lines.flatMap((line) => deductedOf(run, line)) });
}

async function send(run: Run, { month, rows }: Pick<SentFile, "month" | "rows">): Promise<void> {
  const { chance, clock, money } = run;
  if (rows.length === 0) return;
  const fileName = `pay-${money.files.size + 1}.csv`;
  const received = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const file: SentFile = { month, rows, at: clock.now, heard: "perhaps", code: "" };
  money.files.set(fileName, file);
  note(run, `${fileName}: ${rows.length} rows of ${month}, ${received}`);
  const body = [
    "loan_no,account_no,amount",
    ...rows.map(({ loanNo, accountNo, amount }) => [loanNo, accountNo, toDecimal(amount)].join()),
  ].join("\r\n");
  const query = { employer: EMPLOYER, month, fileName, received: toDecimal(received) };
  const answer = await callAs(run, OFFICER, sendRemittance, { query, body });
  file.heard = heardOf(answer);
  file.code = answer.code;
  run.notes.push(`  ${answer.status} ${answer.code}`);
  if (answer.status === 200 && chance.below(10) < 6) await askToPost(run);
}

function deductedOf({ chance }: Run, { loan_no: loanNo, account_no: accountNo, due }: Line) {
  const row = { loanNo, accountNo, amount: due };
  switch (chance.below(16)) {
    case 0:
      return [];
    case 1:
      return [{ ...row, amount: 0n }];
    case 2:
      return [row, row];
    case 3:
      return [
        { ...row, ...(loanNo === "" ? { accountNo: "2010-9999999" } : { loanNo: "NONE-1" }) },
      ];
    case 4:
    case 5:
      return [{ ...row, amount: BigInt(chance.below(Number(due)) + 1) }];
    default:
      return [row];
  }
}

/** A file that was checked is taken back, and as a rule sent again: under its own month or, as was meant, another's. */
export async function takeBack(run: Run): Promise<void> {
  const { admin, chance, clock, money } = run;
  const { rows: checked } = await admin.query<{ id: string; name: string }>(
    "select id::text, file_name as name from remittance where state = 'checked' order by remittance.id",
  );
  if (checked.length === 0) return;
  const { id, name } = chance.pick(checked);
  const file = money.files.get(name);
  if (file === undefined) return;
  note(run, `${name} is withdrawn`);
  const withdrawn = { at: clock.now, heard: "perhaps" as Heard };
  file.withdrawn = withdrawn;
  const input = { params: { remittanceId: id }, body: { reason: "Sent under the wrong month" } };
  const answer = await callAs(run, OFFICER, withdrawRemittance, input);
  withdrawn.heard = heardOf(answer);
  run.notes.push(`  ${answer.status} ${answer.code}`);
  if (answer.status !== 200 || chance.below(5) === 0) return;
  clock.now += 1_000;
  const isOfAnother = chance.below(4) === 0;
  await send(run, { ...file, month: isOfAnother ? addMonths(file.month, -1) : file.month });
}

/** Somebody asks to post a file that was checked. */
export async function askToPost(run: Run): Promise<void> {
  const { rows } = await run.admin.query<{ id: bigint; sha256: string; total: bigint }>(
    `select id, sha256, total_centavos as total from remittance r where state = 'checked'
     and not exists (select from staff_request q where q.subject = 'remittance:' || r.id and q.state = 'open')
     order by id`,
  );
  if (rows.length === 0) return;
  const { id, sha256, total } = run.chance.pick(rows);
  note(run, `remittance ${id} is to be posted`);
  await askFor(run, OFFICER, "post_remittance", {
    remittanceId: String(id),
    sha256,
    total: toDecimal(total),
  });
}

/** Somebody asks to settle a row that was not right. */
export async function askToSettle(run: Run): Promise<void> {
  const { chance, members } = run;
  const { rows } = await run.admin.query<{ id: bigint; amount: bigint; loan_no: string }>(
    `select l.id, l.amount_centavos as amount, l.loan_no from remittance_line l join remittance r on r.id = l.remittance_id
     where l.state = 'exception' and r.state = 'posted'
       and not exists (select from staff_request q where q.subject = 'remittance_line:' || l.id and q.state = 'open')
     order by l.id`,
  );
  if (rows.length === 0) return;
  const { id, amount, loan_no: loanNo } = chance.pick(rows);
  const settlement = amount === 0n ? "noted" : chance.below(3) === 0 ? "give_back" : "post";
  const member = members.find((one) => one.loanNo === loanNo) ?? chance.pick(members);
  const isLoan = settlement === "post" && chance.below(2) === 0;
  note(run, `row ${id} is to be settled: ${settlement}`);
  await askFor(run, OFFICER, "settle_remittance", {
    lineId: String(id),
    settlement,
    loanNo: isLoan ? member.loanNo : "",
    accountNo: settlement === "post" && !isLoan ? chance.pick([member.me, member.savings]) : "",
  });
}
