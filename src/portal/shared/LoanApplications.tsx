import { Reference } from "#ui/Reference.tsx";
import type { LoanApplication } from "#contract/loans.ts";
import { serverDate } from "#client/clock.ts";
import { loanApplicationsRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { loanApplicationPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { shownApplications, stageKind, stageText } from "#portal/shared/loanStage.ts";
import "./loanApplications.css";

/**
 * Beneath the loans: applications with number and stage. It comes after everything else, so
 * that nothing moves when it appears; for who comes from the form the page goes there.
 */
export function LoanApplications() {
  const texts = useTexts("loanApplications");
  const common = useTexts("common");
  const { data, isError, refetch } = useQuery(loanApplicationsRead(useGuid()));
  const shown = shownApplications(data ?? [], serverDate());
  const section = useShownAfterSubmit(shown);
  if (data === undefined)
    return isError ? (
      <Notice kind="info">
        {texts.listFailed}{" "}
        <Button small onClick={() => void refetch()}>
          {common.tryAgain}
        </Button>
      </Notice>
    ) : null;
  if (shown.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="loan-applications">
      <SectionHead id="loan-applications" title={texts.sectionTitle} count={shown.length} />
      <Panel>
        <ul>
          {shown.map((application) => (
            <Row key={application.applicationNo} application={application} />
          ))}
        </ul>
      </Panel>
    </section>
  );
}

function Row({ application }: { application: LoanApplication }) {
  const texts = useTexts("loanApplications");
  const language = useLanguage();
  const { applicationNo, name, amount, filedAt, hasOffer } = application;
  return (
    <li className="loan-application">
      <LoanPicture code={application.loanType} />
      <div>
        <b>{name}</b>
        <span className="meta">
          <Reference value={applicationNo} />
        </span>
        <span className="meta">
          <Money amount={amount} /> ·{" "}
          {texts.submittedOn(formatDate(new Date(filedAt), "day", language))}
        </span>
        <Wished application={application} />
      </div>
      <div className="end">
        <StatusTag kind={stageKind(application)}>{stageText(application, texts)}</StatusTag>
        <Link to={loanApplicationPath(applicationNo)}>
          {hasOffer ? texts.toAnswer : texts.details}
          <span className="sr">
            {" "}
            <Reference value={applicationNo} />
          </span>
        </Link>
      </div>
    </li>
  );
}

/** The months that were asked for, and about what one of them would cost. */
function Wished({ application }: { application: LoanApplication }) {
  const texts = useTexts("loanApplications");
  const amountText = useAmountText();
  const { monthsWished, estimatedMonthly } = application;
  if (monthsWished === null) return null;
  return (
    <span className="meta">
      {estimatedMonthly === null
        ? texts.months(monthsWished)
        : texts.aboutMonths(monthsWished, amountText(estimatedMonthly))}
    </span>
  );
}

/** Brings the application into sight that was just filed, once. */
function useShownAfterSubmit(shown: readonly LoanApplication[]) {
  const section = useRef<HTMLElement>(null);
  const { state } = useLocation() as { state: unknown };
  const filed =
    typeof state === "object" && state !== null && "applicationNo" in state
      ? state.applicationNo
      : undefined;
  const isThere = shown.some(({ applicationNo }) => applicationNo === filed);
  useEffect(() => {
    if (isThere) section.current?.scrollIntoView({ block: "center" });
  }, [isThere]);
  return section;
}
