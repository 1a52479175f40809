import type { App, Caller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { lockApplication, moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";

/**
 * The member takes an application back. One that was withdrawn stays so; refuses loan_application_state
 * where it has ended otherwise, and not_found for one that is not the caller's.
 */
export async function withdrawApplication(
  app: App,
  caller: Caller,
  applicationNo: string,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const application = await lockApplication(tx, applicationNo);
    if (application.member_id !== caller.memberId) throw new Refusal("not_found");
    // What was lost was the answer.
    if (application.state === "cancelled") return;
    await moveApplication(tx, {
      applicationNo,
      to: "cancelled",
      actor: { kind: "member", name: caller.memberGuid },
      reason: "",
      at: app.now(),
      correlationId: caller.correlationId,
    });
    await tellOfLoan(tx, app, {
      memberId: caller.memberId,
      notice: "loan_withdrawn",
      params: { refNo: applicationNo },
    });
  });
}
