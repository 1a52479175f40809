import { hotline } from "#contract/hotline.ts";

/** The page of one loan. */
export const loanAccount = {
  loading: "Loading your loan",
  failed: "We could not load your loan",
  failedMeaning: (reference: string) =>
    `Your money is safe; only this screen failed. Ref ${reference}.`,
  states: {
    active: "Up to date",
    past_due: "Past due",
    restructured: "Restructured",
    fully_paid: "Fully paid",
    written_off: "Closed",
  },
  pastDue: (days: number) => `Past due: ${days} ${days === 1 ? "day" : "days"}`,
  principalLeft: "Principal balance",
  next: "Next payment",
  nextOn: (day: string) => `due ${day}`,
  nothingDue: "There is nothing more to pay.",
  advance: "Paid ahead",
  deduction: "Deduction from your pay",
  deductionOf: (month: string) => `of ${month}, under way; it goes to what is due next`,
  deductionOfLate: (month: string) => `of ${month}, under way; it pays what is past due first`,
  nextFromPay: (month: string) => `from your pay of ${month}, under way`,
  deductionWithLate: (month: string) => `of ${month}; asks for all that is due by then`,
  debit: "Automatic debit",
  debitWithLate: (day: string) => `on ${day}; takes all that is due by then`,
  debitRestWithLate: (day: string) =>
    `on ${day}; takes all that is due by then, unless your pay does first`,
  paidFromPay: "It is paid from your pay. You need not pay anything yourself.",
  advanceMeaning: "kept for the due days, and already counted",
  late: {
    title: "Past due",
    since: (days: number, day: string) =>
      `Your payment of ${day} is ${days} ${days === 1 ? "day" : "days"} past due.`,
    sinceTwo: (days: number, first: string, second: string) =>
      `Your payments of ${first} and ${second} are past due, the oldest for ${days} days.`,
    sinceMany: (days: number, count: number, first: string) =>
      `${count} of your payments are past due, the oldest of ${first} for ${days} days.`,
    instalments: "Payments that are past due",
    penalties: "Penalty",
    total: "To pay now",
    totalFromPay: "To be paid from your pay",
    ifNotPaid: "If you do not pay",
    nextPenalty: (day: string, amount: string) =>
      `If nothing is paid before ${day}, a penalty of ${amount} is added.`,
    nextDeduction: (month: string, amount: string) =>
      `The deduction from your pay of ${month} will ask for it as well: ${amount} in all. Penalties charged until then are added.`,
    nextDebitRest: (day: string, amount: string) =>
      `A deduction from your pay takes it, or else the automatic debit of ${day}: ${amount} in all. Penalties charged until then are added.`,
    nextDebit: (day: string, amount: string) =>
      `The automatic debit of ${day} takes it as well: ${amount} in all. Penalties charged until then are added.`,
    rule: (percent: string, days: number) =>
      `The penalty is ${percent} a month of what is past due, after ${days} days.`,
    deduction: (amount: string, month: string) =>
      `A deduction of ${amount} from your pay of ${month} is under way. It pays what is past due first; what you pay here comes on top of it.`,
    help: `Pay here or at any office, or call ${hotline} if you cannot pay now.`,
  },
  settle: {
    title: "To pay it all off today",
    principal: "Principal balance",
    interest: "Interest to today",
    penalties: "Penalty",
    advance: "Paid ahead",
    total: "Settlement amount today",
    deduction: "Deduction under way",
    totalAfter: "Left once it has come",
    meaningAfter: (month: string) =>
      `The loan can be ended once the deduction from your pay of ${month} has come.`,
    meaning: "No interest is charged for the time after. Pay here or at any office.",
  },
  facts: {
    title: "About this loan",
    amount: "Amount of the loan",
    released: "Released",
    matures: "Last payment",
    monthly: "Monthly amortization",
    months: "Number of payments",
    rate: "Interest a year",
    effective: "Effective interest a year",
    interestPaid: "Interest paid so far",
    principalPaid: "Principal paid so far",
  },
  instalment: {
    paid: "Paid",
    paid_ahead: "Paid ahead",
    partly_paid: (left: string) => `${left} left`,
    overdue: "Past due",
    due: "Due",
    next: "Next",
  },
  payments: {
    title: "Payments",
    none: "No payments yet.",
    noneMeaning: "Each payment will show here with what it was used for.",
    payroll: "Salary deduction",
    counter: "Paid at an office",
    cash: "Cash at an office",
    online: "Paid online",
    automatic: "Automatic debit",
    advance: "From what was paid ahead",
    parts: {
      penalty: "Penalty",
      interest: "Interest",
      principal: "Principal",
      advance: "Paid ahead",
    },
    reference: "REF:",
    receiptTitle: "Loan payment",
    imageFailed: "The picture could not be made. Please try again.",
    countsFor: "Counts for",
    loan: "Loan",
    how: "How it was paid",
    balance: "Principal left after it",
    all: (count: number) => `Show all ${count} payments`,
    fewer: "Show fewer",
  },
};

export type LoanAccountTexts = typeof loanAccount;
