import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { Db } from "#server/db/db.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import type { App, Caller, StaffCaller } from "#server/platform/app.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { once } from "#server/platform/pdf/once.ts";
import type { Language } from "#server/platform/pdf/sheet.ts";
import { writtenDay } from "#server/platform/pdf/writtenDay.ts";
import { Refusal } from "#server/refusal.ts";
import { certificateTexts } from "./certificateTexts.ts";
import type { CertificatePage, drawCertificate } from "./drawCertificate.ts";

/**
 * The certificate that a loan of the caller's is paid in full, as a PDF in the language they read. Refuses not_found for
 * a loan that is not theirs, loan_not_paid before its end, and busy when too many documents are being made.
 */
export async function makeCertificate(
  app: App,
  { memberId, memberGuid, language }: Caller,
  loanNo: string,
): Promise<FileAnswer> {
  const loan = await findLoan(app.db, loanNo);
  if (loan?.member_id !== memberId) throw new Refusal("not_found");
  return certify(app, loan, { owner: memberGuid, language });
}

/**
 * The same for the staff, who print it for the member: in the member's own language. That it was looked at is recorded
 * first, also where the loan is not paid.
 */
export async function makeDeskCertificate(
  app: App,
  staff: Pick<StaffCaller, "staffId" | "username" | "correlationId">,
  loanNo: string,
): Promise<FileAnswer> {
  const loan = await findLoan(app.db, loanNo);
  if (loan === undefined) throw new Refusal("not_found");
  await recordView(app, staff, loan.guid, "loan_certificate");
  // The table's check allows exactly these.
  const language = loan.language as Language;
  return certify(app, loan, { owner: `staff:${staff.staffId}`, language });
}

/** `owner` is who waits for the document. */
async function certify(
  app: App,
  loan: Loan,
  { owner, language }: { owner: string; language: Language },
): Promise<FileAnswer> {
  const page = pageOf(loan, language, app.now());
  const bytes = await app.pdf.inTurn(owner, (draw) =>
    draw<typeof drawCertificate>("certificate", page),
  );
  const name = `certificate-${loan.loan_no}.pdf`;
  return { name, mediaType: "application/pdf", parts: once(bytes) };
}

type Loan = NonNullable<Awaited<ReturnType<typeof findLoan>>>;

function findLoan(db: Db, loanNo: string) {
  return db
    .selectFrom("loan as l")
    .innerJoin("member as m", "m.id", "l.member_id")
    .select([
      "l.loan_no",
      "l.member_id",
      "l.name",
      "l.state",
      "l.principal_centavos",
      "l.released_at",
      "l.ended_at",
      "m.guid",
      "m.language",
      "m.membership_no",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      sql<Centavos>`(select coalesce(sum(i.paid_interest_centavos), 0)::bigint
        from loan_instalment i where i.loan_id = l.id)`.as("interest"),
      sql<Centavos>`(select coalesce(sum(p.penalty_centavos), 0)::bigint
        from loan_payment p where p.loan_id = l.id)`.as("penalties"),
    ])
    .where("l.loan_no", "=", loanNo)
    .executeTakeFirst();
}

/** Refuses loan_not_paid before the loan's end. */
function pageOf(loan: Loan, language: Language, at: Date): CertificatePage {
  const { ended_at: endedAt } = loan;
  if (loan.state !== "fully_paid" || endedAt === null) throw new Refusal("loan_not_paid");
  const texts = certificateTexts[language];
  const name = wholeName(loan);
  const day = (of: string) => writtenDay(of, language);
  return {
    language,
    title: texts.title,
    text: texts.says(name),
    facts: [
      { name: texts.borrower, text: name },
      { name: texts.membershipNo, text: loan.membership_no },
      { name: texts.loan, text: loan.name },
      { name: texts.number, text: loan.loan_no },
      { name: texts.principal, text: formatPesos(loan.principal_centavos) },
      { name: texts.releasedOn, text: day(manilaDate(loan.released_at)) },
      { name: texts.interest, text: formatPesos(loan.interest) },
      { name: texts.penalties, text: formatPesos(loan.penalties) },
      { name: texts.endedOn, text: day(manilaDate(endedAt)) },
      { name: texts.owed, text: formatPesos(0n), isTotal: true },
    ],
    note: texts.made(day(manilaDate(at))),
    at,
  };
}
