import { read } from "#console/api/queries.ts";
import { getEmployers, getRemittance } from "#contract/staff/payroll.ts";
import { queryOptions } from "@tanstack/react-query";

export const employersRead = () =>
  queryOptions({
    queryKey: ["employers"],
    queryFn: async ({ signal }) => (await read(getEmployers, {}, signal)).results,
  });

/** Posting moves it on by itself: read anew while it does. */
export const remittanceRead = (remittanceId: string) =>
  queryOptions({
    queryKey: ["remittance", remittanceId],
    queryFn: async ({ signal }) =>
      (await read(getRemittance, { params: { remittanceId } }, signal)).result,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "posting" ? 2000 : false),
  });
