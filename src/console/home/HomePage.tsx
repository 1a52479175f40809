import { queuesRead } from "#console/api/queues.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { QueueList } from "#console/layout/QueueList.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";

/** What waits, queue by queue, for the signed-in person. */
export function HomePage() {
  const texts = useTexts("home");
  const { data, error, isPending, refetch } = useQuery(queuesRead());
  return (
    <div className="c-page">
      <PageHead title={texts.title} />
      <SectionHead title={texts.queues} />
      <Panel padded>
        {isPending && (
          <Loading>
            <Skeleton width="60%" />
          </Loading>
        )}
        {!isPending && data === undefined && (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        )}
        {data !== undefined && <QueueList queues={data} nothing={texts.nothingFor} />}
      </Panel>
    </div>
  );
}
