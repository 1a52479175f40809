import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import { type LoanType, loanTypes } from "#contract/loanTypes.ts";
import type { Tx } from "#server/db/db.ts";
import { withBalances } from "#server/domains/loans/state/readOffer.ts";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { makeSchedule } from "#server/domains/loans/terms/makeSchedule.ts";
import { releaseDays } from "#server/domains/loans/terms/releaseDays.ts";
import { effectiveText, rateText } from "#server/domains/loans/terms/percentText.ts";
import { type LoanProduct, readProduct } from "#server/domains/loans/terms/products.ts";
import { disclosureTexts } from "./disclosureTexts.ts";
import type { DisclosurePage } from "./drawDisclosure.ts";

/**
 * Writes down what the disclosure statement of an offer says, in the transaction that makes the offer, and
 * promises its document, which is drawn afterwards (drawStatement.ts).
 */
export async function fixStatement(tx: Tx, offerId: bigint, at: Date): Promise<void> {
  const offer = await tx
    .selectFrom("loan_offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .innerJoin("member as m", "m.id", "a.member_id")
    .selectAll("o")
    .select(["a.application_no", "a.product", "m.membership_no", "m.language"])
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier"])
    .where("o.id", "=", offerId)
    .executeTakeFirstOrThrow();
  const product = await readProduct(tx, offer.product);
  const language = offer.language === "fil" ? "fil" : "en";
  const page = JSON.stringify(pageOf(offer, product, language));
  await tx
    .insertInto("loan_statement")
    .values({ offer_id: offerId, language, page, fixed_at: at })
    .execute();
  await tx
    .insertInto("outbox")
    .values({
      kind: "draw_loan_statement",
      payload: JSON.stringify({ offerId: String(offerId) }),
      created_at: at,
    })
    .execute();
}

type Offer = {
  application_no: string;
  product: string;
  membership_no: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  qualifier: string;
  disclosure_no: string;
  made_at: Date;
  expires_at: Date;
  first_due_on: string;
  principal_centavos: Centavos;
  months: number;
  annual_rate: bigint;
  processing_fee_centavos: Centavos;
  stamp_tax_centavos: Centavos;
  premium_centavos: Centavos;
  net_proceeds_centavos: Centavos;
  monthly_amortization_centavos: Centavos;
  effective_monthly_rate: bigint;
  effective_annual_rate: bigint;
};

function pageOf(offer: Offer, product: LoanProduct, language: "en" | "fil"): DisclosurePage {
  const texts = disclosureTexts[language];
  const { principal_centavos: principal, annual_rate: annualRate, months } = offer;
  const releasedOn = manilaDate(offer.made_at);
  const plan = makeSchedule(amortize(principal, annualRate, months), {
    principal,
    annualRate,
    releasedOn,
    rule: product.dueRule,
  });
  const schedule = withBalances(principal, plan);
  const interest = schedule.reduce((sum, row) => sum + row.interest, 0n);
  const pesos = (label: string, amount: Centavos, isTotal = false) => ({
    name: label,
    text: formatPesos(amount),
    isTotal,
  });
  return {
    language,
    at: offer.made_at,
    facts: factsOf(offer, product, texts),
    parts: [
      {
        title: texts.financed,
        lines: [
          pesos(texts.principal, principal),
          pesos(texts.fee, offer.processing_fee_centavos),
          pesos(texts.stampTax, offer.stamp_tax_centavos),
          pesos(texts.premium, offer.premium_centavos),
          pesos(texts.totalCharges, principal - offer.net_proceeds_centavos),
          pesos(texts.net, offer.net_proceeds_centavos, true),
        ],
      },
      {
        title: texts.cost,
        lines: [
          line(texts.annualRate, `${rateText(annualRate)} %`),
          line(texts.monthlyEffective, `${effectiveText(offer.effective_monthly_rate)} %`),
          line(texts.annualEffective, `${effectiveText(offer.effective_annual_rate)} %`),
          pesos(texts.totalInterest, interest),
          pesos(texts.totalPayments, principal + interest, true),
        ],
      },
      {
        title: texts.repayment,
        lines: [
          line(texts.months, texts.monthsOf(months)),
          pesos(texts.amortization, offer.monthly_amortization_centavos),
          line(texts.firstDue, offer.first_due_on),
          pesos(texts.firstPayment, schedule[0]?.payment ?? 0n),
        ],
      },
    ],
    notes: [
      ...(isHeld(product) ? [{ title: texts.held, text: texts.heldText }] : []),
      { title: texts.late, text: texts.penalty(rateText(product.penaltyRate), product.graceDays) },
      { title: texts.early, text: texts.earlyText },
    ],
    releases: releasesOf(offer, product),
    ...tableOf(principal, interest, schedule),
  };
}

const line = (label: string, text: string) => ({ name: label, text });

type Planned = ReturnType<typeof withBalances<ReturnType<typeof makeSchedule>[number]>>;

/** Each day on which the offer can be released, with what depends on it. */
function releasesOf(offer: Offer, { dueRule: rule }: LoanProduct): DisclosurePage["releases"] {
  const { principal_centavos: principal, annual_rate: annualRate, months } = offer;
  const days = { from: manilaDate(offer.made_at), to: manilaDate(offer.expires_at) };
  return releaseDays({ principal, annualRate, months, rule }, days).map((day) => [
    day.on,
    day.firstDueOn,
    ...[day.firstPayment, day.totalInterest, day.totalPayments].map((sum) => formatPesos(sum)),
  ]);
}

/** The schedule as a table, and the sums under it. */
function tableOf(
  principal: Centavos,
  interest: Centavos,
  schedule: Planned,
): Pick<DisclosurePage, "schedule" | "sums"> {
  return {
    schedule: schedule.map((row) => [
      String(row.number),
      row.dueOn,
      ...[row.payment, row.interest, row.principal, row.balance].map((sum) => formatPesos(sum)),
    ]),
    sums: [
      "",
      "",
      formatPesos(principal + interest),
      formatPesos(interest),
      formatPesos(principal),
      "",
    ],
  };
}

/** Whether money of the member's own is held for a loan of this product (docs/loans.md). */
const isHeld = ({ hasHoldOut, holdsDeposits }: LoanProduct) => hasHoldOut || holdsDeposits;

/** Who borrows what, under which numbers. */
function factsOf(
  offer: Offer,
  product: LoanProduct,
  texts: (typeof disclosureTexts)["en" | "fil"],
): DisclosurePage["facts"] {
  const most = formatPesos(offer.principal_centavos);
  const name = [offer.first_name, offer.middle_name, offer.last_name, offer.qualifier];
  return [
    line(texts.number, offer.disclosure_no),
    line(texts.madeOn, manilaDate(offer.made_at)),
    line(texts.application, offer.application_no),
    line(texts.borrower, name.filter((part) => part !== "").join(" ")),
    line(texts.membershipNo, offer.membership_no),
    // A foreign key of the application.
    line(texts.product, loanTypes[offer.product as LoanType]),
    line(texts.security, product.security),
    ...(product.hasHoldOut ? [line(texts.held, texts.heldCapital(most))] : []),
    ...(product.holdsDeposits ? [line(texts.held, texts.heldSavings(most))] : []),
  ];
}
