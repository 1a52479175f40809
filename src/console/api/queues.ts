import { getStaffQueues, type StaffQueue } from "#contract/staff/home.ts";
import type { ListTotal } from "#contract/staff/list.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { read } from "./queries.ts";

const REFRESH_MS = 60_000;

/** What waits in each queue that the signed-in person may see; read anew each minute while it shows. */
export const queuesRead = () =>
  queryOptions({
    queryKey: ["queues"],
    queryFn: async ({ signal }) => (await read(getStaffQueues, {}, signal)).results,
    refetchInterval: REFRESH_MS,
  });

/** The counts by queue; a queue one may not see has none. */
export function useQueueCounts(): Partial<Record<StaffQueue, ListTotal>> {
  const { data = [] } = useQuery(queuesRead());
  return Object.fromEntries(data.map(({ queue, ...total }) => [queue, total]));
}

/** '41', or '10,000+' where nobody counted on. */
export function countText({ count, isMore }: ListTotal): string {
  return `${count.toLocaleString("en-US")}${isMore ? "+" : ""}`;
}
