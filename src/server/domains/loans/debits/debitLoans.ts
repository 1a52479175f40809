import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { PAYROLL_LOCK } from "#server/domains/loans/accounts/askedOfPay.ts";
import { lockLoan } from "#server/domains/loans/accounts/loanRows.ts";
import { nextBatchReference } from "#server/domains/loans/jobs/bookBatch.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { endDebit } from "./endDebit.ts";
import { owedBy } from "#server/domains/loans/accounts/owedBy.ts";
import { tellOfDebit, type ToldDebit } from "./tellOfDebit.ts";

/** Who takes an automatic debit. */
const DEBIT_JOB = "debitLoans";
/** An account that lacked the money is looked at again so much later, or as soon as it is there. */
const AGAIN_MS = 60 * 60_000;
/** Read at a time. */
const BATCH = 500;

/**
 * Automatic debits: tells each member the day before what will be taken, and on the due day takes it as soon as the
 * account has it, until the day in Manila ends; then the member is told that it could not be. Each is a transaction of
 * its own, exactly once wherever it is cut short; one that fails keeps no other from its turn. What was not tried on its
 * day, as the bank was away, is tried once after it, announced before or not.
 */
export async function debitLoans(app: App, batch = BATCH): Promise<void> {
  const today = manilaDate(app.now());
  await inTurn(
    app,
    (after) => findOfEndedLoans(app, { today, after, batch }),
    (due) => endWithLoan(app, due),
  );
  await inTurn(
    app,
    (after) => findUnannounced(app, { today, after, batch }),
    (due) => transact(app.db, (tx) => announce(tx, app, due, today)),
  );
  await inTurn(
    app,
    (after) => findOpen(app, { today, after, batch }),
    (due) => tryOnce(app, due, today),
  );
}

type Due = { debitId: bigint; loanNo: string; memberId: bigint; dueOn: string };
type After = Pick<Due, "debitId" | "dueOn">;
type Wanted = { today: string; after: After; batch: number };

/** Does each of those that are found, in their order; what fails is logged, and found again at the next run. */
async function inTurn(
  app: App,
  find: (after: After) => Promise<Due[]>,
  act: (due: Due) => Promise<void>,
): Promise<void> {
  let after: After | undefined = { debitId: 0n, dueOn: "1900-01-01" };
  while (after !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const found = await find(after);
    for (const due of found) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await act(due).catch((error: unknown) => {
        app.log.error(
          { err: error, loan: due.loanNo, dueOn: due.dueOn },
          "an automatic debit failed",
        );
      });
    }
    after = found.at(-1);
  }
}

/** Debits of loans that take no payments any more. */
async function findOfEndedLoans(app: App, { today, after, batch }: Wanted): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.id as "debitId", l.loan_no as "loanNo", l.member_id as "memberId", ${today}::date as "dueOn"
    from automatic_debit d join loan l on l.id = d.loan_id
    where d.ended_at is null and l.state not in ('active', 'past_due') and d.id > ${after.debitId}
    order by d.id limit ${batch}`.execute(app.db);
  return rows;
}

async function endWithLoan(app: App, { debitId, loanNo, memberId }: Due): Promise<void> {
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    await lockLoan(tx, loanNo);
    await endDebit(tx, { id: debitId, at, endedFor: "loan_ended" });
  });
}

/** Due days by tomorrow that have no row: those of today and before as well, should the bank have been away. */
async function findUnannounced(app: App, { today, after, batch }: Wanted): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.id as "debitId", l.loan_no as "loanNo", l.member_id as "memberId", i.due_on as "dueOn"
    from automatic_debit d
    join loan l on l.id = d.loan_id and l.state in ('active', 'past_due')
    join loan_instalment i on i.loan_id = l.id and i.due_on > d.begun_on and i.due_on <= ${addDays(today, 1)}::date
    where d.ended_at is null and (d.id, i.due_on) > (${after.debitId}, ${after.dueOn}::date)
      and not exists (select from automatic_debit_day y where y.debit_id = d.id and y.due_on = i.due_on)
    order by d.id, i.due_on limit ${batch}`.execute(app.db);
  return rows;
}

async function announce(tx: Tx, app: App, due: Due, today: string): Promise<void> {
  const { debitId, loanNo, memberId, dueOn } = due;
  const at = await holdMember(tx, app, memberId);
  const loan = await lockLoan(tx, loanNo);
  const debit = await lockDebit(tx, debitId);
  if (debit === undefined || !isOpenLoan(loan)) return;
  const amount = await owedBy(tx, loan, dueOn);
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("automatic_debit_day")
    .values({
      debit_id: debitId,
      due_on: dueOn,
      amount_centavos: amount,
      state: amount === 0n ? "nothing_due" : "announced",
      announced_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // A day that has passed was announced to nobody: the member hears what became of it.
  if (amount === 0n || added === 0n || dueOn < today) return;
  await tellOfDebit(tx, app, "loan_debit_tomorrow", due, { ...debit, amount });
}

/** Those whose day has come: each hour, and at once when the account has the money. */
async function findOpen(app: App, { today, after, batch }: Wanted): Promise<Due[]> {
  const before = new Date(app.now().getTime() - AGAIN_MS);
  const { rows } = await sql<Due>`
    select d.id as "debitId", l.loan_no as "loanNo", l.member_id as "memberId", y.due_on as "dueOn"
    from automatic_debit_day y
    join automatic_debit d on d.id = y.debit_id
    join loan l on l.id = d.loan_id
    join member_account a on a.id = d.account_id
    join ledger_account g on g.id = a.ledger_account_id
    where y.state = 'announced' and y.due_on <= ${today}::date
      and (d.id, y.due_on) > (${after.debitId}, ${after.dueOn}::date)
      and (y.tried_at is null or y.tried_at <= ${before} or y.due_on < ${today}::date
        or g.available_centavos >= y.amount_centavos)
    order by d.id, y.due_on limit ${batch}`.execute(app.db);
  return rows;
}

/** One try. What the loan or the account refuses now is written down, and told once the day is over. */
async function tryOnce(app: App, due: Due, today: string): Promise<void> {
  try {
    await transact(app.db, (tx) => debit(tx, app, due, today));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    app.log.info({ loan: due.loanNo, refused: error.code }, "an automatic debit waits");
    await transact(app.db, (tx) => noteTry(tx, app, due, today));
  }
}

/** Refuses what takePayment does, and access_frozen: whoever froze the account stops what it pays by itself. */
async function debit(tx: Tx, app: App, due: Due, today: string): Promise<void> {
  const { debitId, loanNo, memberId, dueOn } = due;
  await holdMember(tx, app, memberId);
  // Whoever makes a file of deductions meanwhile sees this payment, or this sees the file.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${PAYROLL_LOCK}, 0))`.execute(tx);
  const loan = await lockLoan(tx, loanNo);
  const standing = await lockDebit(tx, debitId);
  const day = await lockDay(tx, due);
  if (standing === undefined || day === undefined) return;
  const owed = isOpenLoan(loan) ? await owedBy(tx, loan, dueOn) : 0n;
  if (owed === 0n) return endDay(tx, due, { state: "nothing_due" });
  // No more than the member was told, whatever has come since.
  const amount = owed < day.amount ? owed : day.amount;
  if (dueOn < today && day.tries > 0) return giveUp(tx, app, due, { ...standing, ...day });
  if (await isFrozen(tx, memberId)) throw new Refusal("access_frozen");
  const reference = await nextBatchReference(tx, "AD", today);
  await takePayment(tx, app, {
    loanNo,
    reference,
    source: "automatic",
    from: standing.ledgerAccountId,
    amount,
    paidOn: today,
    actor: { kind: "job", name: DEBIT_JOB },
    correlationId: reference,
  });
  const { id } = await tx
    .selectFrom("loan_payment")
    .select("id")
    .where("loan_id", "=", loan.id)
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  await endDay(tx, due, { state: "paid", payment_id: id });
}

async function noteTry(tx: Tx, app: App, due: Due, today: string): Promise<void> {
  const { debitId, memberId, dueOn } = due;
  const at = await holdMember(tx, app, memberId);
  const standing = await lockDebit(tx, debitId);
  const day = await lockDay(tx, due);
  if (standing === undefined || day === undefined) return;
  await tx
    .updateTable("automatic_debit_day")
    .set((is) => ({ tries: is("tries", "+", 1), tried_at: at }))
    .where("debit_id", "=", debitId)
    .where("due_on", "=", dueOn)
    .execute();
  if (dueOn < today) await giveUp(tx, app, due, { ...standing, ...day });
}

/** The day is over without the money. */
async function giveUp(tx: Tx, app: App, due: Due, of: ToldDebit): Promise<void> {
  await endDay(tx, due, { state: "unpaid" });
  await tellOfDebit(tx, app, "loan_debit_failed", due, of);
}

/** The debit as it stands, held until the transaction ends; undefined once it has ended. */
async function lockDebit(tx: Tx, id: bigint) {
  return tx
    .selectFrom("automatic_debit as d")
    .innerJoin("member_account as a", "a.id", "d.account_id")
    .select(["a.account_number as accountNumber", "a.ledger_account_id as ledgerAccountId"])
    .where("d.id", "=", id)
    .where("d.ended_at", "is", null)
    .forNoKeyUpdate("d")
    .executeTakeFirst();
}

async function lockDay(tx: Tx, { debitId, dueOn }: Due) {
  return tx
    .selectFrom("automatic_debit_day")
    .select(["amount_centavos as amount", "tries"])
    .where("debit_id", "=", debitId)
    .where("due_on", "=", dueOn)
    .where("state", "=", "announced")
    .forUpdate()
    .executeTakeFirst();
}

async function endDay(
  tx: Tx,
  { debitId, dueOn }: Due,
  end: { state: "paid" | "nothing_due" | "unpaid"; payment_id?: bigint },
): Promise<void> {
  await tx
    .updateTable("automatic_debit_day")
    .set(end)
    .where("debit_id", "=", debitId)
    .where("due_on", "=", dueOn)
    .execute();
}

async function isFrozen(tx: Tx, memberId: bigint): Promise<boolean> {
  const { closedFor } = await tx
    .selectFrom("member")
    .select("access_closed_for as closedFor")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return closedFor === "frozen";
}
