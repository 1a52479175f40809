import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { RequestSummary } from "#contract/staff/requests.ts";
import { Notice } from "#ui/Notice.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { Changes } from "./Changes.tsx";
import { kindText } from "./kindText.ts";
import { requestRead } from "./requestRead.ts";
import { subjectText } from "./subjectText.ts";

/** What each of several requests would change: nobody decides what they did not see. */
export function ManyRequests({ rows }: { rows: readonly RequestSummary[] }) {
  return rows.map((row) => <One key={row.id} row={row} />);
}

function One({ row }: { row: RequestSummary }) {
  const texts = useTexts("requests");
  const subject = subjectText(row, useTexts("operations"), useLanguage());
  const { data, error, isPending, refetch } = useQuery(requestRead(row.id));
  return (
    <section className="r-one" aria-label={`${kindText(row.kind, texts)}, ${subject}`}>
      <h3>{kindText(row.kind, texts)}</h3>
      <p className="meta">
        {subject}, {texts.maker}: {row.maker}
      </p>
      {isPending && (
        <Loading>
          <Skeleton width="80%" />
        </Loading>
      )}
      {!isPending && data === undefined && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Changes request={data} />}
      {data?.isStale === true && <Notice kind="warn">{texts.staleNow}</Notice>}
    </section>
  );
}
