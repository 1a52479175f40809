import { maskEmail } from "#common/mask.ts";
import { manilaDate } from "#common/manila.ts";
import type { LoanApplicationFile, LoanStage } from "#contract/staff/loans.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { offerEnd } from "#server/domains/loans/state/offerEnd.ts";
import { rateText } from "#server/domains/loans/terms/percentText.ts";
import { readProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";
import { applicationRows, toLoanRow } from "./applicationsQuery.ts";
import { figuresOf } from "./figures.ts";
import { hasWorkedOn } from "./loanWork.ts";
import { readMeans } from "./memberMeans.ts";
import { needsCollateral } from "./productLimit.ts";
import { aloneUpTo, approversOf, readProposal } from "./proposals.ts";
import { readLoanEvents } from "./readLoanEvents.ts";

/**
 * One application with the member's standing, what was found out and proposed, and what this caller may do
 * with it. The look is recorded first. Refuses not_found.
 */
export async function readApplicationFile(
  app: App,
  staff: StaffCaller,
  applicationNo: string,
): Promise<LoanApplicationFile> {
  const row = await findApplication(app, applicationNo);
  await recordView(app, staff, row.guid, "loan_application");
  const [standing, assessment, proposal, offer, openRequestId, loanNo, events, product, alone] =
    await Promise.all([
      readStanding(app, row),
      readAssessment(app, row.id),
      readNewest(app, row),
      readOffer(app, row.id),
      readOpenRequest(app, applicationNo),
      readLoanNo(app, row.id),
      readLoanEvents(app, row),
      readProduct(app.db, row.product),
      aloneUpTo(app.db),
    ]);
  const hasWorked = await hasWorkedOn(app.db, applicationNo, staff.personKey);
  return {
    ...toLoanRow(row),
    monthsWished: row.months_wished,
    form: formOf(row, staff),
    differs: differences(row),
    standing,
    productFacts: {
      label: product.label,
      annualRate: rateText(product.annualRate),
      months: product.terms,
      minimum: product.minimum,
      maximum: product.maximum,
      needsCollateral: needsCollateral(product.code),
    },
    assessment,
    proposal,
    offer,
    openRequestId,
    loanNo,
    reason: row.reason,
    events,
    aloneUpTo: alone,
    may: mayOf(staff, row, {
      hasWorked,
      isAssessed: assessment !== null,
      isProposed: proposal !== null && proposal.approvedBy.length === 0,
      isOffered: offer !== null,
      isAccepted: typeof offer?.acceptedAt === "string",
      isOver: offer !== null && offer.expiresAt <= app.now().toISOString(),
      isAsked: openRequestId !== null,
    }),
  };
}

type Found = Awaited<ReturnType<typeof findApplication>>;

async function findApplication(app: App, applicationNo: string) {
  const row = await applicationRows(app)
    .select([
      "a.member_id",
      "a.reason",
      "a.months_wished",
      "a.last_name as form_last_name",
      "a.first_name as form_first_name",
      "a.middle_name as form_middle_name",
      "a.qualifier as form_qualifier",
      "a.contact_no",
      "a.email_address as form_email",
      "a.employer as form_employer",
      "m.office_id",
      "m.created_at as member_since",
      "m.employer",
      "m.rank",
      "m.email_address",
      "m.mobile_number",
      "m.date_of_birth",
      "m.status",
    ])
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

/** Contact is masked for whoever may not see it. */
function formOf(row: Found, staff: StaffCaller): Record<string, string> {
  const seesContact = staff.may("member.view_contact", row.office_id);
  return {
    lastName: row.form_last_name,
    firstName: row.form_first_name,
    middleName: row.form_middle_name,
    qualifier: row.form_qualifier,
    contactNo: seesContact ? row.contact_no : `••• ${row.contact_no.slice(-4)}`,
    emailAddress: seesContact ? row.form_email : maskEmail(row.form_email),
    employer: row.form_employer,
  };
}

/** What the member wrote otherwise than their own file has it: somebody must look at that. */
function differences(row: Found): string[] {
  const plain = (text: string) => text.trim().toLowerCase();
  const digits = (text: string | null) => (text ?? "").replaceAll(/\D/g, "").slice(-10);
  const pairs: [string, string, string][] = [
    ["lastName", plain(row.form_last_name), plain(row.last_name)],
    ["firstName", plain(row.form_first_name), plain(row.first_name)],
    ["employer", plain(row.form_employer), plain(row.employer)],
    ["emailAddress", plain(row.form_email), plain(row.email_address)],
    ["contactNo", digits(row.contact_no), digits(row.mobile_number)],
  ];
  return pairs.filter(([, sent, known]) => sent !== known).map(([name]) => name);
}

async function readStanding(app: App, row: Found): Promise<LoanApplicationFile["standing"]> {
  const [means, loans, others] = await Promise.all([
    readMeans(app.db, row.member_id),
    app.db
      .selectFrom("loan")
      .select([
        "loan_no",
        "name",
        "principal_outstanding_centavos",
        "overdue_centavos",
        "monthly_amortization_centavos",
      ])
      .where("member_id", "=", row.member_id)
      .where("principal_outstanding_centavos", ">", 0n)
      .orderBy("id")
      .limit(50)
      .execute(),
    app.db
      .selectFrom("loan_application")
      .select("application_no")
      .where("member_id", "=", row.member_id)
      .where("id", "<>", row.id)
      .where("state", "not in", ["released", "rejected", "cancelled"])
      .orderBy("id")
      .limit(50)
      .execute(),
  ]);
  return {
    ...means,
    memberSince: row.member_since.toISOString(),
    employer: row.employer,
    rank: row.rank,
    age: row.date_of_birth === null ? null : ageOn(row.date_of_birth, manilaDate(app.now())),
    isActive: row.status === "active",
    loans: loans.map((loan) => ({
      loanNo: loan.loan_no,
      name: loan.name,
      principal: loan.principal_outstanding_centavos,
      overdue: loan.overdue_centavos,
      amortization: loan.monthly_amortization_centavos,
    })),
    openApplications: others.map((other) => other.application_no),
  };
}

function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) >= born.slice(5) ? years : years - 1;
}

async function readAssessment(
  app: App,
  applicationId: bigint,
): Promise<LoanApplicationFile["assessment"]> {
  const row = await app.db
    .selectFrom("loan_assessment")
    .selectAll()
    .where("application_id", "=", applicationId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    pay: row.pay_centavos,
    deductions: row.deductions_centavos,
    collateral: row.collateral_centavos,
    by: row.made_by,
    at: row.made_at.toISOString(),
  };
}

async function readNewest(app: App, row: Found): Promise<LoanApplicationFile["proposal"]> {
  const proposal = await readProposal(app.db, row.id);
  if (proposal === undefined) return null;
  const { principal_centavos: principal, months } = proposal;
  const [figures, approvedBy, alone] = await Promise.all([
    figuresOf(app.db, row.application_no, { principal, months, at: app.now() }),
    approversOf(app.db, proposal.id),
    aloneUpTo(app.db),
  ]);
  return {
    ...figures,
    version: proposal.version,
    madeBy: proposal.made_by,
    madeAt: proposal.made_at.toISOString(),
    approversNeeded: principal > alone ? 2 : 1,
    approvedBy,
  };
}

async function readOffer(app: App, applicationId: bigint): Promise<LoanApplicationFile["offer"]> {
  const row = await app.db
    .selectFrom("loan_offer as o")
    .selectAll("o")
    .select(offerEnd.as("ends_at"))
    .where("o.application_id", "=", applicationId)
    .orderBy("o.version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    disclosureNo: row.disclosure_no,
    principal: row.principal_centavos,
    months: row.months,
    netProceeds: row.net_proceeds_centavos,
    amortization: row.monthly_amortization_centavos,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.ends_at.toISOString(),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
  };
}

async function readOpenRequest(app: App, applicationNo: string): Promise<string | null> {
  const row = await app.db
    .selectFrom("staff_request")
    .select("id")
    .where("subject", "=", `loan_application:${applicationNo}`)
    .where("state", "=", "open")
    .where("expires_at", ">", app.now())
    .executeTakeFirst();
  return row?.id ?? null;
}

async function readLoanNo(app: App, applicationId: bigint): Promise<string | null> {
  const row = await app.db
    .selectFrom("loan")
    .select("loan_no")
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  return row?.loan_no ?? null;
}

type Facts = {
  hasWorked: boolean;
  isAssessed: boolean;
  isProposed: boolean;
  isOffered: boolean;
  isAccepted: boolean;
  isOver: boolean;
  isAsked: boolean;
};

function mayOf(staff: StaffCaller, row: Found, is: Facts): LoanApplicationFile["may"] {
  // The table's check allows exactly these.
  const stage = row.state as LoanStage;
  const works = staff.may("loan_application.work", row.office_id);
  const judges = staff.may("loan_application.decline", row.office_id) && !is.hasWorked;
  const isOpen = !["released", "rejected", "cancelled"].includes(stage);
  return {
    assign: works && isOpen,
    take: works && isOpen && row.owner !== staff.username,
    verify: works && stage === "submitted",
    askDocuments: works && stage === "for_verification",
    takeDocuments: works && stage === "for_documents",
    assess: works && stage === "for_verification",
    propose: works && is.isAssessed && ["for_verification", "for_approval"].includes(stage),
    askApproval:
      staff.may("request.approve_loan", row.office_id) &&
      stage === "for_approval" &&
      is.isProposed &&
      !is.isAsked,
    sendBack: judges && stage === "for_approval",
    decline: judges && stage === "for_approval",
    revise: works && stage === "for_signing" && (!is.isAccepted || is.isOver) && !is.isAsked,
    cancel: staff.may("loan_application.cancel", row.office_id) && isOpen,
    release:
      staff.may("request.release_loan", row.office_id) &&
      stage === "for_signing" &&
      is.isAccepted &&
      !is.isOver &&
      !is.isAsked,
    seeDisclosure: is.isOffered,
  };
}
