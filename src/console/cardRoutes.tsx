import { Allowed } from "#console/layout/Allowed.tsx";
import { lazy } from "react";
import { Route } from "react-router";
import { paths } from "./paths.ts";

const ApplicationsPage = lazy(async () => ({
  default: (await import("./cards/ApplicationsPage.tsx")).ApplicationsPage,
}));
const StockPage = lazy(async () => ({
  default: (await import("./cards/StockPage.tsx")).StockPage,
}));
const KitsPage = lazy(async () => ({ default: (await import("./cards/KitsPage.tsx")).KitsPage }));
const BatchesPage = lazy(async () => ({
  default: (await import("./cards/BatchesPage.tsx")).BatchesPage,
}));

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
