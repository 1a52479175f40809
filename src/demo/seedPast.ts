import type { Centavos } from "#common/money.ts";
import { toDecimal } from "#common/money.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import { loanForm } from "#contract/loanFields.ts";
import { RAIL_KINDS } from "#contract/transferKinds.ts";
import { fileApplication } from "#server/domains/loans/applications/fileApplication.ts";
import { withdrawApplication } from "#server/domains/loans/applications/withdrawApplication.ts";
import { decline } from "#server/domains/loans/desk/judgeApplication.ts";
import { moveOn } from "#server/domains/loans/desk/processApplication.ts";
import { assess, propose } from "#server/domains/loans/desk/proposeLoan.ts";
import { saveRecipient } from "#server/domains/transfers/recipients/keepRecipients.ts";
import type { App } from "#server/platform/app.ts";
import { demoMember, demoStaff } from "./demoCallers.ts";
import { ask, decide, hoursAgo } from "./demoRequests.ts";

const DAY_HOURS = 24;

/**
 * What members and desks have done in the last three months, by the bank's own verbs, at the hour it happened:
 * loan applications that ended and one whose offer waits for its member, and the payees that members keep.
 */
export async function seedPast(app: App): Promise<void> {
  await seedEndedApplications(app);
  await seedOffer(app);
  await seedPayees(app);
}

/** One that was declined, one whose member took it back, one that waits for documents. */
async function seedEndedApplications(app: App): Promise<void> {
  const days = (count: number) => hoursAgo(app, count * DAY_HOURS);
  const officer = await demoStaff(app, "loan.demo");
  const chief = await demoStaff(app, "supervisor2.demo");
  const declined = await file(days(92), "amado.laxamana36", ["SL", 35_000_00n, 12]);
  await workUp(days(91), declined, 35_000_00n);
  await decline(days(90), chief, {
    applicationNo: declined,
    reason: "documents",
    words: "The payslip is of another year",
  });
  const withdrawn = await file(days(58), "edgardo.bondoc34", ["EM", 25_000_00n, 18]);
  await withdrawApplication(days(57), await demoMember(app, "edgardo.bondoc34"), withdrawn);
  const unread = await file(days(6), "virginia.tolosa33", ["SL", 60_000_00n, 24]);
  await moveOn(days(5), officer, { applicationNo: unread, to: "for_verification", words: "" });
  const words = "A payslip of the last two months, please";
  await moveOn(days(4), officer, { applicationNo: unread, to: "for_documents", words });
}

/** Approved by another than who worked on it: the member has an offer to accept. */
async function seedOffer(app: App): Promise<void> {
  const applicationNo = await file(hoursAgo(app, 90), "amado.laxamana36", ["SL", 40_000_00n, 12]);
  const version = await workUp(hoursAgo(app, 80), applicationNo, 40_000_00n);
  const approval = await ask(hoursAgo(app, 72), "loan.demo", {
    kind: "approve_loan",
    payload: { applicationNo, version },
    reason: "Payslips seen; within the limit",
  });
  await decide(hoursAgo(app, 50), "supervisor2.demo", approval, "approve", "Agrees with the file");
}

/** The officer sees the payslips and proposes a year; answers the version of the proposal. */
async function workUp(app: App, applicationNo: string, principal: Centavos): Promise<number> {
  const officer = await demoStaff(app, "loan.demo");
  await moveOn(app, officer, { applicationNo, to: "for_verification", words: "" });
  const payslip = { pay: 41_000_00n, deductions: 6_200_00n, collateral: 0n };
  await assess(app, officer, applicationNo, payslip);
  const { version } = await propose(app, officer, applicationNo, { principal, months: 12 });
  return version;
}

async function file(
  app: App,
  username: string,
  [product, amount, monthsWished]: [LoanType, Centavos, number],
): Promise<string> {
  const caller = await demoMember(app, username);
  const member = await app.db
    .selectFrom("member")
    .select(["last_name", "first_name", "middle_name", "qualifier", "employer"])
    .select(["email_address", "mobile_number as contact_no"])
    .where("id", "=", caller.memberId)
    .executeTakeFirstOrThrow();
  const form = loanForm.parse({
    ...member,
    guid: caller.memberGuid,
    loan_type: product,
    loan_amount: toDecimal(amount),
    months_wished: monthsWished,
  });
  const { applicationNo } = await fileApplication(app, caller, form);
  return applicationNo;
}

/** Members keep whom they have paid; some by a name of their own. */
const NICKNAMES: Record<string, readonly string[]> = {
  "florante.yambao01": ["Luz", "", "Ana's wallet"],
  "amado.laxamana36": ["Mama", ""],
};

async function seedPayees(app: App): Promise<void> {
  for (const [username, nicknames] of Object.entries(NICKNAMES)) {
    const caller = await demoMember(app, username);
    const paid = await app.db
      .selectFrom("transfer")
      .select(["ref_no", "credited_at"])
      .where("member_id", "=", caller.memberId)
      .where("kind", "in", RAIL_KINDS)
      .where("state", "=", "credited")
      .orderBy("accepted_at")
      .limit(nicknames.length)
      .execute();
    for (const [place, { ref_no: refNo, credited_at: creditedAt }] of paid.entries()) {
      const hours = (app.now().getTime() - (creditedAt?.getTime() ?? 0)) / 3_600_000;
      const nickname = nicknames[place] ?? "";
      await saveRecipient(hoursAgo(app, hours), caller, { refNo, nickname });
    }
  }
}
