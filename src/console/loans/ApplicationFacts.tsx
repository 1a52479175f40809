import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import type { LoanFigures } from "#contract/staff/loanFigures.ts";
import type { LoanApplicationFile } from "#contract/staff/loans.ts";
import { DateText, formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import type { ReactNode } from "react";

type Props = { file: LoanApplicationFile };
type Row = { key: string; name: string; value: ReactNode; isTotal?: boolean };

const pesos = (amount: bigint) => <Money amount={amount} alwaysShown />;
const row = (name: string, value: ReactNode): Row => ({ key: name, name, value });

/** A day without a time, 'yyyy-MM-dd', as people write it. */
function Day({ on }: { on: string }) {
  const language = useLanguage();
  return <DateText at={new Date(`${on}T00:00:00+08:00`)} form="day" language={language} />;
}

/** What the member is to us, and has with us. */
export function Standing({ file: { standing, membershipNo, branchName, filedAt } }: Props) {
  const texts = useTexts("loans");
  const language = useLanguage();
  const { loans } = standing;
  const sum = (of: (loan: (typeof loans)[number]) => bigint) =>
    loans.reduce((total, loan) => total + of(loan), 0n);
  return (
    <section aria-label={texts.standing}>
      <h3>{texts.standing}</h3>
      <KeyValueList
        isTight
        rows={[
          row(texts.membershipNo, membershipNo),
          row(texts.branch, branchName || "–"),
          row(texts.filed, <DateText at={new Date(filedAt)} form="dayTime" language={language} />),
          row(
            texts.memberSince,
            <DateText at={new Date(standing.memberSince)} form="day" language={language} />,
          ),
          row(texts.employer, [standing.employer, standing.rank].filter(Boolean).join(", ") || "–"),
          ...(standing.age === null ? [] : [row(texts.age, String(standing.age))]),
          row(
            texts.activeLoans,
            loans.length === 0
              ? texts.noLoans
              : texts.loansOf(loans.length, formatPesos(sum(({ principal }) => principal))),
          ),
          ...(loans.length === 0
            ? []
            : [
                row(texts.unpaidNow, pesos(sum(({ overdue }) => overdue))),
                row(texts.amortizations, pesos(sum(({ amortization }) => amortization))),
              ]),
          row(texts.deposits, pesos(standing.deposits)),
          row(
            texts.capital,
            <>
              {pesos(standing.capital)}
              <span className="meta n-under">
                {texts.freeCapital} {formatPesos(standing.freeCapital)}
              </span>
            </>,
          ),
          ...(standing.openApplications.length === 0
            ? []
            : [row(texts.alsoOpen, standing.openApplications.join(", "))]),
        ]}
      />
    </section>
  );
}

/** What the documents showed. */
export function Ability({ file: { assessment, productFacts } }: Props) {
  const texts = useTexts("loans");
  if (assessment === null) return <p className="sub">{texts.notAssessed}</p>;
  return (
    <section aria-label={texts.ability}>
      <h3>{texts.ability}</h3>
      <KeyValueList
        isTight
        rows={[
          row(texts.pay, pesos(assessment.pay)),
          row(texts.deductions, pesos(assessment.deductions)),
          ...(productFacts.needsCollateral
            ? [row(texts.collateral, pesos(assessment.collateral))]
            : []),
          row(texts.byAt, assessment.by),
        ]}
      />
    </section>
  );
}

/** What the desk proposes, with what it comes to. */
export function Proposed({ file: { proposal, offer } }: Props) {
  const texts = useTexts("loans");
  if (proposal === null || offer !== null) return null;
  const { approvedBy, approversNeeded, madeBy } = proposal;
  return (
    <section aria-label={texts.proposal}>
      <h3>{texts.proposal}</h3>
      <Figures
        figures={proposal}
        more={[
          row(
            texts.approvals,
            <>
              {texts.approvalsOf(approvedBy.length, approversNeeded)}
              {approvedBy.length > 0 && (
                <span className="meta n-under">{approvedBy.join(", ")}</span>
              )}
            </>,
          ),
          row(texts.madeBy, madeBy),
        ]}
      />
    </section>
  );
}

/** The figures of a loan of some size, and the rules it breaks. */
export function Figures({ figures, more = [] }: { figures: LoanFigures; more?: Row[] }) {
  const texts = useTexts("loans");
  const { takeHomePay, takeHomeFloor, limit, deductions, ownAmortizations, breaks } = figures;
  return (
    <>
      {breaks.length > 0 && (
        <Notice kind="bad">{breaks.map((broken) => texts.breaks[broken]).join(". ")}.</Notice>
      )}
      <KeyValueList
        isTight
        rows={[
          row(texts.principal, pesos(figures.principal)),
          row(texts.months, texts.monthsOf(figures.months)),
          row(texts.annualRate, `${figures.annualRate} %`),
          row(texts.effectiveRate, `${figures.effectiveRate} %`),
          row(texts.amortization, pesos(figures.amortization)),
          row(texts.fee, pesos(figures.fee)),
          row(texts.stampTax, pesos(figures.stampTax)),
          row(texts.premium, pesos(figures.premium)),
          { ...row(texts.netProceeds, pesos(figures.netProceeds)), isTotal: true },
          row(texts.firstDue, <Day on={figures.firstDueOn} />),
          ...(limit === null ? [] : [row(texts.limit, pesos(limit))]),
          ...(deductions === null
            ? []
            : [
                row(
                  texts.countedDeductions,
                  <>
                    {pesos(deductions)}
                    {ownAmortizations !== null && ownAmortizations > 0n && (
                      <span className="meta n-under">
                        {texts.ownAmortizations(formatPesos(ownAmortizations))}
                      </span>
                    )}
                  </>,
                ),
              ]),
          ...(takeHomePay === null
            ? []
            : [
                row(
                  texts.takeHome,
                  <>
                    {pesos(takeHomePay)}
                    {takeHomeFloor !== null && (
                      <span className="meta n-under">
                        {texts.takeHomeFloor(formatPesos(takeHomeFloor))}
                      </span>
                    )}
                  </>,
                ),
              ]),
          ...more,
        ]}
      />
    </>
  );
}

/** What the member is asked to accept. */
export function Offered({ file: { offer } }: Props) {
  const texts = useTexts("loans");
  const language = useLanguage();
  if (offer === null) return null;
  const { acceptedAt } = offer;
  return (
    <section aria-label={texts.offer}>
      <h3>{texts.offer}</h3>
      <KeyValueList
        isTight
        rows={[
          row(texts.disclosureNo, offer.disclosureNo),
          row(texts.principal, pesos(offer.principal)),
          row(texts.months, texts.monthsOf(offer.months)),
          row(texts.amortization, pesos(offer.amortization)),
          { ...row(texts.netProceeds, pesos(offer.netProceeds)), isTotal: true },
          row(
            texts.accepted,
            acceptedAt === null ? (
              texts.notAccepted(formatDate(new Date(offer.expiresAt), "day", language))
            ) : (
              <DateText at={new Date(acceptedAt)} form="dayTime" language={language} />
            ),
          ),
        ]}
      />
    </section>
  );
}
