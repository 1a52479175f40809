import { getActivity } from "#contract/activity.ts";
import { getCashWithdrawals } from "#contract/cashWithdrawals.ts";
import { getMoneyLocks } from "#contract/moneyLock.ts";
import { getNoticeChoices } from "#contract/noticeChoices.ts";
import { getOwnLimits } from "#contract/ownLimits.ts";
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

/** By which channels each kind of notice goes to the member. */
export const noticeChoicesRead = (guid: string) =>
  queryOptions({
    queryKey: ["noticeChoices", guid],
    queryFn: async ({ signal }) =>
      (await read(getNoticeChoices, { params: { guid } }, signal)).result,
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

/** The limits that the member set for transfers. */
export const ownLimitsRead = (guid: string) =>
  queryOptions({
    queryKey: ["ownLimits", guid],
    queryFn: async ({ signal }) => (await read(getOwnLimits, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** What the member has locked on the own accounts. */
export const moneyLocksRead = (guid: string) =>
  queryOptions({
    queryKey: ["moneyLocks", guid],
    queryFn: async ({ signal }) => (await read(getMoneyLocks, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** What a teller has entered for the member to approve at this moment. */
export const cashWithdrawalsRead = (guid: string) =>
  queryOptions({
    queryKey: ["cashWithdrawals", guid],
    queryFn: async ({ signal }) =>
      (await read(getCashWithdrawals, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** Limits and locks stand on the forms and the dashboard too. */
export async function readMoneyAnew(): Promise<void> {
  await Promise.all(
    [["ownLimits"], ["moneyLocks"], ["transferSetup"], ["dashboard"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
