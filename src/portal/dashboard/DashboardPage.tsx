import { failureOf } from "#client/queries.ts";
import { whenConnected } from "#client/whenConnected.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { serverDate } from "#client/clock.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { useShownBalances } from "#portal/shared/shownSince.ts";
import { currentLanguage, loadTexts, useLanguage, useTexts } from "#portal/texts/texts.ts";
import { manilaDate } from "#common/manila.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { amountsHidden, hideAmounts } from "#ui/preferences.ts";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { lazyPart } from "#ui/lazyPart.tsx";
import { Suspense } from "react";
import { Link } from "react-router";
import { AgedPasswordDialog } from "./AgedPasswordDialog.tsx";
import { CardSection } from "./CardSection.tsx";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { LateLoans } from "./LateLoans.tsx";
import { AccountList } from "./lists.tsx";
import { LoanList } from "#portal/shared/LoanList.tsx";
import "./dashboard.css";

/** Comes after all that stands above it. */
const Below = lazyPart(() =>
  whenConnected(async () => {
    const [below] = await Promise.all([
      import("./Below.tsx"),
      loadTexts(currentLanguage(), "loanScreens"),
    ]);
    return below.Below;
  }),
);

/** Balances first, then the card, what one can do, and the loans. One call reads it all. */
export function DashboardPage() {
  const texts = useTexts("dashboard");
  const hasLoans = useFeature("loans");
  const query = useQuery(dashboardRead(useGuid()));
  const { data } = query;
  useShownBalances(query.dataUpdatedAt);
  const again = () => void query.refetch();
  return (
    <>
      <PageHead
        title={texts.title}
        after={<Updated asOf={data?.asOf} isRefreshing={query.isFetching} onRefresh={again} />}
        actions={<HideButton />}
      />
      {data === undefined && query.isError && (
        <Panel>
          <NotRead query={query} title={texts.failed}>
            {texts.failedMeaning(shortReference(failureOf(query.error)))}
          </NotRead>
        </Panel>
      )}
      {data === undefined && !query.isError && <DashboardSkeleton />}
      {data !== undefined && <LateLoans loans={data.loans} />}
      {data !== undefined && (
        <div className="dash">
          <section className="g-bal" aria-labelledby="balances">
            <SectionHead id="balances" title={texts.balances} />
            <AccountList accounts={data.accounts} card={data.card} />
          </section>
          <CardSection card={data.card} />
          <div className="g-loans">
            <section aria-labelledby="loans">
              <SectionHead
                id="loans"
                title={texts.loans}
                count={data.loans.length}
                action={hasLoans && <Link to={paths.applyForLoans}>{texts.applyForLoan}</Link>}
              />
              <LoanList loans={data.loans} />
            </section>
            <Suspense>
              <Below />
            </Suspense>
          </div>
        </div>
      )}
      <AgedPasswordDialog />
    </>
  );
}

function Updated(props: {
  asOf: string | undefined;
  isRefreshing: boolean;
  onRefresh: () => void;
}) {
  const texts = useTexts("dashboard");
  const language = useLanguage();
  if (props.asOf === undefined) return <p className="meta">&nbsp;</p>;
  const at = new Date(props.asOf);
  const isToday = manilaDate(at) === manilaDate(serverDate());
  return (
    <p className="meta">
      <output>
        {isToday
          ? texts.updatedToday(formatDate(at, "time", language))
          : texts.updatedOn(formatDate(at, "dayTime", language))}
      </output>{" "}
      ·{" "}
      <button
        type="button"
        className="linkbtn"
        aria-busy={props.isRefreshing || undefined}
        onClick={props.onRefresh}
      >
        {props.isRefreshing ? texts.refreshing : texts.refresh}
      </button>
    </p>
  );
}

function HideButton() {
  const texts = useTexts("dashboard");
  const shell = useTexts("shell");
  const isHidden = useStore(amountsHidden);
  return (
    <Button
      small
      className="only-narrow"
      aria-label={isHidden ? shell.showAmounts : shell.hideAmounts}
      onClick={() => hideAmounts(!isHidden)}
    >
      {isHidden ? <EyeOff /> : <Eye />}
      {isHidden ? texts.show : texts.hide}
    </Button>
  );
}
