import { read } from "#console/api/queries.ts";
import { getEarningRates, getEarningRun } from "#contract/staff/earnings.ts";
import { queryOptions } from "@tanstack/react-query";

/** The worker moves these on by itself: read anew while it does. */
const MOVING = ["asked", "posting", "reversing"];

export const earningRunRead = (runId: string) =>
  queryOptions({
    queryKey: ["earningRun", runId],
    queryFn: async ({ signal }) =>
      (await read(getEarningRun, { params: { runId } }, signal)).result,
    staleTime: 0,
    refetchInterval: ({ state }) => (MOVING.includes(state.data?.state ?? "") ? 2000 : false),
  });

export const earningRatesRead = () =>
  queryOptions({
    queryKey: ["earningRates"],
    queryFn: async ({ signal }) => (await read(getEarningRates, {}, signal)).result,
  });
