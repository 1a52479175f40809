import { lazyPage } from "#ui/lazyPart.tsx";
import { Allowed } from "#console/layout/Allowed.tsx";

import { Route } from "react-router";
import { paths } from "./paths.ts";

const ApplicationsPage = lazyPage(
  async () => (await import("./cards/ApplicationsPage.tsx")).ApplicationsPage,
);
const StockPage = lazyPage(async () => (await import("./cards/StockPage.tsx")).StockPage);
const KitsPage = lazyPage(async () => (await import("./cards/KitsPage.tsx")).KitsPage);
const BatchesPage = lazyPage(async () => (await import("./cards/BatchesPage.tsx")).BatchesPage);

/** The screens of the card desk. */
export const cardRoutes = (
  <>
    <Route element={<Allowed action="card_application.view" />}>
      <Route path={paths.cardApplications} element={<ApplicationsPage />} />
    </Route>
    <Route element={<Allowed action="card_stock.view" />}>
      <Route path={paths.cardStock} element={<StockPage />} />
      <Route path={paths.cardKits} element={<KitsPage />} />
    </Route>
    <Route element={<Allowed action="card_batch.view" />}>
      <Route path={paths.cardBatches} element={<BatchesPage />} />
    </Route>
  </>
);
