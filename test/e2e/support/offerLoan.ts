import type pg from "pg";

const STAGES = ["submitted", "for_verification", "for_approval", "approved", "for_signing"];

/**
 * Brings the member's newest application to an offer of 120,000.00 over 24 months, as the desk would: each
 * stage with its event, the figures those of a Salary Loan. Answers its number.
 */
export async function offerLoan(database: pg.Client, username: string): Promise<string> {
  const { rows } = await database.query<{ id: string; application_no: string }>(
    `select a.id, a.application_no from loan_application a join member m on m.id = a.member_id
     where m.username like $1 order by a.id desc limit 1`,
    [`${username}%`],
  );
  const [application] = rows;
  if (application === undefined) throw new Error(`${username} has not applied`);
  const { id } = application;
  await database.query("begin");
  for (const [index, to] of STAGES.entries()) {
    const from = STAGES[index - 1];
    if (from === undefined) continue;
    await database.query(
      `insert into loan_application_event
         (application_id, from_state, to_state, actor_kind, actor, at, correlation_id)
       values ($1, $2, $3, $4, 'e2e', now(), 'e2e')`,
      [id, from, to, to === "for_signing" ? "system" : "staff"],
    );
    await database.query(
      "update loan_application set state = $2, version = version + 1, changed_at = now() where id = $1",
      [id, to],
    );
  }
  await database.query(
    `insert into loan_offer
       (application_id, version, principal_centavos, months, annual_rate, processing_fee_centavos,
        stamp_tax_centavos, premium_centavos, net_proceeds_centavos, monthly_amortization_centavos,
        effective_monthly_rate, effective_annual_rate, first_due_on, disclosure_no, made_by, made_at,
        expires_at)
     values ($1, 1, 12000000, 24, 1200, 120000, 0, 132000, 11748000, 564882, 11824, 151485,
       current_date + 40, 'DS-2026-' || lpad((9000000 + $1::bigint)::text, 7, '0'), 'e2e', now(),
       now() + interval '30 days')`,
    [id],
  );
  await database.query(
    `insert into loan_disclosure (offer_id, language, bytes, made_at)
     select id, 'en', '%PDF-1.7', made_at from loan_offer where application_id = $1`,
    [id],
  );
  await database.query("commit");
  return application.application_no;
}
