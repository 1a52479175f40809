import { getActivity } from "#contract/activity.ts";
import { getDevices, getSafety } from "#contract/safety.ts";
import { queryOptions } from "@tanstack/react-query";
import { queryClient, read } from "./queries.ts";

/** What protects the account at this moment. */
export const safetyRead = (guid: string) =>
  queryOptions({
    queryKey: ["safety", guid],
    queryFn: async ({ signal }) => (await read(getSafety, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** The browsers in which the member signs in without a code. */
export const devicesRead = (guid: string) =>
  queryOptions({
    queryKey: ["devices", guid],
    queryFn: async ({ signal }) => (await read(getDevices, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** The newest of what happened to the account's safety. */
export const activityRead = (guid: string) =>
  queryOptions({
    queryKey: ["activity", guid],
    queryFn: async ({ signal }) =>
      (await read(getActivity, { params: { guid }, query: {} }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** After a deed all of the page is read anew: each section says something of it. */
export async function readSafetyAnew(): Promise<void> {
  await Promise.all(
    [["safety"], ["devices"], ["activity"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
