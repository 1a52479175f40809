import type { ApplicationState, LoanApplication } from "#contract/loans.ts";
import { type LoanType, loanTypes } from "#contract/loanTypes.ts";
import type { Centavos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { offerEnd } from "#server/domains/loans/state/offerEnd.ts";
import { isOpen } from "#server/domains/loans/state/isOpen.ts";
import { estimateMonthly } from "#server/domains/loans/offers/readExample.ts";
import { type LoanProduct, readProducts } from "#server/domains/loans/terms/products.ts";

const MOST = 50;

/** The member's applications, the newest first, each with what happened to it. */
export async function readApplications(app: App, memberId: bigint): Promise<LoanApplication[]> {
  const rows = await app.db
    .selectFrom("loan_application as a")
    .leftJoin("loan as l", "l.application_id", "a.id")
    .selectAll("a")
    .select("l.loan_no")
    .where("a.member_id", "=", memberId)
    .orderBy("a.id", "desc")
    .limit(MOST)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [steps, offers, products] = ids.length === 0 ? [[], [], []] : await readMore(app, ids);
  return rows.map((row) => {
    // The table's check and foreign key allow exactly these.
    const state = row.state as ApplicationState;
    const loanType = row.product as LoanType;
    const made = offers.filter(({ application_id }) => application_id === row.id);
    const offer = made.at(-1);
    const isSigning = state === "for_signing" && offer !== undefined;
    return {
      applicationNo: row.application_no,
      loanType,
      name: loanTypes[loanType],
      amount: row.amount_centavos,
      monthsWished: row.months_wished,
      estimatedMonthly: estimateOf(row, products),
      state,
      filedAt: row.filed_at.toISOString(),
      changedAt: row.changed_at.toISOString(),
      canWithdraw: isOpen(state),
      hasOffer: isSigning && offer.accepted_at === null && offer.ends_at > app.now(),
      isAccepted: isSigning && offer.accepted_at !== null,
      reason: row.reason,
      loanNo: row.loan_no,
      steps: [
        { state: "submitted", at: row.filed_at.toISOString() },
        ...withAcceptances(
          steps.filter(({ application_id }) => application_id === row.id),
          made,
        ),
      ],
    };
  });
}

/** Until an offer says it; nothing of what has ended. */
function estimateOf(
  row: { product: string; amount_centavos: Centavos; months_wished: number | null; state: string },
  products: readonly LoanProduct[],
): Centavos | null {
  // The table's check allows exactly these.
  const state = row.state as ApplicationState;
  const product = products.find(({ code }) => code === row.product);
  if (product === undefined || row.months_wished === null) return null;
  if (!isOpen(state) || state === "for_signing") return null;
  return estimateMonthly(product, row.amount_centavos, row.months_wished);
}

/** Each offer is a step to for_signing; one that was accepted has that after it. */
function withAcceptances(
  steps: readonly { to_state: string; at: Date }[],
  offers: readonly { accepted_at: Date | null }[],
): LoanApplication["steps"] {
  let made = 0;
  return steps.flatMap(({ to_state, at }) => {
    // Copied from the state of an application.
    const step = { state: to_state as ApplicationState, at: at.toISOString() };
    if (step.state !== "for_signing") return [step];
    const acceptedAt = offers[made]?.accepted_at ?? null;
    made += 1;
    return acceptedAt === null
      ? [step]
      : [step, { state: "accepted" as const, at: acceptedAt.toISOString() }];
  });
}

/** The steps of these applications and their offers, oldest first, and the products. */
function readMore(app: App, ids: bigint[]) {
  return Promise.all([
    app.db
      .selectFrom("loan_application_event")
      .select(["application_id", "to_state", "at"])
      .where("application_id", "in", ids)
      .orderBy("id")
      .execute(),
    app.db
      .selectFrom("loan_offer as o")
      .select(["o.application_id", "o.accepted_at", offerEnd.as("ends_at")])
      .where("o.application_id", "in", ids)
      .orderBy("o.version")
      .execute(),
    readProducts(app.db),
  ]);
}
