import { createHash } from "node:crypto";
import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { figuresOf } from "#server/domains/loans/desk/figures.ts";
import { noteWork } from "#server/domains/loans/desk/loanWork.ts";
import { type DemoMember, readDemoMembers } from "./demoFiles.ts";

const HOUR_MS = 60 * 60 * 1000;

type DemoApplication = {
  /** Beginning of the member's scenario in data/seed/members.json. */
  scenario: string;
  product: LoanType;
  amount: Centavos;
  /** Over which the member wishes to pay. */
  monthsWished: number;
  hoursAgo: number;
  /** What an officer did since, if anything. */
  work?: { pay: Centavos; deductions: Centavos; months?: number };
};

/** One that is new, one that is being verified, and one that waits for its approval. */
const APPLICATIONS: readonly DemoApplication[] = [
  { scenario: "vehicle", product: "EM", amount: 40_000_00n, monthsWished: 12, hoursAgo: 3 },
  {
    scenario: "personalized card active",
    product: "AS",
    amount: 150_000_00n,
    monthsWished: 36,
    hoursAgo: 28,
    work: { pay: 38_500_00n, deductions: 9_200_00n },
  },
  {
    scenario: "InstaPay pending",
    product: "SL",
    amount: 90_000_00n,
    monthsWished: 24,
    hoursAgo: 75,
    work: { pay: 42_000_00n, deductions: 11_350_00n, months: 24 },
  },
];

type Officer = { id: bigint; username: string; personKey: string };

/** Applications of the demo's members in different stages, as the form and the loan officer leave them. */
export async function seedApplications(tx: Tx, app: App): Promise<void> {
  const officer = await findOfficer(tx);
  const members = readDemoMembers();
  for (const application of APPLICATIONS) {
    const member = members.find(({ scenario }) => scenario.startsWith(application.scenario));
    if (member === undefined) throw new Error(`No demo member: ${application.scenario}`);
    const { hoursAgo, amount, work: done } = application;
    const filed = await file(tx, member, application, hoursBefore(app, hoursAgo));
    if (done !== undefined) await work(tx, app, filed, { hoursAgo, amount, done, officer });
  }
}

function hoursBefore(app: App, hours: number): Date {
  return new Date(app.now().getTime() - hours * HOUR_MS);
}

async function findOfficer(tx: Tx): Promise<Officer> {
  return tx
    .selectFrom("staff")
    .select(["id", "username", "person_key as personKey"])
    .where("username", "=", "loan.demo")
    .executeTakeFirstOrThrow();
}

type Filed = { id: bigint; applicationNo: string };

async function file(
  tx: Tx,
  member: DemoMember,
  { product, amount, monthsWished }: DemoApplication,
  at: Date,
): Promise<Filed> {
  const { id: memberId, office_id } = await tx
    .selectFrom("member")
    .select(["id", "office_id"])
    .where("membership_no", "=", member.membershipNo)
    .executeTakeFirstOrThrow();
  const { id, application_no: applicationNo } = await tx
    .insertInto("loan_application")
    .values({
      application_no: sql<string>`'LA-' || ${manilaDate(at).slice(0, 4)}::text || '-'
        || lpad(nextval('loan_application_number')::text, 7, '0')`,
      member_id: memberId,
      office_id,
      product,
      amount_centavos: amount,
      months_wished: monthsWished,
      last_name: member.lastName,
      first_name: member.firstName,
      middle_name: member.middleName,
      qualifier: member.qualifier,
      contact_no: member.mobileNumber ?? "",
      email_address: member.emailAddress,
      employer: member.employer,
      content_hash: createHash("sha256").update(`demo ${member.membershipNo}`).digest(),
      filed_at: at,
      changed_at: at,
      correlation_id: "demo",
    })
    .returning(["id", "application_no"])
    .executeTakeFirstOrThrow();
  return { id, applicationNo };
}

type Worked = { done: NonNullable<DemoApplication["work"]>; amount: Centavos; officer: Officer };

/** What an officer does: begins an hour after it came, sees the documents half an hour later, and proposes. */
async function work(
  tx: Tx,
  app: App,
  filed: Filed,
  { hoursAgo, ...worked }: Worked & { hoursAgo: number },
): Promise<void> {
  const { done, officer } = worked;
  const begun = hoursBefore(app, hoursAgo - 1);
  const seen = hoursBefore(app, hoursAgo - 1.5);
  await moveApplication(tx, { ...moveOf(filed, officer), to: "for_verification", at: begun });
  await noteWork(tx, filed, officer, begun);
  const { id: assessmentId } = await tx
    .insertInto("loan_assessment")
    .values({
      application_id: filed.id,
      pay_centavos: done.pay,
      deductions_centavos: done.deductions,
      collateral_centavos: 0n,
      made_by: officer.username,
      made_at: seen,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("loan_application")
    .set({ assigned_staff_id: officer.id, monthly_salary_centavos: done.pay })
    .where("id", "=", filed.id)
    .execute();
  if (done.months === undefined) return;
  await propose(tx, filed, { ...worked, months: done.months, assessmentId, at: seen });
}

async function propose(
  tx: Tx,
  filed: Filed,
  {
    amount,
    months,
    officer,
    assessmentId,
    at,
  }: Worked & { months: number; assessmentId: bigint; at: Date },
): Promise<void> {
  const size = { principal: amount, months, at };
  const { limit, takeHomePay } = await figuresOf(tx, filed.applicationNo, size);
  await tx
    .insertInto("loan_proposal")
    .values({
      application_id: filed.id,
      version: 1,
      principal_centavos: amount,
      months,
      assessment_id: assessmentId,
      made_by: officer.username,
      made_at: at,
    })
    .execute();
  await tx
    .updateTable("loan_application")
    .set({
      proposed_centavos: amount,
      proposed_months: months,
      limit_centavos: limit,
      take_home_centavos: takeHomePay,
    })
    .where("id", "=", filed.id)
    .execute();
  await moveApplication(tx, { ...moveOf(filed, officer), to: "for_approval", at });
}

const moveOf = ({ applicationNo }: Filed, { username }: Officer) => ({
  applicationNo,
  actor: { kind: "staff", name: username } as const,
  reason: "",
  correlationId: "demo",
});
