import type { LoanApplication, LoanOffer } from "#contract/loans.ts";
import { loanOfferRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { formatPesos } from "#common/money.ts";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { AcceptOffer } from "./AcceptOffer.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { percentText } from "./percent.ts";
import { useTotals } from "./totals.tsx";
import { Schedule } from "./Schedule.tsx";

/** What was approved: every charge, what arrives, what is paid back and when, before anything binds. */
export function Offer({ application }: { application: LoanApplication }) {
  const { offer } = useTexts("loanApplications");
  const common = useTexts("common");
  const { applicationNo } = application;
  const { data, isError, refetch } = useQuery(loanOfferRead(useGuid(), applicationNo));
  if (data === undefined && isError)
    return (
      <Notice kind="bad" role="alert">
        {offer.failed}{" "}
        <Button small onClick={() => void refetch()}>
          {common.tryAgain}
        </Button>
      </Notice>
    );
  if (data === undefined)
    return (
      <Loading label={offer.loading}>
        <Panel padded>
          <Skeleton width="100%" height="30rem" />
        </Panel>
      </Loading>
    );
  return (
    <>
      <section aria-labelledby="offer">
        <SectionHead id="offer" title={offer.title} />
        <Panel>
          <Head offer={data} application={application} />
          <div className="sheet-rows">
            <Figures offer={data} />
          </div>
          <div className="loan-actions">
            <Disclosure applicationNo={applicationNo} />
            {application.hasOffer && <AcceptOffer offer={data} />}
          </div>
        </Panel>
      </section>
      <Schedule rows={data.schedule} alwaysShown />
    </>
  );
}

function Head(props: { offer: LoanOffer; application: LoanApplication }) {
  const { offer: made, application } = props;
  const { offer } = useTexts("loanApplications");
  const language = useLanguage();
  return (
    <div className="revtop">
      <p className="meta">{offer.net}</p>
      <p className="bigamt">
        <Money amount={made.netProceeds} alwaysShown />
      </p>
      <p className="sub">{offer.netMeaning}</p>
      <Asked offer={made} application={application} />
      <p className="meta">
        {made.acceptedAt === null
          ? offer.until(formatDate(new Date(made.expiresAt), "dayTime", language))
          : offer.acceptedOn(formatDate(new Date(made.acceptedAt), "dayTime", language))}
      </p>
      <p className="meta">{offer.releaseDays}</p>
    </div>
  );
}

/** What was asked for, where the offer is another; the months only where those differ. */
function Asked(props: { offer: LoanOffer; application: LoanApplication }) {
  const { offer } = useTexts("loanApplications");
  const { principal, months } = props.offer;
  const { amount, monthsWished } = props.application;
  const isOtherTerm = monthsWished !== null && monthsWished !== months;
  if (principal === amount && !isOtherTerm) return null;
  const asked = formatPesos(amount);
  return (
    <p className="meta">
      {offer.differs(isOtherTerm ? offer.amountOver(asked, monthsWished) : asked)}
    </p>
  );
}

function Figures({ offer: made }: { offer: LoanOffer }) {
  const { offer } = useTexts("loanApplications");
  const language = useLanguage();
  const totals = useTotals(made);
  const money = (key: string, name: string, amount: bigint, isTotal = false) => ({
    key,
    name,
    value: amount === 0n && !isTotal ? offer.noCharge : <Money amount={amount} alwaysShown />,
    isTotal,
  });
  const rate = (key: string, name: string, value: string, note: string) => ({
    key,
    name,
    value: (
      <>
        {percentText(value)}
        <span className="meta value-note">{note}</span>
      </>
    ),
  });
  return (
    <KeyValueList
      rows={[
        money("principal", offer.principal, made.principal),
        money("fee", offer.processing, made.processingFee),
        money("tax", offer.stampTax, made.stampTax),
        money("premium", offer.premium, made.premium),
        money("charges", offer.charges, made.totalCharges),
        money("net", offer.net, made.netProceeds, true),
        { key: "months", name: offer.months, value: made.months },
        money("monthly", offer.monthly, made.monthlyAmortization, true),
        ...made.schedule.slice(0, 1).map(({ dueOn, payment }) => ({
          key: "first",
          name: (
            <>
              {offer.first}
              <span className="meta value-note">
                {offer.firstOn(formatDate(dayOf(dueOn), "day", language))}
              </span>
            </>
          ),
          value: <Money amount={payment} alwaysShown />,
        })),
        ...totals,
        rate("rate", offer.rate, made.annualRate, offer.rateMeaning),
        rate("effective", offer.effective, made.effectiveAnnualRate, offer.effectiveMeaning),
        {
          key: "effective_month",
          name: offer.effectiveMonthly,
          value: percentText(made.effectiveMonthlyRate),
        },
        {
          key: "penalty",
          name: offer.penalty,
          value: offer.penaltyRate(percentText(made.penaltyRate), made.graceDays),
        },
        ...(made.creditedTo === null
          ? []
          : [{ key: "to", name: offer.creditedTo, value: made.creditedTo }]),
        { key: "number", name: offer.disclosureNo, value: made.disclosureNo },
      ]}
    />
  );
}
