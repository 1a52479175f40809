import { addDays, manilaDate } from "#common/manila.ts";
import { HISTORY_SEARCH_LENGTH } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { movementsRead } from "#portal/api/accountReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { EndOfList } from "#portal/shared/EndOfList.tsx";
import { WaitingLines } from "#portal/shared/MovementLine.tsx";
import { Failed } from "#portal/shared/frame.tsx";
import { SearchWaits } from "#portal/shared/SearchWaits.tsx";
import { useLastShown } from "#portal/shared/useLastShown.ts";
import { useSettled } from "#portal/shared/useSettled.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MovementMonths } from "./MovementMonths.tsx";

/** The movements of an account, newest first, more of them as one scrolls; from any month on, or those that fit. */
export function Movements({ accountNo, since }: { accountNo: string; since: string }) {
  const texts = useTexts("account");
  const language = useLanguage();
  const [search, setSearch] = useState("");
  const [toDate, setToDate] = useState("");
  const sought = useSettled(search.trim());
  const query = useInfiniteQuery(movementsRead(useGuid(), accountNo, { search: sought, toDate }));
  const { data, isKept } = useLastShown(query);
  const rows = data?.pages.flat();
  return (
    <section aria-labelledby="movements">
      <SectionHead id="movements" title={texts.movements} />
      <p className="meta account-since">{texts.since(formatDate(dayOf(since), "day", language))}</p>
      <search className="account-filters">
        <Search value={search} onChange={setSearch} />
        <Months since={since} value={toDate} onChange={setToDate} />
      </search>
      <Panel aria-busy={query.isPlaceholderData || undefined}>
        {rows === undefined && !query.isError && <WaitingLines label={texts.loadingMovements} />}
        {isKept && <SearchWaits />}
        {rows?.length === 0 && (
          <EmptyState title={sought === "" ? texts.noneTitle : texts.noneFitsTitle}>
            {sought === "" ? texts.noneMeaning : texts.noneFits(sought)}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <>
            <MovementMonths rows={rows} />
            {!isKept && (
              <EndOfList
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage || query.isPlaceholderData}
                hasFailed={query.isFetchNextPageError}
                onMore={() => void query.fetchNextPage()}
              />
            )}
          </>
        )}
      </Panel>
      {rows === undefined && query.isError && (
        <Failed title={texts.movementsFailed} meaning={texts.failedMeaning} query={query} />
      )}
      <output className="sr">
        {rows !== undefined &&
          !isKept &&
          (sought !== "" || toDate !== "") &&
          texts.found(rows.length)}
      </output>
    </section>
  );
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const texts = useTexts("account");
  const history = useTexts("history");
  return (
    <TextField
      type="search"
      label={history.search}
      hint={texts.searchHint}
      maxLength={HISTORY_SEARCH_LENGTH}
      autoComplete="off"
      enterKeyHint="search"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Each month since the account was opened, by its last day. */
function Months(props: { since: string; value: string; onChange: (toDate: string) => void }) {
  const texts = useTexts("account");
  const language = useLanguage();
  return (
    <SelectField
      label={texts.month}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    >
      <option value="">{texts.newest}</option>
      {monthsSince(props.since, manilaDate(serverDate())).map((lastDay) => (
        <option key={lastDay} value={lastDay}>
          {formatDate(dayOf(lastDay), "month", language)}
        </option>
      ))}
    </SelectField>
  );
}

/** The last days of the months before this one, newest first. */
function monthsSince(since: string, today: string): string[] {
  const months: string[] = [];
  for (let last = addDays(`${today.slice(0, 7)}-01`, -1); last >= since;) {
    months.push(last);
    last = addDays(`${last.slice(0, 7)}-01`, -1);
  }
  return months;
}
