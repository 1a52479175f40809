import type { Repeats } from "#common/scheduleDays.ts";
import { getScheduleDays, getSchedules } from "#contract/schedules.ts";
import type { TransferKind } from "#contract/transferKinds.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

/** The member's scheduled transfers. */
export const schedulesRead = (guid: string) =>
  queryOptions({
    queryKey: ["schedules", guid],
    queryFn: async ({ signal }) => (await read(getSchedules, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** The first days of one that begins so. */
export const scheduleDaysRead = (
  guid: string,
  query: { transferKind: TransferKind; repeats: Repeats; firstOn: string },
) =>
  queryOptions({
    queryKey: ["scheduleDays", guid, query],
    queryFn: async ({ signal }) =>
      (await read(getScheduleDays, { params: { guid }, query }, signal)).result,
    enabled: guid !== "",
  });
