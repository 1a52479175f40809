import { isSamePerson } from "#server/domains/makerChecker/samePerson.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";
import type { RequestPayload } from "#contract/staff/requestPayloads.ts";
import type { ApprovalFollows, Facts } from "#contract/staff/requests.ts";
import type { Tx } from "#server/db/db.ts";
import { moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { makeOffer } from "#server/domains/loans/offers/makeOffer.ts";
import { Refusal } from "#server/refusal.ts";
import { figuresOf } from "#server/domains/loans/desk/figures.ts";
import { hasWorkedOn, lockApplication, recordAction } from "#server/domains/loans/desk/loanWork.ts";
import {
  aloneUpTo,
  approversOf,
  hasApproved,
  readProposal,
} from "#server/domains/loans/desk/proposals.ts";
import { requireRules } from "#server/domains/loans/desk/requireRules.ts";
import { keepRequest } from "#server/domains/makerChecker/keepRequest.ts";
import { auditRequest, endRequest } from "#server/domains/makerChecker/openRequest.ts";
import { type Approval, defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { secondApprovalKey } from "#server/domains/makerChecker/secondApproval.ts";

type Payload = RequestPayload<"approve_loan">;

/** Above one approver's authority there are two. */
const TWO = 2;

/**
 * Approves what the desk proposes for a loan: never by a person who processed it, and only what breaks no
 * rule at that moment. Up to the authority of one approver the member gets the offer at once; above it the
 * request for the second approval opens, in the same transaction.
 */
export const approveLoan = defineKind({
  kind: "approve_loan",
  subjectOf: ({ applicationNo }) => `loan_application:${applicationNo}`,
  readOffice: readLoanOffice,
  readBefore: (tx, payload, at) => readFacts(tx, payload, { at, approvals: 0 }),
  after: (_payload, before) => afterApproval(before),
  barred: barProcessors,
  mustHold: requireProposable,
  apply,
});

/**
 * The second approval of the very proposal that one approver has approved, and that is above the authority
 * of one; by another approver than the first, whoever asked for it.
 */
export const confirmLoan = defineKind({
  kind: "confirm_loan",
  subjectOf: ({ applicationNo }) => `loan_application:${applicationNo}`,
  readOffice: readLoanOffice,
  readBefore: (tx, payload, at) => readFacts(tx, payload, { at, approvals: 1 }),
  after: (_payload, before) => afterApproval(before),
  barred: async (tx, payload, personKey) => {
    if (await hasApproved(tx, payload.applicationNo, personKey)) return "loan_approved_already";
    return barProcessors(tx, payload, personKey);
  },
  mustHold: requireProposable,
  apply,
});

/** The branch of an application's member. Refuses not_found. */
export async function readLoanOffice(
  tx: Tx,
  { applicationNo }: { applicationNo: string },
): Promise<bigint | null> {
  const found = await tx
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select("m.office_id")
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found.office_id;
}

async function barProcessors(tx: Tx, { applicationNo }: Payload, personKey: string) {
  return (await hasWorkedOn(tx, applicationNo, personKey))
    ? ("loan_processor_approves" as const)
    : undefined;
}

/** The proposal as it would be lent now. Refuses loan_breaks_rule, loan_needs_savings. */
async function requireProposable(
  tx: Tx,
  { applicationNo }: Payload,
  now: { at: Date; language: Language },
): Promise<void> {
  const of = await lockApplication(tx, applicationNo);
  const proposal = await readProposal(tx, of.id);
  if (proposal === undefined) throw new Refusal("request_does_not_apply");
  const { principal_centavos: principal, months } = proposal;
  await requireRules(tx, of, { principal, months, ...now });
}

/** What is approved, figure by figure: another figure is another request. */
async function readFacts(
  tx: Tx,
  { applicationNo, version }: Payload,
  { at, approvals }: { at: Date; approvals: number },
): Promise<Facts> {
  const of = await lockApplication(tx, applicationNo);
  const proposal = await readProposal(tx, of.id);
  if (of.state !== "for_approval" || proposal?.version !== version) {
    throw new Refusal("request_does_not_apply");
  }
  const approvers = await approversOf(tx, proposal.id);
  const { principal_centavos: principal, months } = proposal;
  const needed = principal > (await aloneUpTo(tx)) ? TWO : 1;
  if (approvers.length !== approvals || approvals >= needed) {
    throw new Refusal("request_does_not_apply");
  }
  const figures = await figuresOf(tx, applicationNo, { principal, months, at });
  const optional = (amount: bigint | null) => (amount === null ? "" : formatPesosAscii(amount));
  return {
    application: applicationNo,
    loanProduct: of.product,
    loanStage: of.state,
    principal: formatPesosAscii(principal),
    months: String(months),
    annualRate: `${figures.annualRate} %`,
    effectiveRate: `${figures.effectiveRate} %`,
    amortization: formatPesosAscii(figures.amortization),
    netProceeds: formatPesosAscii(figures.netProceeds),
    deductions: optional(figures.deductions),
    takeHomePay: optional(figures.takeHomePay),
    approvals: `${approvers.length}/${needed}`,
  };
}

function afterApproval(before: Facts): Facts {
  const [have = "0", needed = "1"] = (before["approvals"] ?? "").split("/");
  const approvals = Number(have) + 1;
  const isEnough = approvals >= Number(needed);
  return {
    ...before,
    approvals: `${approvals}/${needed}`,
    ...(isEnough && { loanStage: "for_signing" }),
  };
}

async function apply(
  tx: Tx,
  payload: Payload,
  approval: Approval,
): Promise<ApprovalFollows | void> {
  const { applicationNo } = payload;
  const { at, checker, by } = approval;
  const of = await lockApplication(tx, applicationNo);
  const proposal = await readProposal(tx, of.id);
  if (proposal?.version !== payload.version) throw new Refusal("request_does_not_apply");
  await tx
    .insertInto("loan_approval")
    .values({
      proposal_id: proposal.id,
      person_key: by.personKey,
      username: checker,
      request_id: approval.requestId,
      at,
    })
    .execute();
  const { principal_centavos: principal, months } = proposal;
  const approvals = (await approversOf(tx, proposal.id)).length;
  if (approvals < TWO && principal > (await aloneUpTo(tx))) {
    await askForSecond(tx, payload, approval);
    return "second_approval";
  }
  const { app, correlationId } = approval;
  await moveApplication(tx, {
    applicationNo,
    to: "approved",
    actor: { kind: "staff", name: checker },
    reason: "",
    at,
    correlationId,
  });
  const offered = { applicationNo, principal, months, by: checker, correlationId };
  const { disclosureNo } = await makeOffer(tx, app, offered);
  await recordAction(tx, app, { username: checker, correlationId }, of, {
    action: "loan_approved",
    detail: { version: payload.version, disclosure: disclosureNo },
  });
}

/** Of another proposal of the application a second approval may still be open, which can come to nothing. */
async function endOlder(tx: Tx, subject: string, approval: Approval): Promise<void> {
  const { app, at, by, checker, correlationId } = approval;
  const older = await tx
    .selectFrom("staff_request")
    .select(["id", "kind", "subject", "payload_hash", "maker_person_key", "maker_username"])
    .select("expires_at")
    .where("kind", "=", "confirm_loan")
    .where("subject", "=", subject)
    .where("state", "=", "open")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (older === undefined) return;
  const isOver = older.expires_at <= at;
  const isOwn = isSamePerson(older.maker_person_key, by.personKey);
  // Whoever asked for it takes it back; anybody else finds it out of date.
  const state = isOver ? "expired" : isOwn ? "withdrawn" : "stale";
  const note = isOver ? "" : "Another proposal took its place.";
  const decider = { ...by, username: checker };
  await endRequest(tx, older.id, { state, at, note, ...(state === "stale" && { by: decider }) });
  await auditRequest(tx, app, older, {
    action: `request_${state}`,
    actor: isOver ? undefined : checker,
    correlationId,
    ...(!isOver && { detail: { maker: older.maker_username, note } }),
  });
}

/** The first approver asks the next one: their approval is what the second sees. */
async function askForSecond(tx: Tx, payload: Payload, approval: Approval): Promise<void> {
  const { app, at, by, checker, correlationId, requestId } = approval;
  const [kind, read] = confirmLoan;
  const bound = read(payload, "en");
  await endOlder(tx, bound.subject, approval);
  const reason = `Above the authority of one approver. First approval: ${checker}.`;
  await keepRequest(
    tx,
    app,
    { ...by, username: checker, correlationId },
    {
      kind,
      bound,
      officeId: await bound.readOffice(tx),
      before: await bound.readBefore(tx, at),
      reason,
      documents: [],
      idempotencyKey: secondApprovalKey(requestId),
    },
  );
}
