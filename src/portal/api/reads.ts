import { getConfig } from "#contract/config.ts";
import { getCardDetails, getDashboard } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getRecentPayees, getRecipients } from "#contract/recipients.ts";
import { getTransferCases } from "#contract/transferCases.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { heardConfig } from "#client/config.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

/** Read on every page, whatever it shows. */
export const IN_THE_SHELL = { isInTheShell: true };

/**
 * Everything the screens read, each with the one name under which it is kept. The configuration was
 * heard before a session opened: which features are on is known from the first drawing on.
 */
export const configRead = () =>
  queryOptions({
    queryKey: ["config"],
    meta: IN_THE_SHELL,
    queryFn: async ({ signal }) => (await read(getConfig, {}, signal)).result,
    initialData: () => heardConfig()?.config,
    initialDataUpdatedAt: () => heardConfig()?.at,
    staleTime: 60_000,
  });

/** Balances, loans, card and the count of unread notifications in one call. */
export const dashboardRead = (guid: string) =>
  queryOptions({
    queryKey: ["dashboard", guid],
    meta: IN_THE_SHELL,
    queryFn: async ({ signal }) => (await read(getDashboard, { params: { guid } }, signal)).result,
    enabled: guid !== "",
  });

/** The newest notifications first. */
export const notificationsRead = (guid: string) =>
  queryOptions({
    queryKey: ["notifications", guid],
    queryFn: async ({ signal }) => {
      const { results } = await read(getNotifications, { params: { guid } }, signal);
      return Object.values(results).toSorted(
        (a, b) => b.date.localeCompare(a.date) || Number(BigInt(b.id) - BigInt(a.id)),
      );
    },
    enabled: guid !== "",
  });

/** What the transfer forms need. */
export const transferSetupRead = () =>
  queryOptions({
    queryKey: ["transferSetup"],
    queryFn: async ({ signal }) => (await read(getTransferSetup, {}, signal)).result,
    staleTime: 0,
  });

/** People the member sends to, whoever was sent to last first. */
export const recipientsRead = (guid: string) =>
  queryOptions({
    queryKey: ["recipients", guid],
    queryFn: async ({ signal }) => (await read(getRecipients, { params: { guid } }, signal)).result,
    enabled: guid !== "",
  });

/** Whom the member has sent to, saved or not. */
export const recentPayeesRead = (guid: string) =>
  queryOptions({
    queryKey: ["recipients", guid, "recent"],
    queryFn: async ({ signal }) =>
      (await read(getRecentPayees, { params: { guid } }, signal)).result,
    enabled: guid !== "",
  });

/** One transfer and how it stands. */
export const transferDetailsRead = (guid: string, refNo: string, tranDate: string) =>
  queryOptions({
    queryKey: ["transfer", guid, refNo],
    queryFn: async ({ signal }) =>
      (await read(getTransferDetails, { params: { guid, refNo }, query: { tranDate } }, signal))
        .result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** What the member reported about one transfer, newest first. */
export const transferCasesRead = (guid: string, refNo: string) =>
  queryOptions({
    queryKey: ["transferCases", guid, refNo],
    queryFn: async ({ signal }) =>
      (await read(getTransferCases, { params: { guid }, query: { refNo } }, signal)).results,
    enabled: guid !== "",
    staleTime: 0,
  });

/** Card account, balance and settings. */
export const cardDetailsRead = (guid: string) =>
  queryOptions({
    queryKey: ["card", guid],
    queryFn: async ({ signal }) =>
      (await read(getCardDetails, { params: { guid } }, signal)).result,
    enabled: guid !== "",
  });
