import {
  countCardKits,
  destroyCardKit,
  exportCardKits,
  fetchDeliveryList,
  getCardKit,
  getCardStock,
  listCardKits,
  orderCardKits,
  receiveCardKits,
  sendDeliveryList,
  setKitMinimum,
  takeBackCardKit,
  transferCardKit,
} from "#contract/staff/cardStock.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import { announceKits } from "./announceKits.ts";
import { countKits } from "./countKits.ts";
import { fetchDelivery } from "./fetchDelivery.ts";
import { destroyKit, takeBackKit, transferKit } from "./kitActions.ts";
import { kitColumns, kitOrder, kitsQuery, toKitRow } from "./kitsQuery.ts";
import { orderKits } from "./orderKits.ts";
import { readDeliveryList } from "./readDeliveryList.ts";
import { readKit } from "./readKit.ts";
import { receiveKits } from "./receiveKits.ts";
import { readStock, setMinimum } from "./stock.ts";

/** Plastic by serial: where it lies, what comes, what goes. */
export const cardStockRoutes: Route[] = [
  onStaffCall(getCardStock, async ({ app, staff }) => ({ results: await readStock(app, staff) })),
  onStaffCall(listCardKits, async ({ app, staff, query }) => {
    const page = await readPage(app.db, kitOrder, kitsQuery(app, staff, query), query);
    return { result: { ...page, rows: page.rows.map(toKitRow) } };
  }),
  onStaffCall(exportCardKits, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, kitsQuery(app, staff, query), {
      name: "card-kits",
      order: kitOrder,
      columns: kitColumns,
      filters: query,
    }),
  })),
  onStaffCall(getCardKit, async ({ app, staff, params }) => ({
    result: await readKit(app, staff, params.kitId),
  })),
  onStaffCall(orderCardKits, async ({ app, staff, params, body, idempotencyKey }) => ({
    result: await orderKits(app, staff, { ...params, ...body, idempotencyKey }),
  })),
  onStaffCall(sendDeliveryList, async ({ app, staff, params, query, upload }) => {
    const lines = await readDeliveryList(upload);
    return { result: await announceKits(app, staff, { ...params, ...query, lines }) };
  }),
  onStaffCall(fetchDeliveryList, async ({ app, staff, params, body }) => ({
    result: await fetchDelivery(app, staff, { ...params, ...body }),
  })),
  onStaffCall(receiveCardKits, async ({ app, staff, params, body }) => ({
    result: await receiveKits(app, staff, { ...params, ...body }),
  })),
  onStaffCall(countCardKits, async ({ app, staff, params, body }) => ({
    result: await countKits(app, staff, { ...params, ...body }),
  })),
  onStaffCall(setKitMinimum, async ({ app, staff, params, body }) => {
    await setMinimum(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(transferCardKit, async ({ app, staff, params, body }) => {
    await transferKit(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(destroyCardKit, async ({ app, staff, params, body }) => {
    await destroyKit(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(takeBackCardKit, async ({ app, staff, params, body }) => {
    await takeBackKit(app, staff, { ...params, ...body });
    return {};
  }),
];
