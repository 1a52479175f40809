import { addDays, lastDayOf } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { Db } from "#server/db/db.ts";
import {
  type AskedOfPay,
  deductionsUnderWay,
} from "#server/domains/loans/accounts/deductionUnderWay.ts";
import { unpaidOf } from "#server/domains/loans/accounts/allocate.ts";
import { withAdvance } from "#server/domains/loans/accounts/dueBy.ts";
import { readInstalments } from "#server/domains/loans/accounts/loanRows.ts";
import {
  isDebitedOn,
  readDebit,
  type StandingDebit,
} from "#server/domains/loans/accounts/standingDebit.ts";

/** What is to be paid of a loan on a day, and how. */
export type ComingDue = {
  on: string;
  kind: "past_due" | "due" | "debit" | "deduction";
  loan: { loanNo: string; name: string };
  amount: Centavos;
  /** A deduction that was asked for and has not come, or has one in it. */
  isUnderWay: boolean;
  /** The employer is asked for what is due: an automatic debit takes what no deduction covers. */
  isDeducted: boolean;
  /** The account that an automatic debit takes it from. */
  accountNumber: string | null;
};

/**
 * What is to be paid of a member's open loans in so many days, of each the next due day at least: what is past due, and
 * each instalment. A deduction that was asked for is taken as it was asked, whatever was paid meanwhile, and pays what is
 * past due and then what comes next; what a deduction will ask for comes from the pay, too. An automatic debit takes what
 * is past due with the next instalment.
 */
export async function readComingDues(
  db: Db,
  { memberId, today, days }: { memberId: bigint; today: string; days: number },
): Promise<ComingDue[]> {
  const loans = await db
    .selectFrom("loan as l")
    .innerJoin("member as m", "m.id", "l.member_id")
    .select([
      "l.id",
      "l.loan_no as loanNo",
      "l.name",
      "l.advance_centavos",
      "l.penalty_due_centavos",
      "m.employer",
    ])
    .where("l.member_id", "=", memberId)
    .where("l.state", "in", ["active", "past_due"])
    .orderBy("l.id")
    .execute();
  const dues = await Promise.all(
    loans.map(async (loan) => {
      const [schedule, asked, debit] = await Promise.all([
        readInstalments(db, loan.id),
        deductionsUnderWay(db, loan.id),
        readDebit(db, loan.id),
      ]);
      const { left, penalties } = withAdvance(loan, schedule);
      const unpaid = left
        .filter((one) => unpaidOf(one) > 0n)
        .map((one) => ({ on: one.dueOn, amount: unpaidOf(one) }));
      const late = unpaid.filter(({ on }) => on < today);
      const ahead = unpaid.filter(({ on }) => on >= today);
      const near = ahead.filter(({ on }, index) => index === 0 || on <= addDays(today, days));
      return coming({
        loan: { loanNo: loan.loanNo, name: loan.name },
        late: { on: late[0]?.on ?? today, amount: penalties + sumOf(late) },
        near,
        asked: sumOf(asked),
        deductions: onDays(asked, {
          today,
          until: addDays(today, days),
          dueOns: schedule.map(({ dueOn }) => dueOn),
          otherwise: (late.length > 0 ? undefined : near[0]?.on) ?? today,
        }),
        isDeducted: loan.employer !== "",
        debit,
      });
    }),
  );
  return dues.flat();
}

type Due = { on: string; amount: Centavos };

const sumOf = (dues: readonly Pick<Due, "amount">[]): Centavos =>
  dues.reduce((sum, { amount }) => sum + amount, 0n);

/**
 * The days of the deductions that were asked for, the first at least: the due day of its month, or the end of the month
 * where that is past; where the month is over, too, and the money has not come, the day of what it pays next: today where
 * something is late.
 */
function onDays(
  asked: readonly AskedOfPay[],
  of: { today: string; until: string; dueOns: readonly string[]; otherwise: string },
): Due[] {
  const dayOf = (month: string): string => {
    const ofMonth = of.dueOns.findLast((on) => on.startsWith(month));
    const days = [...(ofMonth === undefined ? [] : [ofMonth]), lastDayOf(month)];
    return days.find((on) => on >= of.today) ?? of.otherwise;
  };
  return asked
    .map(({ month, amount }) => ({ on: dayOf(month), amount }))
    .filter(({ on }, index) => index === 0 || on <= of.until);
}

function coming(of: {
  loan: ComingDue["loan"];
  /** All that is past due, since the oldest of it. */
  late: Due;
  near: readonly Due[];
  /** What was asked of the employer and has not come. */
  asked: Centavos;
  /** Of it what is told, as it is taken. */
  deductions: readonly Due[];
  /** Whether the employer is asked for what falls due. */
  isDeducted: boolean;
  debit: StandingDebit | undefined;
}): ComingDue[] {
  const { loan, late, near, debit } = of;
  const rows: ComingDue[] = [];
  const add = (on: string, kind: ComingDue["kind"], amount: Centavos, isUnderWay = false) => {
    if (amount === 0n) return;
    const same = rows.find((row) => row.on === on && row.kind === kind);
    if (same !== undefined) same.amount += amount;
    else {
      const accountNumber = kind === "debit" ? (debit?.accountNumber ?? null) : null;
      const { isDeducted } = of;
      rows.push({ on, kind, loan, amount, isUnderWay, isDeducted, accountNumber });
    }
  };
  const isDebited = (on: string) => debit !== undefined && isDebitedOn(debit, on);
  const nextOn = near[0]?.on;
  for (const { on, amount } of of.deductions) add(on, "deduction", amount, true);
  let { asked } = of;
  const lessAsked = (amount: Centavos): Centavos => {
    const paid = amount < asked ? amount : asked;
    asked -= paid;
    return amount - paid;
  };
  // The next automatic debit takes it as well.
  let carried = lessAsked(late.amount);
  if (nextOn === undefined || !isDebited(nextOn)) {
    add(late.on, "past_due", carried);
    carried = 0n;
  }
  for (const { on, amount } of near) {
    const rest = lessAsked(amount);
    if (isDebited(on)) {
      add(on, "debit", rest + carried);
      carried = 0n;
    } else add(on, of.isDeducted ? "deduction" : "due", rest);
  }
  return rows;
}
