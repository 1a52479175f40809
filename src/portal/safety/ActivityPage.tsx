import { manilaDate } from "#common/manila.ts";
import { type Activity, getActivity } from "#contract/activity.ts";
import { PageHead } from "#client/PageHead.tsx";
import { failureOf } from "#client/queries.ts";
import { read } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { dayOf } from "#portal/shared/dayOf.ts";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ActivityRow } from "./ActivityRow.tsx";
import { WaitingRows } from "./SafetySection.tsx";
import "./safety.css";

/** All that happened to the safety of the account, day by day, as far back as it is kept. */
export function ActivityPage() {
  const common = useTexts("common");
  const safety = useTexts("safety");
  const texts = useTexts("activity");
  const query = useActivity();
  const { data, isError } = query;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <PageHead
        title={texts.pageTitle}
        before={<BackLink to={paths.safety}>{safety.title}</BackLink>}
        after={<p className="sub safety-lead">{texts.lead}</p>}
      />
      <div className="activity-days">
        {data === undefined && (
          <Panel>
            {isError ? (
              <NotRead query={query} title={safety.failed(texts.pageTitle)}>
                {safety.failedMeaning(shortReference(failureOf(query.error)))}
              </NotRead>
            ) : (
              <WaitingRows rows={6} />
            )}
          </Panel>
        )}
        <Days rows={rows} />
        {data !== undefined && !query.hasNextPage && <p className="endmsg">{texts.end}</p>}
        {query.hasNextPage && (
          <div className="endmsg">
            <Button
              small
              pending={query.isFetchingNextPage}
              pendingLabel={texts.loadingMore}
              onClick={() => void query.fetchNextPage()}
            >
              {query.isFetchNextPageError ? common.tryAgain : texts.more}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function useActivity() {
  const guid = useGuid();
  return useInfiniteQuery({
    queryKey: ["activity", guid, "pages"],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === "" ? {} : { before: pageParam };
      return (await read(getActivity, { params: { guid }, query }, signal)).result;
    },
    initialPageParam: "",
    getNextPageParam: (page) => (page.hasMore ? page.rows.at(-1)?.id : undefined),
    enabled: guid !== "",
  });
}

function Days({ rows }: { rows: readonly Activity[] }) {
  const language = useLanguage();
  return [...byDay(rows)].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 className="activity-day" id={`day-${day}`}>
        {formatDate(dayOf(day), "dayLong", language)}
      </h2>
      <Panel>
        <ul>
          {ofDay.map((row) => (
            <ActivityRow key={row.id} row={row} form="time" />
          ))}
        </ul>
      </Panel>
    </section>
  ));
}

/** In the order in which they come, under the day in Manila. */
function byDay(rows: readonly Activity[]): Map<string, Activity[]> {
  const days = new Map<string, Activity[]>();
  for (const row of rows) {
    const day = manilaDate(new Date(row.at));
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return days;
}
