import { LOAN_OFFER_DAYS } from "#contract/loanFields.ts";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import { lockApplication, moveApplication } from "#server/loans/applications/moveApplication.ts";
import { tellOfLoan } from "#server/loans/applications/tellOfLoan.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** In one run; the rest comes with the next. */
const AT_ONCE = 200;
const WAITS_FOR_MEMBER = ["for_documents", "approved", "for_signing"];

/** Ends applications that have waited for their member for 30 days, and tells the member. */
export async function endUnclaimed(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - LOAN_OFFER_DAYS * DAY_MS);
  const waiting = await app.db
    .selectFrom("loan_application")
    .select("application_no")
    .where("state", "in", WAITS_FOR_MEMBER)
    .where("changed_at", "<=", before)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  for (const { application_no: applicationNo } of waiting) {
    await transact(app.db, async (tx) => {
      const { state, changed_at, member_id } = await lockApplication(tx, applicationNo);
      // Meanwhile it may have moved on.
      if (!WAITS_FOR_MEMBER.includes(state) || changed_at > before) return;
      await moveApplication(tx, {
        applicationNo,
        to: "cancelled",
        actor: { kind: "job", name: "endUnclaimedLoans" },
        reason: "",
        at: app.now(),
        correlationId: applicationNo,
      });
      await tellOfLoan(tx, app, {
        memberId: member_id,
        notice: "loan_lapsed",
        params: { days: String(LOAN_OFFER_DAYS), refNo: applicationNo },
      });
    });
  }
}
