import type { DeclineReason } from "#contract/staff/loans.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { Refusal } from "#server/refusal.ts";
import { hasWorkedOn, lockApplication, recordAction } from "./loanWork.ts";
import { move } from "./processApplication.ts";
import { voidProposal } from "./proposals.ts";

/**
 * Declines an application for a reason of the list; the member is told the reason, not the words for the
 * file. Never by a person who processed it. Refuses not_found, loan_application_state, loan_processor_approves.
 */
export async function decline(
  app: App,
  staff: StaffCaller,
  asked: { applicationNo: string; reason: DeclineReason; words: string },
): Promise<void> {
  const { applicationNo, reason, words } = asked;
  const at = app.now();
  await transact(app.db, async (tx) => {
    const of = await lockApplication(tx, applicationNo);
    if (await hasWorkedOn(tx, applicationNo, staff.personKey))
      throw new Refusal("loan_processor_approves");
    const told = DECLINE_WORDS[reason][of.language === "fil" ? "fil" : "en"];
    await move(tx, staff, of, { to: "rejected", reason: told, at });
    await tellOfLoan(tx, app, {
      memberId: of.member_id,
      notice: "loan_rejected",
      params: { reason: told, refNo: applicationNo },
    });
    await recordAction(tx, app, staff, of, { action: "loan_declined", detail: { reason, words } });
  });
}

/**
 * Sends an application back from approval to the desk, with what must change; what was proposed is void.
 * Refuses not_found, loan_application_state, loan_processor_approves.
 */
export async function sendBack(
  app: App,
  staff: StaffCaller,
  { applicationNo, words }: { applicationNo: string; words: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const of = await lockApplication(tx, applicationNo);
    if (of.state !== "for_approval") throw new Refusal("loan_application_state");
    if (await hasWorkedOn(tx, applicationNo, staff.personKey))
      throw new Refusal("loan_processor_approves");
    await move(tx, staff, of, { to: "for_verification", reason: words, at });
    await voidProposal(tx, of.id, { username: staff.username, at });
    await recordAction(tx, app, staff, of, { action: "loan_sent_back", detail: { words } });
  });
}

/** What the member is told, in the member's language. */
const DECLINE_WORDS: Record<DeclineReason, Record<"en" | "fil", string>> = {
  take_home_pay: {
    en: "too little of your pay would be left each month.",
    fil: "masyadong kaunti ang matitira sa inyong buwanang sahod.",
  },
  over_limit: {
    en: "it is above the limit for this kind of loan.",
    fil: "lampas ito sa limit ng ganitong loan.",
  },
  past_due: {
    en: "a loan of yours is past due.",
    fil: "may loan kayong lampas na sa due date.",
  },
  not_eligible: {
    en: "this loan is not open to your membership.",
    fil: "hindi bukas ang loan na ito sa inyong membership.",
  },
  documents: {
    en: "documents that we need are missing.",
    fil: "kulang ang mga dokumentong kailangan namin.",
  },
  information: {
    en: "what you told us does not agree with the documents.",
    fil: "hindi tugma sa mga dokumento ang inyong impormasyon.",
  },
  other: {
    en: "it does not meet our rules for loans.",
    fil: "hindi ito pasok sa aming mga tuntunin sa loan.",
  },
};
