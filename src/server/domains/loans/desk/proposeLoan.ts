import type { Centavos } from "#common/money.ts";
import type { LoanFigures } from "#contract/staff/loanFigures.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { Refusal } from "#server/refusal.ts";
import { type LockedApplication, lockApplication, noteWork, recordAction } from "./loanWork.ts";
import { move } from "./processApplication.ts";
import { requireRules } from "./requireRules.ts";

/** States in which the desk finds out and proposes. */
const AT_WORK: ReadonlySet<string> = new Set(["for_verification", "for_approval"]);

export type AssessedFigures = { pay: Centavos; deductions: Centavos; collateral: Centavos };

/**
 * Writes down what payslip and documents show; what was written before stays and counts no longer. Refuses
 * invalid_parameters where more is deducted than paid, not_found, loan_application_state.
 */
export async function assess(
  app: App,
  staff: StaffCaller,
  applicationNo: string,
  { pay, deductions, collateral }: AssessedFigures,
): Promise<void> {
  const at = app.now();
  if (deductions > pay) throw new Refusal("invalid_parameters", { param: "deductions" });
  await transact(app.db, async (tx) => {
    const of = await lockApplication(tx, applicationNo);
    if (of.state !== "for_verification") throw new Refusal("loan_application_state");
    await tx
      .insertInto("loan_assessment")
      .values({
        application_id: of.id,
        pay_centavos: pay,
        deductions_centavos: deductions,
        collateral_centavos: collateral,
        made_by: staff.username,
        made_at: at,
      })
      .execute();
    await noteWork(tx, of, staff, at);
    await tx
      .updateTable("loan_application")
      .set({ monthly_salary_centavos: pay })
      .where("id", "=", of.id)
      .execute();
    await recordAction(tx, app, staff, of, { action: "loan_assessed" });
  });
}

/**
 * Proposes principal and term, and with the first of them passes the application on to the approvers. A
 * later one takes the place of the last: approvals of that count no more. Answers its version. Refuses
 * not_found, loan_application_state, loan_not_assessed, loan_breaks_rule, loan_needs_savings.
 */
export async function propose(
  app: App,
  staff: StaffCaller,
  applicationNo: string,
  { principal, months }: { principal: Centavos; months: number },
): Promise<{ version: number }> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const of = await lockApplication(tx, applicationNo);
    if (!AT_WORK.has(of.state)) throw new Refusal("loan_application_state");
    const assessment = await newestAssessment(tx, of.id);
    if (assessment === undefined) throw new Refusal("loan_not_assessed");
    const { language } = staff;
    const figures = await requireRules(tx, of, { principal, months, at, language });
    const version = (await newestVersion(tx, of.id)) + 1;
    await tx
      .insertInto("loan_proposal")
      .values({
        application_id: of.id,
        version,
        principal_centavos: principal,
        months,
        assessment_id: assessment.id,
        made_by: staff.username,
        made_at: at,
      })
      .execute();
    await noteWork(tx, of, staff, at);
    await keepOnApplication(tx, of, { principal, months, figures });
    if (of.state === "for_verification") {
      await move(tx, staff, of, { to: "for_approval", at });
      await tellOfLoan(tx, app, {
        memberId: of.member_id,
        notice: "loan_for_approval",
        params: { refNo: applicationNo },
      });
    }
    await recordAction(tx, app, staff, of, {
      action: "loan_proposed",
      detail: { version, months },
    });
    return { version };
  });
}

async function keepOnApplication(
  tx: Tx,
  of: LockedApplication,
  { principal, months, figures }: { principal: Centavos; months: number; figures: LoanFigures },
): Promise<void> {
  const left = figures.takeHomePay;
  await tx
    .updateTable("loan_application")
    .set({
      proposed_centavos: principal,
      proposed_months: months,
      limit_centavos: figures.limit,
      take_home_centavos: left !== null && left < 0n ? 0n : left,
    })
    .where("id", "=", of.id)
    .execute();
}

function newestAssessment(tx: Tx, applicationId: bigint) {
  return tx
    .selectFrom("loan_assessment")
    .select("id")
    .where("application_id", "=", applicationId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The version of the newest proposal; 0 without one. */
async function newestVersion(tx: Tx, applicationId: bigint): Promise<number> {
  const { version } = await tx
    .selectFrom("loan_proposal")
    .select(({ fn }) => fn.max("version").as("version"))
    .where("application_id", "=", applicationId)
    .executeTakeFirstOrThrow();
  return version ?? 0;
}
