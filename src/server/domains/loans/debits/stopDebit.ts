import { transact } from "#server/db/db.ts";
import { isDeducted } from "#server/domains/loans/accounts/isDeducted.ts";
import { lockOwnLoan } from "#server/domains/loans/accounts/loanRows.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { endDebit } from "./endDebit.ts";

/**
 * Stops the automatic debit of the caller's loan at once, a debit that is announced with it; without an approval, since
 * nothing leaves an account by it. Where none stands nothing changes. Refuses not_found.
 */
export async function stopDebit(app: App, caller: Caller, loanNo: string): Promise<void> {
  const { memberId, memberGuid, correlationId } = caller;
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    const loan = await lockOwnLoan(tx, memberId, loanNo);
    const standing = await tx
      .selectFrom("automatic_debit")
      .select("id")
      .where("loan_id", "=", loan.id)
      .where("ended_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (standing === undefined) return;
    await endDebit(tx, { id: standing.id, at, endedFor: "stopped" });
    await audit(tx, {
      at,
      actorKind: "member",
      actor: memberGuid,
      action: "stop_automatic_debit",
      object: `loan:${loanNo}`,
      correlationId,
      detail: {},
    });
    const notice = (await isDeducted(tx, memberId))
      ? "loan_debit_stopped_rest"
      : "loan_debit_stopped";
    await tellOfLoan(tx, app, { memberId, notice, params: { refNo: loanNo } });
  });
}
