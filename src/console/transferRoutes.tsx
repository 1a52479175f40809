import { lazyPage } from "#ui/lazyPart.tsx";
import { Allowed } from "#console/layout/Allowed.tsx";

import { Route } from "react-router";
import { paths } from "./paths.ts";

const OpenTransfersPage = lazyPage(
  async () => (await import("./transfers/OpenTransfersPage.tsx")).OpenTransfersPage,
);
const InwardPage = lazyPage(async () => (await import("./transfers/InwardPage.tsx")).InwardPage);
const TransferPage = lazyPage(
  async () => (await import("./transfers/TransferPage.tsx")).TransferPage,
);
const CasesPage = lazyPage(async () => (await import("./transfers/CasesPage.tsx")).CasesPage);
const BreaksPage = lazyPage(
  async () => (await import("./reconciliation/BreaksPage.tsx")).BreaksPage,
);
const FilesPage = lazyPage(async () => (await import("./reconciliation/FilesPage.tsx")).FilesPage);
const ProofPage = lazyPage(async () => (await import("./reconciliation/ProofPage.tsx")).ProofPage);

/** The screens of the transfer desk and of the reconciliation. */
export const transferRoutes = (
  <>
    <Route element={<Allowed action="transfer.view" />}>
      <Route path={paths.openTransfers} element={<OpenTransfersPage />} />
      <Route path={paths.inwardCredits} element={<InwardPage />} />
      <Route path={paths.transfer} element={<TransferPage />} />
    </Route>
    <Route element={<Allowed action="transfer_case.view" />}>
      <Route path={paths.transferCases} element={<CasesPage />} />
    </Route>
    <Route element={<Allowed action="reconciliation.view" />}>
      <Route path={paths.breaks} element={<BreaksPage />} />
      <Route path={paths.settlementFiles} element={<FilesPage />} />
      <Route path={paths.proof} element={<ProofPage />} />
    </Route>
  </>
);
