import { PageHead } from "#client/PageHead.tsx";
import { outlookRead } from "#portal/api/accountReads.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { Failed } from "#portal/shared/frame.tsx";
import { useShownBalances } from "#portal/shared/shownSince.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { LoanApplications } from "#portal/shared/LoanApplications.tsx";
import { LoanList } from "#portal/shared/LoanList.tsx";
import { PaidLoans } from "#portal/shared/PaidLoans.tsx";

/** The member's loans: those that run, what was applied for, those that are paid; and the way to another. */
export function LoansPage() {
  const texts = useTexts("dashboard");
  const apply = useTexts("loanApply");
  const hasLoans = useFeature("loans");
  const guid = useGuid();
  const query = useQuery(dashboardRead(guid));
  const { data: outlook } = useQuery(outlookRead(guid));
  const { data } = query;
  useShownBalances(query.dataUpdatedAt);
  return (
    <>
      <PageHead
        title={apply.myLoans}
        actions={
          hasLoans && (
            <Link className={buttonClass({ look: "primary" })} to={paths.applyForLoans}>
              {texts.applyForLoan}
            </Link>
          )
        }
      />
      <div className="stack">
        <section aria-labelledby="loans">
          <SectionHead
            id="loans"
            title={texts.loans}
            {...(data === undefined ? {} : { count: data.loans.length })}
          />
          {data !== undefined && <LoanList loans={data.loans} />}
          {data === undefined && query.isError && (
            <Failed title={texts.failed} meaning={texts.failedMeaning} query={query} />
          )}
          {data === undefined && !query.isError && (
            <Loading label={texts.loading}>
              <Skeleton width="100%" height="18rem" />
            </Loading>
          )}
        </section>
        <LoanApplications />
        {outlook !== undefined && outlook.paidLoans.length > 0 && (
          <PaidLoans loans={outlook.paidLoans} />
        )}
      </div>
    </>
  );
}
