import type { Centavos } from "#common/money.ts";
import type { LoanAccount } from "#contract/loans.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { type EntryLine, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { LoanActor } from "#server/domains/loans/state/moveApplication.ts";
import { findSavings } from "#server/domains/loans/state/findOffer.ts";
import { Refusal } from "#server/refusal.ts";
import { type Allocation, allocate, type Instalment } from "./allocate.ts";
import { cutHoldOut } from "./holdOut.ts";
import { keepLoan } from "./keepLoan.ts";
import { lockLoan, type LoanRow, readInstalments, writeInstalments } from "./loanRows.ts";
import { openDay } from "./openDay.ts";

/** Who brings the money; advance: what was paid ahead. */
export type PaymentSource = LoanAccount["payments"][number]["source"];

type Money = {
  loanNo: string;
  reference: string;
  source: PaymentSource;
  /** The account of the member's own that pays online or by itself, and the key of an order. */
  from?: bigint | undefined;
  /** The account of the branch in whose drawer cash is. */
  cash?: bigint | undefined;
  orderKey?: string | undefined;
  amount: Centavos;
  paidOn: string;
  isSettlement: boolean;
  /** The last instalment that it can go to. */
  lastPayable: (instalments: readonly Instalment[]) => number;
  actor: LoanActor;
};

/**
 * Books money on a loan as it stands, and keeps instalments, payment and loan with it. Of what was paid ahead
 * only what there is to pay is taken; nothing is booked when that is nothing.
 */
export async function bookMoney(tx: Tx, app: App, money: Money): Promise<Allocation> {
  const loan = await lockLoan(tx, money.loanNo);
  const instalments = await readInstalments(tx, loan.id);
  const last = money.lastPayable(instalments);
  const parts = allocate(money.amount, loan.penalty_due_centavos, instalments, last);
  const isAdvance = money.source === "advance";
  const booked = isAdvance ? money.amount - parts.advance : money.amount;
  if (booked === 0n) return parts;
  await cutHoldOut(tx, loan, {
    left: loan.principal_outstanding_centavos - parts.principal,
    reference: money.reference,
    at: app.now(),
  });
  const entryId = await post(tx, app, { loan, money, parts, booked });
  await tx
    .insertInto("loan_payment")
    .values({
      loan_id: loan.id,
      reference: money.reference,
      source: money.source,
      order_key: money.orderKey ?? null,
      paid_on: money.paidOn,
      amount_centavos: booked,
      penalty_centavos: parts.penalty,
      interest_centavos: parts.interest,
      principal_centavos: parts.principal,
      advance_centavos: isAdvance ? 0n : parts.advance,
      is_settlement: money.isSettlement,
      journal_entry_id: entryId,
      booked_at: app.now(),
      actor: money.actor.name,
    })
    .execute();
  await writeInstalments(tx, loan.id, parts.changed);
  await keepLoan(tx, app, {
    loan,
    instalments: merged(instalments, parts.changed),
    moved: {
      principal: parts.principal,
      penalty: parts.penalty,
      advance: isAdvance ? -booked : parts.advance,
    },
    reference: money.reference,
    day: money.paidOn,
    actor: money.actor,
  });
  return parts;
}

/**
 * Puts what was paid ahead to the instalments that it can go to; answers how much that was. Nothing happens
 * where there is none.
 */
export async function spendAdvance(
  tx: Tx,
  app: App,
  wanted: Pick<Money, "loanNo" | "paidOn" | "lastPayable" | "actor">,
): Promise<Centavos> {
  const { id, advance_centavos: amount } = await lockLoan(tx, wanted.loanNo);
  if (amount === 0n) return 0n;
  const { advance: left } = await bookMoney(tx, app, {
    ...wanted,
    reference: await advanceReference(tx, id, wanted.paidOn),
    source: "advance",
    amount,
    isSettlement: false,
  });
  return amount - left;
}

/** 'ADVANCE-2026-12-31', and with the number of those before it where the day has more than one. */
async function advanceReference(tx: Tx, loanId: bigint, day: string): Promise<string> {
  const { before } = await tx
    .selectFrom("loan_payment")
    .select((is) => is.fn.countAll<bigint>().as("before"))
    .where("loan_id", "=", loanId)
    .where("source", "=", "advance")
    .where("paid_on", "=", day)
    .executeTakeFirstOrThrow();
  return before === 0n ? `ADVANCE-${day}` : `ADVANCE-${day}-${before + 1n}`;
}

async function post(
  tx: Tx,
  app: App,
  booking: { loan: LoanRow; money: Money; parts: Allocation; booked: Centavos },
): Promise<bigint> {
  const { loan, money, parts, booked } = booking;
  const isPastDue = loan.state === "past_due";
  const amounts = {
    PAY: booked,
    PEN: parts.penalty,
    INT: parts.interest - parts.unearned,
    INC: parts.unearned,
    PRIN: isPastDue ? 0n : parts.principal,
    PD: isPastDue ? parts.principal : 0n,
  };
  // But for pay, cash and what was paid ahead, an account of the member's own pays.
  const isOwn = !["payroll", "cash", "advance"].includes(money.source);
  const { operation, step, lines } = recipe("LOAN_PAYMENT", isOwn ? "counter" : money.source);
  const all = money.source === "advance" ? amounts : { ...amounts, EXCESS: parts.advance };
  const posted = lines(all, isOwn ? await payingAccount(tx, loan, money.from) : {});
  return postJournalEntry(tx, {
    operation,
    step,
    reference: `${loan.loan_no}/${money.reference}`,
    businessDate: await openDay(tx, money.paidOn),
    bookedAt: app.now(),
    actor: money.actor.name,
    lines: money.cash === undefined ? posted : fromDrawer(posted, money.cash),
  });
}

/** What is debited is the cash. */
const fromDrawer = (lines: readonly EntryLine[], account: bigint): EntryLine[] =>
  lines.map((line) => (line.side === "D" ? { ...line, account } : line));

async function payingAccount(tx: Tx, loan: LoanRow, from: bigint | undefined) {
  if (from !== undefined) return { deposit_account: from };
  const savings = await findSavings(tx, loan.member_id);
  if (savings === undefined) throw new Refusal("loan_needs_savings");
  return { deposit_account: savings.ledger_account_id };
}

function merged(all: readonly Instalment[], changed: readonly Instalment[]): Instalment[] {
  const news = new Map(changed.map((one) => [one.number, one]));
  return all.map((one) => news.get(one.number) ?? one);
}
