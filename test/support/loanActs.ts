import { getLoanOffer, sendLoanApplication, acceptLoanOffer } from "#contract/loans.ts";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { releaseLoan } from "#server/domains/loans/accounts/releaseLoan.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { fileApplication } from "#server/domains/loans/applications/fileApplication.ts";
import { moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { drawStatement } from "#server/domains/loans/disclosure/drawStatement.ts";
import { makeOffer } from "#server/domains/loans/offers/makeOffer.ts";
import type { Browser } from "./browser.ts";
import { approveWith } from "./cardUse.ts";
import { goodLoanForm } from "./goodCalls.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

const goodBody = { ...goodLoanForm, employer: "PNP", loan_type: "SL" } as const;

/** Sends the form of a loan application, as the page does. */
export function sendForm(
  world: Pick<World, "call">,
  member: TestMember,
  browser: Browser,
  differing: Record<string, unknown> = {},
) {
  const body = { ...goodLoanForm, guid: member.guid, ...differing };
  // What the test says may be wrong on purpose.
  const input = { params: { guid: member.guid }, body: body as typeof goodBody };
  return world.call(sendLoanApplication, input, browser);
}

/** Files an application of the right form; answers its number. */
export async function fileLoan(
  world: Pick<World, "call">,
  member: TestMember,
  browser: Browser,
  differing: Record<string, unknown> = {},
): Promise<string> {
  const answer = await sendForm(world, member, browser, differing);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.applicationNo;
}

const processor = { kind: "staff", name: "loan.officer" } as const;
const approver = { kind: "staff", name: "loan.supervisor" } as const;

/** What the desk does to a submitted application, up to the offer and its statement. */
export async function offerLoan(
  app: App,
  applicationNo: string,
  size: { principal: bigint; months: number },
): Promise<void> {
  await drawStatement(app, await offerUndrawn(app, applicationNo, size));
}

/** As offerLoan; its statement is not drawn yet. */
export async function offerUndrawn(
  app: App,
  applicationNo: string,
  { principal, months }: { principal: bigint; months: number },
): Promise<bigint> {
  const correlationId = "test";
  return transact(app.db, async (tx) => {
    const move = { applicationNo, reason: "", at: app.now(), correlationId };
    await moveApplication(tx, { ...move, to: "for_verification", actor: processor });
    await moveApplication(tx, { ...move, to: "for_approval", actor: processor });
    await moveApplication(tx, { ...move, to: "approved", actor: approver });
    const { offerId } = await makeOffer(tx, app, {
      applicationNo,
      principal,
      months,
      by: approver.name,
      correlationId,
    });
    return offerId;
  });
}

/** Reads the offer, asks for a code for it, and accepts. */
export async function acceptLoan(
  world: World,
  member: TestMember,
  browser: Browser,
  applicationNo: string,
) {
  const params = { guid: member.guid, applicationNo };
  const offer = await world.call(getLoanOffer, { params }, browser);
  if (!offer.status) throw new Error(offer.message);
  const { version, principal, months, netProceeds } = offer.result;
  const code = await approveWith(world, member, browser, {
    kind: "accept_loan",
    applicationNo,
    version: String(version),
    principal: toDecimal(principal),
    months: String(months),
    netProceeds: toDecimal(netProceeds),
  });
  return world.call(acceptLoanOffer, { params, body: { version, ...code } }, browser);
}

export function release(app: App, applicationNo: string): Promise<{ loanNo: string }> {
  return transact(app.db, (tx) =>
    releaseLoan(tx, app, { applicationNo, actor: approver, correlationId: "test" }),
  );
}

/** A released loan, without the pages on the way to it. */
export async function lend(
  app: App,
  member: TestMember,
  {
    principal = 120_000_00n,
    months = 12,
    type = "SL",
  }: { principal?: bigint; months?: number; type?: "SL" | "EM" | "PL" | "BL" } = {},
): Promise<string> {
  const caller = {
    memberId: member.id,
    memberGuid: member.guid,
    sessionId: 0n,
    correlationId: "test",
    language: "en" as const,
  };
  const { applicationNo } = await fileApplication(app, caller, {
    ...goodLoanForm,
    guid: member.guid,
    employer: "PNP",
    loan_type: type,
    loan_amount: principal,
  });
  await offerUndrawn(app, applicationNo, { principal, months });
  await app.db
    .updateTable("loan_offer")
    .set({ accepted_at: app.now(), accepted_pin_id: app.random.uuid() })
    .where("accepted_at", "is", null)
    .execute();
  const { loanNo } = await release(app, applicationNo);
  return loanNo;
}

/** Money for a loan, from the payroll unless the test says otherwise. */
export function pay(
  app: App,
  loanNo: string,
  payment: {
    amount: bigint;
    paidOn: string;
    reference?: string;
    source?: "payroll" | "counter";
    settles?: boolean;
  },
) {
  return transact(app.db, (tx) =>
    takePayment(tx, app, {
      loanNo,
      reference: `PAY-${payment.paidOn}`,
      source: "payroll",
      actor: { kind: "staff", name: "loan.officer" },
      correlationId: "test",
      ...payment,
    }),
  );
}

/** The member's yes, which takes a code in the portal. */
export async function acceptStoredOffer(world: World, applicationNo: string): Promise<void> {
  await world.app.db
    .updateTable("loan_offer")
    .set({ accepted_at: world.app.now(), accepted_pin_id: world.app.random.uuid() })
    .where("application_id", "=", (eb) =>
      eb.selectFrom("loan_application").select("id").where("application_no", "=", applicationNo),
    )
    .where("accepted_at", "is", null)
    .execute();
}

/** What was posted under a reference: account, side and centavos, by account. */
export async function entriesOf(
  world: World,
  reference: string,
): Promise<[string, string, bigint][]> {
  const rows = await world.app.db
    .selectFrom("journal_entry as e")
    .innerJoin("posting as p", "p.journal_entry_id", "e.id")
    .innerJoin("ledger_account as l", "l.id", "p.ledger_account_id")
    .select(["l.code", "p.side", "p.amount_centavos"])
    .where("e.reference", "=", reference)
    .orderBy("l.code")
    .execute();
  return rows.map(({ code, side, amount_centavos: amount }) => [code, side, amount]);
}
