import { addDays, manilaDate } from "#common/manila.ts";
import type { CardTransaction } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { failureOf } from "#client/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { paths } from "#portal/paths.ts";
import { NoCardYet } from "#portal/shared/NoCardYet.tsx";
import { type Asked, NotRead } from "#portal/shared/NotRead.tsx";
import { SearchWaits } from "#portal/shared/SearchWaits.tsx";
import { shortReference, showFailure } from "#portal/shared/showFailure.ts";
import { useLastShown } from "#portal/shared/useLastShown.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Declined } from "./Declined.tsx";
import { DownloadDialog } from "./DownloadDialog.tsx";
import { EndOfList } from "#portal/shared/EndOfList.tsx";
import { WaitingLines } from "#portal/shared/MovementLine.tsx";
import { Elsewhere } from "./Elsewhere.tsx";
import { HistoryFilters } from "./HistoryFilters.tsx";
import { ShownSums } from "./ShownSums.tsx";
import { TransactionDays } from "./TransactionDays.tsx";
import { ALL, type Filters, useHistory } from "./useHistory.ts";
import { usePlace, useReturn } from "./usePlace.ts";
import "./history.css";

/** Today and the 29 days before, in Manila. */
const DAYS_BEFORE = 29;

/** The card's transactions, newest first, more of them as one scrolls. */
export function TransactionHistoryPage() {
  const texts = useTexts("history");
  const language = useLanguage();
  const toDate = manilaDate(serverDate());
  const fromDate = addDays(toDate, -DAYS_BEFORE);
  const { place, leave } = usePlace();
  const [filters, setFilters] = useState<Filters>(place?.filters ?? ALL);
  const [isDownloading, setIsDownloading] = useState(false);
  const query = useHistory(fromDate, toDate, filters);
  const { data, isKept } = useLastShown(query);
  const rows = data?.pages.flat();
  const hasNoCard = isWithoutCard(query.error);
  const day = (text: string) => formatDate(new Date(`${text}T00:00:00+08:00`), "dayOnly", language);
  const more = () => void query.fetchNextPage();
  useFailureToast(query.error);
  useReturn(place, rows, query);

  return (
    <div className="history">
      <PageHead
        title={texts.title}
        after={
          <p className="meta">
            {filters.isOlder ? texts.allDays : texts.lastDays(day(fromDate), day(toDate))}{" "}
            {!hasNoCard && (
              <Link className="nw" to={paths.spending}>
                {texts.monthByMonth}
              </Link>
            )}
          </p>
        }
        actions={!hasNoCard && <AsDocument onPress={() => setIsDownloading(true)} />}
      />
      {!hasNoCard && <HistoryFilters filters={filters} onChange={setFilters} />}
      {!hasNoCard && <Declined filters={filters} />}
      {/* Without a card another page: what stands instead of the list did not move there. */}
      <div className="twocol" key={hasNoCard ? "none" : "list"}>
        <Panel aria-busy={query.isPlaceholderData || undefined}>
          {rows === undefined && !query.isError && <WaitingLines label={texts.loading} />}
          {rows === undefined && query.isError && <Failed query={query} />}
          {isKept && <SearchWaits />}
          {rows?.length === 0 && <Nothing filters={filters} onChange={setFilters} />}
          {rows !== undefined && rows.length > 0 && (
            <>
              <TransactionDays rows={rows} onOpen={(row) => leave(filters, row.id)} />
              {!isKept && (
                <EndOfList
                  hasMore={query.hasNextPage}
                  isLoading={query.isFetchingNextPage || query.isPlaceholderData}
                  hasFailed={query.isFetchNextPageError}
                  onMore={more}
                />
              )}
              {!isKept && !query.hasNextPage && (
                <SearchOlder filters={filters} onChange={setFilters} />
              )}
            </>
          )}
        </Panel>
        {rows !== undefined && rows.length > 0 && <ShownSums rows={rows} />}
      </div>
      <output className="sr">{isKept ? "" : foundText(rows, filters, texts.found)}</output>
      {isDownloading && <DownloadDialog onClose={() => setIsDownloading(false)} />}
    </div>
  );
}

function AsDocument({ onPress }: { onPress: () => void }) {
  const texts = useTexts("history");
  return (
    <Button className="history-download" onClick={onPress}>
      <Download />
      <span className="long">{texts.download}</span>
      <span className="short" aria-hidden="true">
        PDF
      </span>
    </Button>
  );
}

/** Said aloud when a search or a choice has changed what is shown. */
function foundText(
  rows: readonly CardTransaction[] | undefined,
  { search, direction }: Filters,
  found: (count: number) => string,
): string {
  return rows === undefined || (search === "" && direction === "all") ? "" : found(rows.length);
}

type Filtered = { filters: Filters; onChange: (filters: Filters) => void };

/** Nothing to show here; the other accounts have lists of their own. */
function Nothing(props: Filtered) {
  return (
    <>
      <NoneShown {...props} />
      <Elsewhere />
    </>
  );
}

/** Nothing to show: because nothing happened, or because of what is looked for. What is older is a press away. */
function NoneShown({ filters, onChange }: Filtered) {
  const texts = useTexts("history");
  const { direction, isOlder } = filters;
  const search = filters.search.trim();
  if (search === "" && direction === "all") {
    return (
      <EmptyState title={texts.empty}>
        {texts.emptyMeaning} {texts.older}
      </EmptyState>
    );
  }
  const none = direction === "in" ? texts.noneIn : texts.noneOut;
  const noneFits = isOlder ? texts.noneFitsAtAll : texts.noneFits;
  return (
    <EmptyState
      title={texts.empty}
      action={
        <>
          <SearchOlder filters={filters} onChange={onChange} isFirst />
          <Button onClick={() => onChange(ALL)}>{texts.showAll}</Button>
        </>
      }
    >
      {search === "" ? `${none} ${texts.older}` : noneFits(search)}
    </EmptyState>
  );
}

/** Where something is looked for, in all the years of the card. */
function SearchOlder({ filters, onChange, isFirst }: Filtered & { isFirst?: boolean }) {
  const texts = useTexts("history");
  if (filters.search.trim() === "" || filters.isOlder) return null;
  const button = (
    <Button
      look={isFirst === true ? "primary" : "secondary"}
      onClick={() => onChange({ ...filters, isOlder: true })}
    >
      {texts.searchOlder}
    </Button>
  );
  return isFirst === true ? button : <div className="endmsg">{button}</div>;
}

function Failed({ query }: { query: Asked & { error: Error | null } }) {
  const texts = useTexts("history");
  if (isWithoutCard(query.error)) {
    return <NoCardYet />;
  }
  return (
    <NotRead query={query} title={texts.failed}>
      {texts.failedMeaning(shortReference(failureOf(query.error)))}
    </NotRead>
  );
}

function useFailureToast(error: Error | null): void {
  useEffect(() => {
    const failure = failureOf(error);
    // Of no answer the page says itself that there is no connection.
    if (failure !== undefined && failure.httpStatus !== 0 && !isWithoutCard(error))
      showFailure(failure);
  }, [error]);
}

/** Nothing failed: there is no card whose transactions could be shown. */
function isWithoutCard(error: Error | null): boolean {
  return failureOf(error)?.code === "no_eon_account";
}
