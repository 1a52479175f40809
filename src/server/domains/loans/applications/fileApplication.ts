import { createHash } from "node:crypto";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { addDays, manilaDate } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import { fieldTexts } from "#contract/fields.ts";
import { LOAN_APPLICATIONS_A_DAY, type loanForm, missingNames } from "#contract/loanFields.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import type { ApplicationState } from "#contract/loans.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { fieldTextIn } from "#contract/fieldTextsFil.ts";
import { FieldErrors } from "#server/platform/http/validate.ts";
import { endLapsedOffers } from "#server/domains/loans/jobs/endUnclaimed.ts";
import { lockMember } from "#server/domains/otp/issueCode.ts";
import { readProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";

type Form = z.output<typeof loanForm>;
type Filed = { applicationNo: string; state: ApplicationState };

/** Also of those that are refused, and of repeats. */
const TRIES_AN_HOUR = 30;

/**
 * Files a loan application (rows J01 to J07). While one with the very same contents is open, a repeat is
 * answered with it and nothing else happens; one whose offer is over is open no more. The months wished, if any,
 * are a term of the product. Refuses not_found where the body names another member,
 * loan_applications_today beyond five in a day of Manila, and too_many_requests beyond 30 tries an hour.
 */
export async function fileApplication(app: App, caller: Caller, form: Form): Promise<Filed> {
  if (form.guid !== caller.memberGuid) {
    throw new Refusal("not_found", { reachedFor: `member:${form.guid}` });
  }
  const tries = { scope: "loan_application", key: String(caller.memberId), limit: TRIES_AN_HOUR };
  await requireWithin(app.db, { ...tries, window: "1 hour", at: app.now() });
  await endLapsedOffers(app, caller.memberId);
  return transact(app.db, async (tx) => {
    // One application of a member at a time.
    await lockMember(tx, caller.memberId);
    await requireNames(tx, caller, form);
    const hash = hashOf(form);
    const open = await findOpen(tx, caller.memberId, hash);
    if (open !== undefined) return open;
    await requireTerm(tx, caller, form);
    const at = app.now();
    await requireDailyLimit(tx, caller.memberId, at);
    const applicationNo = await insert(tx, caller, { form, hash, at });
    await tellOfLoan(tx, app, {
      memberId: caller.memberId,
      notice: "loan_submitted",
      params: {
        loan: loanTypes[form.loan_type],
        amount: formatPesos(form.loan_amount),
        refNo: applicationNo,
      },
    });
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "send_loan_application",
      object: `loan_application:${applicationNo}`,
      correlationId: caller.correlationId,
      detail: {
        loanType: form.loan_type,
        amount: String(form.loan_amount),
        ...(form.months_wished !== undefined && { months: form.months_wished }),
      },
    });
    return { applicationNo, state: "submitted" };
  });
}

/** Throws FieldErrors where a name is left out that the books have. */
async function requireNames(tx: Tx, caller: Caller, form: Form): Promise<void> {
  const books = await tx
    .selectFrom("member")
    .select(["last_name", "first_name"])
    .where("id", "=", caller.memberId)
    .executeTakeFirstOrThrow();
  const missing = missingNames(form, books);
  const msg = fieldTextIn(fieldTexts.required, caller.language);
  if (missing.length > 0) throw new FieldErrors(missing.map((param) => ({ param, msg })));
}

/** Throws FieldErrors where the product is not lent over the months that are wished; the amount may be any. */
async function requireTerm(
  tx: Tx,
  { language }: Caller,
  { loan_type, months_wished: months }: Form,
): Promise<void> {
  if (months === undefined) return;
  const { terms } = await readProduct(tx, loan_type);
  if (terms.includes(months)) return;
  throw new FieldErrors([
    { param: "months_wished", msg: fieldTextIn(fieldTexts.termNotLent, language) },
  ]);
}

/** Of what the form says; what is around it (guid, member) says nothing of the loan. */
function hashOf({ guid: _guid, member: _member, loan_amount: amount, ...form }: Form): Buffer {
  const named = Object.entries({ ...form, amount: String(amount) }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return createHash("sha256").update(JSON.stringify(named)).digest();
}

async function findOpen(tx: Tx, memberId: bigint, hash: Buffer): Promise<Filed | undefined> {
  const row = await tx
    .selectFrom("loan_application")
    .select(["application_no", "state"])
    .where("member_id", "=", memberId)
    .where("content_hash", "=", hash)
    .where("state", "not in", ["released", "rejected", "cancelled"])
    .executeTakeFirst();
  // The table's check allows exactly these.
  return row && { applicationNo: row.application_no, state: row.state as ApplicationState };
}

async function requireDailyLimit(tx: Tx, memberId: bigint, at: Date): Promise<void> {
  const today = manilaDate(at);
  const { filed } = await tx
    .selectFrom("loan_application")
    .select((is) => is.fn.countAll<bigint>().as("filed"))
    .where("member_id", "=", memberId)
    .where("filed_at", ">=", midnight(today))
    .where("filed_at", "<", midnight(addDays(today, 1)))
    .executeTakeFirstOrThrow();
  if (Number(filed) >= LOAN_APPLICATIONS_A_DAY) throw new Refusal("loan_applications_today");
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

async function insert(
  tx: Tx,
  caller: Caller,
  { form, hash, at }: { form: Form; hash: Buffer; at: Date },
): Promise<string> {
  const { office_id } = await tx
    .selectFrom("member")
    .select("office_id")
    .where("id", "=", caller.memberId)
    .executeTakeFirstOrThrow();
  const { application_no } = await tx
    .insertInto("loan_application")
    .values({
      application_no: sql<string>`'LA-' || ${manilaDate(at).slice(0, 4)}::text || '-'
        || lpad(nextval('loan_application_number')::text, 7, '0')`,
      member_id: caller.memberId,
      office_id,
      product: form.loan_type,
      amount_centavos: form.loan_amount,
      months_wished: form.months_wished ?? null,
      last_name: form.last_name,
      first_name: form.first_name,
      middle_name: form.middle_name,
      qualifier: form.qualifier,
      contact_no: form.contact_no,
      email_address: form.email_address,
      employer: form.employer,
      content_hash: hash,
      filed_at: at,
      changed_at: at,
      correlation_id: caller.correlationId,
    })
    .returning("application_no")
    .executeTakeFirstOrThrow();
  return application_no;
}
