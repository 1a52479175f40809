import { read } from "#console/api/queries.ts";
import { getCardApplication } from "#contract/staff/cards.ts";
import { getCardOrders } from "#contract/staff/cardProduction.ts";
import { getCardKit, getCardStock } from "#contract/staff/cardStock.ts";
import { queryOptions } from "@tanstack/react-query";

export const applicationRead = (applicationId: string) =>
  queryOptions({
    queryKey: ["card_application", applicationId],
    queryFn: async ({ signal }) =>
      (await read(getCardApplication, { params: { applicationId } }, signal)).result,
    // It is decided by what stands there now.
    staleTime: 0,
  });

export const kitRead = (kitId: string) =>
  queryOptions({
    queryKey: ["card_kit", kitId],
    queryFn: async ({ signal }) => (await read(getCardKit, { params: { kitId } }, signal)).result,
    staleTime: 0,
  });

export const stockRead = () =>
  queryOptions({
    queryKey: ["card_stock"],
    queryFn: async ({ signal }) => (await read(getCardStock, {}, signal)).results,
  });

export const ordersRead = () =>
  queryOptions({
    queryKey: ["card_orders"],
    queryFn: async ({ signal }) => (await read(getCardOrders, {}, signal)).result,
  });
