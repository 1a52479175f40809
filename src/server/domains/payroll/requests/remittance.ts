import { manilaDate } from "#common/manila.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { RequestPayload } from "#contract/staff/requestPayloads.ts";
import { listName } from "#server/domains/members/fullName.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { Refusal } from "#server/refusal.ts";
import { lockPaidAccount } from "#server/domains/payroll/payIntoAccount.ts";
import { payLine } from "#server/domains/payroll/postRemittance.ts";
import { counts } from "#server/domains/payroll/sendRemittance.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";

/**
 * Lets a checked remittance be posted: this very file, with what its rows add up to. The worker posts it;
 * rows that were not right wait for a person.
 */
export const postRemittance = defineKind({
  kind: "post_remittance",
  subjectOf: ({ remittanceId }) => `remittance:${remittanceId}`,
  // An employer's people belong to every branch.
  readOffice: () => Promise.resolve(null),
  readBefore: async (tx, payload) => {
    const file = await lockRemittance(tx, payload);
    const rights = await sumOf(tx, file.id);
    const twin = await twinOf(tx, file);
    return {
      remittance: file.reference,
      employer: file.employer,
      month: file.month.slice(0, 7),
      fileName: file.file_name,
      fileHash: file.sha256,
      // What an employer sends each month may be the same to the byte, or one month's file under two.
      ...(twin !== undefined && { sameFile: `${twin.reference}, ${twin.employer}` }),
      rowCount: String(file.row_count),
      received: formatPesosAscii(file.received_centavos),
      rightRows: String(rights.rows),
      toPost: formatPesosAscii(rights.total),
      exceptions: String(file.row_count - rights.rows),
      remittanceState: file.state,
    };
  },
  after: (_payload, before) => ({ ...before, remittanceState: "posting" }),
  apply: async (tx, payload, { at, checker }) => {
    const { id } = await lockRemittance(tx, payload);
    await tx
      .updateTable("remittance")
      .set({ state: "posting", approved_by: checker })
      .where("id", "=", id)
      .execute();
    await tx
      .insertInto("outbox")
      .values({
        kind: "post_remittance",
        payload: JSON.stringify({ remittanceId: String(id) }),
        created_at: at,
      })
      .execute();
    return "work";
  },
});

/**
 * Settles a row that could not be posted: on a loan as a payment, into an account, back to the employer, or, where nothing was
 * deducted, noted: no money moves, and the next file asks the employer for it again.
 */
export const settleRemittance = defineKind({
  kind: "settle_remittance",
  subjectOf: ({ lineId }) => `remittance_line:${lineId}`,
  readOffice: () => Promise.resolve(null),
  readBefore: async (tx, { lineId, loanNo, accountNo, settlement }) => {
    const line = await lockException(tx, { lineId, settlement });
    return {
      remittance: `${line.reference}, ${line.line}`,
      employer: line.employer,
      loan: line.loan_no,
      account: line.account_no,
      verdict: line.verdict,
      amount: formatPesosAscii(line.amount_centavos ?? 0n),
      postedOn: settlement === "post" ? await ownerOf(tx, { loanNo, accountNo }) : "",
      settlement: "",
    };
  },
  after: ({ settlement }, before) => ({ ...before, settlement }),
  apply: async (tx, payload, { app, at, checker, correlationId }) => {
    const { lineId, settlement, loanNo, accountNo } = payload;
    const line = await lockException(tx, { lineId, settlement });
    if (settlement === "post") {
      const file = { ...line, approved_by: checker };
      await payLine(tx, app, file, { ...line, loanNo, accountNo, correlationId });
    } else if (settlement === "give_back") {
      await payRefund(tx, line, { at, checker });
    }
    await tx
      .updateTable("remittance_line")
      .set({ state: "settled", settlement, settled_by: checker, settled_at: at })
      .where("id", "=", line.id)
      .execute();
  },
});

/** The file as it was checked. Refuses what is not, or is another than the request names. */
async function lockRemittance(tx: Tx, payload: RequestPayload<"post_remittance">) {
  const file = await tx
    .selectFrom("remittance")
    .selectAll()
    .where("id", "=", BigInt(payload.remittanceId))
    .forUpdate()
    .executeTakeFirst();
  if (file === undefined) throw new Refusal("not_found");
  const isAsNamed =
    file.state === "checked" &&
    file.sha256 === payload.sha256 &&
    file.total_centavos === payload.total;
  if (!isAsNamed) throw new Refusal("request_does_not_apply");
  return file;
}

/** The newest other file with the very same bytes, of another month or employer. */
function twinOf(tx: Tx, { id, sha256 }: { id: bigint; sha256: string }) {
  return tx
    .selectFrom("remittance as r")
    .select(["r.reference", "r.employer"])
    .where("r.sha256", "=", sha256)
    .where("r.id", "<>", id)
    .where(counts("r"))
    .orderBy("r.id", "desc")
    .executeTakeFirst();
}

async function sumOf(tx: Tx, id: bigint): Promise<{ rows: number; total: bigint }> {
  const { rows, total } = await tx
    .selectFrom("remittance_line")
    .select(({ fn }) => [
      fn.countAll<bigint>().as("rows"),
      fn.sum<bigint | null>("amount_centavos").as("total"),
    ])
    .where("remittance_id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return { rows: Number(rows), total: BigInt(total ?? 0n) };
}

/** A row of a posted file that waits for a person; its money, if any, is the association's to place. */
async function lockException(
  tx: Tx,
  { lineId, settlement }: Pick<RequestPayload<"settle_remittance">, "lineId" | "settlement">,
) {
  const line = await tx
    .selectFrom("remittance_line as l")
    .innerJoin("remittance as r", "r.id", "l.remittance_id")
    .select(["l.id", "l.line", "l.loan_no", "l.account_no", "l.verdict", "l.amount_centavos"])
    .select(["r.reference", "r.employer", "r.month", "r.state"])
    .where("l.id", "=", BigInt(lineId))
    .where("l.state", "=", "exception")
    .forUpdate("l")
    .executeTakeFirst();
  if (line === undefined) throw new Refusal("not_found");
  const isNothing = line.amount_centavos === 0n;
  if (line.state !== "posted" || line.amount_centavos === null) {
    throw new Refusal("request_does_not_apply");
  }
  if (isNothing !== (settlement === "noted")) throw new Refusal("request_does_not_apply");
  return line;
}

/** Whose loan or account the row is to be posted on: what the second person must see. */
async function ownerOf(
  tx: Tx,
  { loanNo, accountNo }: { loanNo: string; accountNo: string },
): Promise<string> {
  if (accountNo !== "") {
    const account = await lockPaidAccount(tx, accountNo);
    if (account === undefined) throw new Refusal("request_does_not_apply");
    return `${accountNo}, ${listName(account)}, ${account.membership_no}`;
  }
  const loan = await tx
    .selectFrom("loan as n")
    .innerJoin("member as m", "m.id", "n.member_id")
    .select(["n.state", "m.last_name", "m.first_name", "m.membership_no"])
    .where("n.loan_no", "=", loanNo)
    .executeTakeFirst();
  if (loan === undefined || (loan.state !== "active" && loan.state !== "past_due")) {
    throw new Refusal("request_does_not_apply");
  }
  return `${loanNo}, ${listName(loan)}, ${loan.membership_no}`;
}

async function payRefund(
  tx: Tx,
  line: { reference: string; line: number; amount_centavos: bigint | null },
  { at, checker }: { at: Date; checker: string },
): Promise<void> {
  await postJournalEntry(tx, {
    operation: "LOAN_REMITTANCE",
    step: "give_back",
    reference: `${line.reference}-${line.line}`,
    businessDate: await openDay(tx, manilaDate(at)),
    bookedAt: at,
    actor: checker,
    lines: recipe("LOAN_REMITTANCE", "give_back").lines({ PAY: line.amount_centavos ?? 0n }, {}),
  });
}
