import { Reference } from "#ui/Reference.tsx";
import type { LoanAccount } from "#contract/loans.ts";
import { failureOf } from "#client/queries.ts";
import { loanAccountRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { NotFoundPage } from "#portal/layout/NoPage.tsx";
import { daysBetween } from "#portal/shared/dayOf.ts";
import { useShownBalances } from "#portal/shared/shownSince.ts";
import { PageHead } from "#client/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useParams } from "react-router";
import { Failed, ToLoans, Waiting } from "#portal/shared/frame.tsx";
import { AutomaticDebit } from "./AutomaticDebit.tsx";
import { Certificate } from "./Certificate.tsx";
import { Late } from "./Late.tsx";
import { Facts, Settlement } from "./LoanFigures.tsx";
import { LoanPayments } from "./LoanPayments.tsx";
import { useNextRows } from "./nextRows.tsx";
import { isPaidFromPay } from "./paidFromPay.ts";
import { PayDialog } from "./PayDialog.tsx";
import { PayLoan } from "./PayLoan.tsx";
import { Schedule } from "./Schedule.tsx";
import "#portal/shared/sheet.css";
import "./loans.css";

/** One loan: what is owed, what comes next, what is late, what was paid, and what would end it today. */
export function LoanAccountPage() {
  const texts = useTexts("loanAccount");
  const { loanNo = "" } = useParams();
  const query = useQuery(loanAccountRead(useGuid(), loanNo));
  const { data } = query;
  useShownBalances(query.dataUpdatedAt);
  const failure = failureOf(query.error);
  // A number that is none of ours is a wrong address (422) like one that is not the member's.
  if (data === undefined && [404, 422].includes(failure?.httpStatus ?? 0)) return <NotFoundPage />;
  return (
    <>
      <PageHead
        title={data?.name ?? loanNo}
        heading={data?.name ?? <Reference value={loanNo} />}
        before={<ToLoans />}
        after={
          <p className="meta">
            <Reference value={loanNo} />
          </p>
        }
      />
      {data !== undefined && <Loaded loan={data} />}
      {data === undefined &&
        (query.isError ? (
          <Failed title={texts.failed} meaning={texts.failedMeaning} query={query} />
        ) : (
          <Waiting label={texts.loading} />
        ))}
    </>
  );
}

const isOpen = ({ state }: LoanAccount) => state === "active" || state === "past_due";

function Loaded({ loan }: { loan: LoanAccount }) {
  const texts = useTexts("loanAccount");
  const [isPaying, setIsPaying] = useState(false);
  const firstUnpaid = loan.schedule.findIndex(({ state }) => state !== "paid");
  return (
    <div className="twocol">
      <div className="stack">
        <Head loan={loan} />
        {loan.arrears.total > 0n && <Late loan={loan} />}
        {isOpen(loan) && <PayLoan loan={loan} onPay={() => setIsPaying(true)} />}
        {/* Here, where it stays: the payment that ends the loan takes away what it was opened from. */}
        {isPaying && <PayDialog loanNo={loan.loanId} onClose={() => setIsPaying(false)} />}
        {isOpen(loan) && <Settlement loan={loan} />}
        <Schedule rows={useRows(loan)} from={Math.max(0, firstUnpaid)} />
        <LoanPayments loan={loan} />
      </div>
      <aside className="stack" aria-label={texts.facts.title}>
        {loan.state === "fully_paid" && <Certificate loanNo={loan.loanId} />}
        {isOpen(loan) && <AutomaticDebit loan={loan} />}
        <Facts loan={loan} />
      </aside>
    </div>
  );
}

const TAGS: Record<LoanAccount["state"], ComponentProps<typeof StatusTag>["kind"]> = {
  active: "ok",
  past_due: "bad",
  restructured: "info",
  fully_paid: "ok",
  written_off: "neutral",
};

/** A payment that is late is said as soon as it is, the days of grace included. */
function State({ loan }: { loan: LoanAccount }) {
  const texts = useTexts("loanAccount");
  const { arrears, settlement, state } = loan;
  if (isOpen(loan) && arrears.since !== null) {
    const days = daysBetween(arrears.since, settlement.on);
    return <StatusTag kind="bad">{texts.pastDue(days)}</StatusTag>;
  }
  return <StatusTag kind={TAGS[state]}>{texts.states[state]}</StatusTag>;
}

function Head({ loan }: { loan: LoanAccount }) {
  const texts = useTexts("loanAccount");
  const rows = useNextRows(loan);
  return (
    <Panel className="loan-sheet">
      <div className="loan-title">
        <LoanPicture code={loan.type} />
        <div className="t">
          <p className="meta">{texts.principalLeft}</p>
          <p className="bigamt">
            <Money amount={loan.prin_out_balance} />
          </p>
        </div>
        <State loan={loan} />
      </div>
      <div className="sheet-rows">
        {loan.nextDue === null && (
          <p className="loan-nothing">{loan.arrears.total === 0n && texts.nothingDue}</p>
        )}
        {rows.length > 0 && <KeyValueList rows={rows} />}
        {loan.arrears.total === 0n && isPaidFromPay(loan) && (
          <p className="loan-nothing">{texts.paidFromPay}</p>
        )}
      </div>
    </Panel>
  );
}

/** How each instalment stands, in words where it is not simply to come. */
function useRows(loan: LoanAccount) {
  const { instalment } = useTexts("loanAccount");
  const amountText = useAmountText();
  return loan.schedule.map(({ state, paid, ahead, payment, ...row }) => {
    switch (state) {
      case "paid":
        return { ...row, tag: <StatusTag kind="ok">{instalment.paid}</StatusTag> };
      case "paid_ahead":
        return { ...row, tag: <StatusTag kind="ok">{instalment.paid_ahead}</StatusTag> };
      case "overdue":
        return { ...row, tag: <StatusTag kind="bad">{instalment.overdue}</StatusTag> };
      case "due":
        return { ...row, tag: <StatusTag kind="warn">{instalment.due}</StatusTag> };
      case "partly_paid": {
        const left = instalment.partly_paid(amountText(payment - paid - ahead));
        return { ...row, tag: <StatusTag kind="warn">{left}</StatusTag> };
      }
      case "next":
        return { ...row, tag: <StatusTag kind="info">{instalment.next}</StatusTag> };
      case "planned":
        return row;
    }
  });
}
