import type { LoanApplication } from "#contract/loans.ts";
import { loanApplicationsRead } from "#portal/api/loanReads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { NotFoundPage } from "#portal/layout/NoPage.tsx";
import { loanPath, paths } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { StepList } from "#portal/shared/StepList.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { CopyButton, Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { Failed, ToLoans, Waiting } from "#portal/shared/frame.tsx";
import { Offer } from "./Offer.tsx";
import {
  isEnded,
  isOver,
  stageKind,
  stageMeaning,
  stagesToCome,
  stageText,
  stepText,
} from "#portal/shared/loanStage.ts";
import { WithdrawLoan } from "./WithdrawLoan.tsx";
import "#portal/shared/sheet.css";
import "./loans.css";

const LOOK_AGAIN_MS = 30_000;

/** One application: how it stands, what is asked of the member, and the offer that comes of it. */
export function LoanApplicationPage() {
  const texts = useTexts("loanApplications");
  const { applicationNo = "" } = useParams();
  const query = useQuery({
    ...loanApplicationsRead(useGuid()),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const application = query.data?.find((one) => one.applicationNo === applicationNo);
  if (query.data !== undefined && application === undefined) return <NotFoundPage />;
  return (
    <>
      <PageHead title={texts.title} before={<ToLoans />} />
      {application !== undefined && <Loaded application={application} />}
      {application === undefined &&
        (query.isError ? (
          <Failed title={texts.failed} meaning={texts.failedMeaning} query={query} />
        ) : (
          <Waiting label={texts.loading} />
        ))}
    </>
  );
}

function Loaded({ application }: { application: LoanApplication }) {
  const texts = useTexts("loanApplications");
  const { applicationNo, state, isAccepted, hasOffer, canWithdraw, loanNo } = application;
  const isOffered = hasOffer || isAccepted;
  const hasLoans = useFeature("loans");
  return (
    <div className="twocol">
      <div className="stack">
        <Sheet application={application} />
        {isOffered && <Offer application={application} />}
      </div>
      <aside className="stack" aria-label={texts.stepsTitle}>
        <Panel padded>
          <StepList
            id="stages"
            title={texts.stepsTitle}
            steps={[
              ...application.steps.map((step) => ({ label: stepText(step, texts), at: step.at })),
              ...stagesToCome(application).map((state) => ({
                label: stepText({ state }, texts),
                at: null,
                note: <span className="meta">{texts.toCome[state]}</span>,
              })),
            ]}
          />
        </Panel>
        {state === "released" && loanNo !== null && (
          <Link className={buttonClass({ look: "primary", block: true })} to={loanPath(loanNo)}>
            {texts.toLoan}
          </Link>
        )}
        {hasLoans && (state === "rejected" || state === "cancelled" || isOver(application)) && (
          <Link className={buttonClass({ block: true })} to={paths.applyForLoans}>
            {texts.applyAgain}
          </Link>
        )}
        {canWithdraw && <WithdrawLoan applicationNo={applicationNo} />}
      </aside>
    </div>
  );
}

function Sheet({ application }: { application: LoanApplication }) {
  const texts = useTexts("loanApplications");
  const language = useLanguage();
  const { applicationNo, state, reason, name, amount, filedAt } = application;
  const wished = useWished(application);
  const isAsking = state === "for_documents" && reason !== "";
  return (
    <Panel className="loan-sheet">
      <div className="loan-title">
        <LoanPicture code={application.loanType} />
        <div className="t">
          <h2>{name}</h2>
          <span className="meta">
            {texts.submittedOn(formatDate(new Date(filedAt), "day", language))}
          </span>
        </div>
        <StatusTag kind={stageKind(application)}>{stageText(application, texts)}</StatusTag>
      </div>
      <div className="sheet-rows">
        <p>{stageMeaning(application, texts)}</p>
        {isAsking && (
          <Notice kind="warn">
            <b>{texts.askedTitle}</b>
            <p className="loan-said">{reason}</p>
            <p>{texts.askedHow}</p>
          </Notice>
        )}
        {isEnded(application) && reason !== "" && (
          <Notice kind="info">
            <b>{texts.reason}</b>
            <p className="loan-said">{reason}</p>
          </Notice>
        )}
        <KeyValueList
          rows={[
            {
              key: "number",
              name: texts.number,
              value: (
                <span className="loan-number">
                  <Reference value={applicationNo} />
                  <CopyButton value={applicationNo} what={texts.number} />
                </span>
              ),
            },
            { key: "amount", name: texts.amount, value: <Money amount={amount} /> },
            ...wished,
          ]}
        />
      </div>
    </Panel>
  );
}

/** The months that were asked for, and until an offer says it about what one of them would cost. */
function useWished({ monthsWished, estimatedMonthly }: LoanApplication) {
  const texts = useTexts("loanApplications");
  const amountText = useAmountText();
  if (monthsWished === null) return [];
  const months = { key: "months", name: texts.monthsWished, value: texts.months(monthsWished) };
  if (estimatedMonthly === null) return [months];
  const name = (
    <>
      {texts.offer.monthly}
      <span className="meta value-note">{texts.estimated}</span>
    </>
  );
  return [months, { key: "monthly", name, value: texts.about(amountText(estimatedMonthly)) }];
}
