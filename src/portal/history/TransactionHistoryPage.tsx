import { addDays, manilaDate } from "#common/manila.ts";
import {
  type CardTransaction,
  getTransactionHistory,
  HISTORY_PAGE_ROWS,
} from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { failureOf } from "#client/queries.ts";
import { read } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { shortReference, showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState, ErrorState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { EndOfList } from "./EndOfList.tsx";
import { TransactionDays } from "./TransactionDays.tsx";
import "./history.css";

/** Today and the 29 days before, in Manila. */
const DAYS_BEFORE = 29;

/** The card's transactions, newest first, more of them as one scrolls. */
export function TransactionHistoryPage() {
  const common = useTexts("common");
  const texts = useTexts("history");
  const dashboardTexts = useTexts("dashboard");
  const language = useLanguage();
  const toDate = manilaDate(serverDate());
  const fromDate = addDays(toDate, -DAYS_BEFORE);
  const query = useHistory(fromDate, toDate);
  const rows = query.data?.pages.flat();
  const hasNoCard = isWithoutCard(query.error);
  const day = (text: string) => formatDate(new Date(`${text}T00:00:00+08:00`), "day", language);
  const more = () => void query.fetchNextPage();
  useFailureToast(query.error);

  return (
    <>
      <PageHead
        title={texts.title}
        after={<p className="meta">{texts.lastDays(day(fromDate), day(toDate))}</p>}
      />
      <div className="twocol">
        <Panel>
          {rows === undefined && !query.isError && <Waiting />}
          {hasNoCard && (
            <EmptyState title={dashboardTexts.noCard}>{dashboardTexts.noCardMeaning}</EmptyState>
          )}
          {rows === undefined && query.isError && !hasNoCard && (
            <ErrorState
              title={texts.failed}
              action={<Button onClick={() => void query.refetch()}>{common.tryAgain}</Button>}
            >
              {texts.failedMeaning(shortReference(failureOf(query.error)))}
            </ErrorState>
          )}
          {rows?.length === 0 && <EmptyState title={texts.empty}>{texts.emptyMeaning}</EmptyState>}
          {rows !== undefined && rows.length > 0 && (
            <>
              <TransactionDays rows={rows} />
              <EndOfList
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                hasFailed={query.isFetchNextPageError}
                onMore={more}
              />
            </>
          )}
        </Panel>
        {rows !== undefined && rows.length > 0 && <Shown rows={rows} />}
      </div>
    </>
  );
}

function useHistory(fromDate: string, toDate: string) {
  const guid = useGuid();
  return useInfiniteQuery({
    queryKey: ["history", guid, fromDate, toDate],
    queryFn: async ({ pageParam, signal }) => {
      const query = { fromDate, toDate, lastTranId: pageParam };
      return (await read(getTransactionHistory, { params: { guid }, query }, signal)).result;
    },
    initialPageParam: "",
    // A page that is not full is the last one: no further call only to hear so.
    getNextPageParam: (page) => (page.length < HISTORY_PAGE_ROWS ? undefined : page.at(-1)?.id),
    enabled: guid !== "",
  });
}

function useFailureToast(error: Error | null): void {
  useEffect(() => {
    const failure = failureOf(error);
    if (failure !== undefined && !isWithoutCard(error)) showFailure(failure);
  }, [error]);
}

/** Nothing failed: there is no card whose transactions could be shown. */
function isWithoutCard(error: Error | null): boolean {
  return failureOf(error)?.code === "no_eon_account";
}

/** What the rows on the page add up to. */
function Shown({ rows }: { rows: readonly CardTransaction[] }) {
  const texts = useTexts("history");
  const moneyIn = sum(rows.filter(({ amount }) => amount > 0n));
  const moneyOut = sum(rows.filter(({ amount }) => amount < 0n));
  return (
    <aside aria-labelledby="shown">
      <Panel padded>
        <h2 id="shown" className="shown-title">
          {texts.shown}
        </h2>
        <KeyValueList
          isTight
          rows={[
            {
              key: "in",
              name: texts.moneyIn,
              value: (
                <span className="money-in">
                  <Money amount={moneyIn} withPlus />
                </span>
              ),
            },
            { key: "out", name: texts.moneyOut, value: <Money amount={moneyOut} /> },
            { key: "count", name: texts.transactions, value: rows.length },
          ]}
        />
        <p className="meta">{texts.older}</p>
      </Panel>
    </aside>
  );
}

const sum = (rows: readonly CardTransaction[]) =>
  rows.reduce((total, { amount }) => total + amount, 0n);

function Waiting() {
  const texts = useTexts("history");
  return (
    <Loading label={texts.loading}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="tx">
          <Skeleton width="44px" height="44px" />
          <div className="d">
            <Skeleton width="70%" />
            <br />
            <Skeleton width="45%" />
          </div>
          <Skeleton width="6rem" />
        </div>
      ))}
    </Loading>
  );
}
