import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { Db } from "#server/db/db.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import type { App, Caller } from "#server/platform/app.ts";
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
  const loan = await readPaidLoan(app.db, memberId, loanNo);
  const page = pageOf(loan, language, app.now());
  const bytes = await app.pdf.inTurn(memberGuid, (draw) =>
    draw<typeof drawCertificate>("certificate", page),
  );
  return { name: `certificate-${loanNo}.pdf`, mediaType: "application/pdf", parts: once(bytes) };
}

async function readPaidLoan(db: Db, memberId: bigint, loanNo: string) {
  const loan = await db
    .selectFrom("loan as l")
    .innerJoin("member as m", "m.id", "l.member_id")
    .select([
      "l.loan_no",
      "l.name",
      "l.state",
      "l.principal_centavos",
      "l.released_at",
      "l.ended_at",
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
    .where("l.member_id", "=", memberId)
    .where("l.loan_no", "=", loanNo)
    .executeTakeFirst();
  if (loan === undefined) throw new Refusal("not_found");
  if (loan.state !== "fully_paid" || loan.ended_at === null) throw new Refusal("loan_not_paid");
  return { ...loan, endedOn: manilaDate(loan.ended_at) };
}

function pageOf(
  loan: Awaited<ReturnType<typeof readPaidLoan>>,
  language: Language,
  at: Date,
): CertificatePage {
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
      { name: texts.endedOn, text: day(loan.endedOn) },
      { name: texts.owed, text: formatPesos(0n), isTotal: true },
    ],
    note: texts.made(day(manilaDate(at))),
    at,
  };
}
