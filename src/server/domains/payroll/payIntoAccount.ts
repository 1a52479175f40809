import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import {
  contributionParts,
  lockContribution,
} from "#server/domains/members/balances/contributionParts.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";

export type PayDeposit = {
  /** The row of a remittance that it comes from: each brings one deposit at most. */
  lineId: bigint;
  reference: string;
  accountNo: string;
  amount: Centavos;
  /** Who approved it. */
  actor: string;
  /** The file whose rows were approved as a whole; undefined for a row that was settled by itself. */
  wholeFile?: string | undefined;
  correlationId: string;
};

/** Money from pay goes into the capital contribution and into savings. */
const FROM_PAY = ["me", "savings"];

/** The account of that number that takes money from pay, locked; undefined where there is none. */
export function lockPaidAccount(tx: Tx, accountNo: string) {
  return tx
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .selectAll("a")
    .select(["m.employer", "m.membership_no", "m.first_name", "m.last_name"])
    .where("a.account_number", "=", accountNo)
    .where("a.product", "in", FROM_PAY)
    .forNoKeyUpdate("a")
    .executeTakeFirst();
}

/**
 * Books what an employer deducted for an account: the employer owes it (1310) until the money is booked with its
 * file. Entry, deposit, notice and audit stand or fall together. Refuses not_found for an account that takes nothing
 * from pay.
 */
export async function payIntoAccount(tx: Tx, app: App, deposit: PayDeposit): Promise<void> {
  const { lineId, reference, accountNo, amount, actor, wholeFile, correlationId } = deposit;
  const at = app.now();
  const account = await lockPaidAccount(tx, accountNo);
  if (account === undefined) throw new Refusal("not_found");
  const isContribution = account.product === "me";
  const { fixed, free } = isContribution
    ? contributionParts(await lockContribution(tx, account), amount)
    : { fixed: 0n, free: amount };
  const operation = isContribution ? "CAPITAL_DEPOSIT" : "PAYROLL_DEPOSIT";
  const { lines } = recipe(operation, "post");
  const entryId = await postJournalEntry(tx, {
    operation,
    step: "post",
    reference,
    businessDate: await openDay(tx, manilaDate(at)),
    bookedAt: at,
    actor,
    lines: isContribution
      ? lines(
          { FIX: fixed, FREE: free },
          {
            capital_fixed: account.fixed_ledger_account_id ?? 0n,
            capital_buffer: account.ledger_account_id,
          },
        )
      : lines({ A: amount }, { savings_account: account.ledger_account_id }),
  });
  await tx
    .insertInto("payroll_deposit")
    .values({
      line_id: lineId,
      account_id: account.id,
      reference,
      amount_centavos: amount,
      fixed_centavos: fixed,
      journal_entry_id: entryId,
      booked_at: at,
      actor,
    })
    .execute();
  await notify(tx, {
    memberId: account.member_id,
    kind: "payroll_deposit_taken",
    params: {
      amount: formatPesos(amount),
      account: accountNames[accountType(account.product)],
      refNo: reference,
    },
    at,
  });
  await audit(tx, {
    at,
    actorKind: "staff",
    actor,
    action: "payroll_deposit_taken",
    object: `member_account:${accountNo}`,
    correlationId,
    wholeFile,
    detail: { reference, amount: String(amount) },
  });
}
