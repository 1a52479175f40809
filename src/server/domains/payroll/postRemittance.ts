import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { RemittanceVerdict } from "#contract/staff/payroll.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { sqlState, transact, type Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { isPassing } from "#server/domains/loans/jobs/isPassing.ts";
import { Refusal } from "#server/refusal.ts";
import { deductedOn } from "./makePayrollFile.ts";
import { payIntoAccount } from "./payIntoAccount.ts";

/** Rows of one transaction. A process that is killed loses this much work and no more. */
const ROWS_A_BATCH = 50;

/** So many rows of a run may be of loans in trouble. Where more are it is no trouble of theirs. */
const MOST_IN_TROUBLE = 20;

/**
 * Posts the rows of an approved remittance that its dry run found right, batch by batch, each payment in a
 * transaction with the note that its row is posted; at the end the money that came. Cut short at any moment
 * and begun again it pays nothing twice and forgets nothing. A loan that takes no money any more, or none
 * until it is mended, makes its row an exception; where that becomes the rule the run stops with the batch
 * undone, to be tried again.
 */
export async function postRemittance(
  app: App,
  remittanceId: bigint,
  most = MOST_IN_TROUBLE,
): Promise<void> {
  let before: number | undefined = 0;
  while (before !== undefined) {
    const exceptions: number = before;
    before = await transact(app.db, (tx) => postBatch(tx, app, { remittanceId, exceptions, most }));
  }
}

type Posting = {
  id: bigint;
  reference: string;
  employer: string;
  month: string;
  received_centavos: bigint;
  approved_by: string | null;
};

/** With those before it, how many rows of the run were of loans in trouble; undefined when none is left. */
async function postBatch(
  tx: Tx,
  app: App,
  { remittanceId, exceptions, most }: { remittanceId: bigint; exceptions: number; most: number },
): Promise<number | undefined> {
  const file = await tx
    .selectFrom("remittance")
    .select(["id", "reference", "employer", "month", "received_centavos", "approved_by"])
    .where("id", "=", remittanceId)
    .where("state", "=", "posting")
    .forUpdate()
    .executeTakeFirst();
  if (file === undefined) return undefined;
  const lines = await tx
    .selectFrom("remittance_line")
    .select(["id", "line", "loan_no", "account_no", "amount_centavos"])
    .where("remittance_id", "=", file.id)
    .where("state", "=", "waiting")
    // In the order of what is paid: two files at once cannot wait for each other.
    .orderBy("loan_no")
    .orderBy("account_no")
    .limit(ROWS_A_BATCH)
    .execute();
  if (lines.length === 0) {
    await finish(tx, app, file);
    return undefined;
  }
  let count = exceptions;
  const correlationId = app.random.uuid();
  for (const line of lines) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, each in its savepoint
    const verdict = await postLine(tx, app, file, { ...line, correlationId });
    if (verdict === "loan_in_trouble") count += 1;
    if (count > most) {
      throw new Error(`more than ${most} loans of ${file.reference} take no payment`);
    }
  }
  return count;
}

type Line = {
  id: bigint;
  line: number;
  loan_no: string;
  account_no: string;
  amount_centavos: bigint | null;
  correlationId: string;
};

/** Answers what made the row an exception, if anything did. */
async function postLine(
  tx: Tx,
  app: App,
  file: Posting,
  line: Line,
): Promise<RemittanceVerdict | undefined> {
  await sql`savepoint line`.execute(tx);
  try {
    const { loan_no: loanNo, account_no: accountNo } = line;
    await payLine(tx, app, { ...file, isWhole: true }, { ...line, loanNo, accountNo });
  } catch (error) {
    // Nothing stops an account of its own: what stops one is no trouble of the row's.
    const verdict = line.account_no === "" ? verdictOf(error) : undefined;
    if (verdict === undefined) throw error;
    if (!(error instanceof Refusal)) {
      app.log.error({ err: error, loanNo: line.loan_no }, "a row of a remittance cannot be posted");
    }
    await sql`rollback to savepoint line`.execute(tx);
    await tx
      .updateTable("remittance_line")
      .set({ state: "exception", verdict })
      .where("id", "=", line.id)
      .execute();
    return verdict;
  }
  await tx
    .updateTable("remittance_line")
    .set({ state: "posted" })
    .where("id", "=", line.id)
    .execute();
  return undefined;
}

/** What an error says of the row's loan; undefined for what is no loan's trouble and stops the file. */
function verdictOf(error: unknown): RemittanceVerdict | undefined {
  if (error instanceof Refusal) {
    return error.code === "loan_in_trouble" ? "loan_in_trouble" : "loan_ended";
  }
  return sqlState(error) === undefined || isPassing(error) ? undefined : "loan_in_trouble";
}

/** What one row pays, on a loan or into an account: taken once for the row, however often it is tried. */
export async function payLine(
  tx: Tx,
  app: App,
  file: Pick<Posting, "reference" | "month" | "approved_by"> & { isWhole?: boolean },
  line: Pick<Line, "id" | "line" | "amount_centavos" | "correlationId"> & {
    loanNo: string;
    accountNo: string;
  },
): Promise<void> {
  const { accountNo, loanNo, correlationId, amount_centavos: amount } = line;
  if (amount === null) throw new Refusal("request_does_not_apply");
  const reference = `${file.reference}-${line.line}`;
  const name = file.approved_by ?? "";
  const wholeFile = file.isWhole === true ? file.reference : undefined;
  if (accountNo !== "") {
    const from = { lineId: line.id, reference, wholeFile };
    await payIntoAccount(tx, app, { ...from, accountNo, amount, actor: name, correlationId });
    return;
  }
  await takePayment(tx, app, {
    loanNo,
    reference,
    source: "payroll",
    amount,
    paidOn: deductedOn(file.month.slice(0, 7), app.now()),
    actor: { kind: "staff", name, wholeFile },
    correlationId,
  });
}

/** Books the money that came: what the employer owes is paid by it, what is unclear stays there. */
async function finish(tx: Tx, app: App, file: Posting): Promise<void> {
  const at = app.now();
  // A file may say of all its rows that nothing was deducted.
  if (file.received_centavos > 0n) {
    await postJournalEntry(tx, {
      operation: "LOAN_REMITTANCE",
      step: "post",
      reference: file.reference,
      businessDate: await openDay(tx, manilaDate(at)),
      bookedAt: at,
      actor: file.approved_by ?? "",
      lines: recipe("LOAN_REMITTANCE", "post").lines({ PAY: file.received_centavos }, {}),
    });
  }
  await tx
    .updateTable("remittance")
    .set({ state: "posted", posted_at: at })
    .where("id", "=", file.id)
    .execute();
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: file.approved_by ?? "",
    action: "remittance_posted",
    object: `remittance:${file.reference}`,
    correlationId: app.random.uuid(),
    detail: { received: toDecimal(file.received_centavos), employer: file.employer },
  });
}
