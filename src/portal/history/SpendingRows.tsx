import type { HistoryDirection } from "#contract/history.ts";
import type { SpendingGroup } from "#contract/spending.ts";
import { spendingRowsRead } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { EndOfList } from "#portal/shared/EndOfList.tsx";
import { Failed } from "#portal/shared/frame.tsx";
import { WaitingLines } from "#portal/shared/MovementLine.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { TransactionDays } from "./TransactionDays.tsx";

/** The transactions behind one bar. */
export function SpendingRows(props: {
  of: { month: string; group: SpendingGroup; direction: HistoryDirection };
  title: string;
}) {
  const texts = useTexts("spending");
  const query = useInfiniteQuery(spendingRowsRead(useGuid(), props.of));
  const section = useRef<HTMLElement>(null);
  const rows = query.data?.pages.flat();
  // Whoever pressed the bar came for these.
  useEffect(() => section.current?.focus(), []);
  return (
    <section aria-labelledby="spending-rows" ref={section} tabIndex={-1} className="spending-rows">
      <SectionHead id="spending-rows" title={props.title} />
      {rows === undefined && query.isError ? (
        <Failed title={texts.failed} meaning={texts.failedMeaning} query={query} />
      ) : (
        <Panel>
          {rows === undefined && <WaitingLines label={texts.loading} />}
          {rows !== undefined && (
            <>
              <TransactionDays rows={rows} onOpen={() => undefined} />
              <EndOfList
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                hasFailed={query.isFetchNextPageError}
                onMore={() => void query.fetchNextPage()}
              />
            </>
          )}
        </Panel>
      )}
    </section>
  );
}
