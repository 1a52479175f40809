import { lazyPage } from "#ui/lazyPart.tsx";
import { Allowed } from "#console/layout/Allowed.tsx";

import { Route } from "react-router";
import { paths } from "./paths.ts";

const ApplicationsPage = lazyPage(
  async () => (await import("./loans/ApplicationsPage.tsx")).ApplicationsPage,
);
const LoanPage = lazyPage(async () => (await import("./loans/LoanPage.tsx")).LoanPage);
const PayrollPage = lazyPage(async () => (await import("./payroll/PayrollPage.tsx")).PayrollPage);
const DeductionsPage = lazyPage(
  async () => (await import("./payroll/DeductionsPage.tsx")).DeductionsPage,
);
const StandingDeductionsPage = lazyPage(
  async () => (await import("./payroll/StandingDeductionsPage.tsx")).StandingDeductionsPage,
);
const RemittancesPage = lazyPage(
  async () => (await import("./payroll/RemittancesPage.tsx")).RemittancesPage,
);
const LinesPage = lazyPage(async () => (await import("./payroll/LinesPage.tsx")).LinesPage);

/** The screens of the loan desk, of deductions and remittances. */
export const loanRoutes = (
  <>
    <Route element={<Allowed action="loan_application.view" />}>
      <Route path={paths.loanApplications} element={<ApplicationsPage />} />
    </Route>
    <Route element={<Allowed action="loan.view" />}>
      <Route path={paths.loan} element={<LoanPage />} />
    </Route>
    <Route element={<Allowed action="payroll.view" />}>
      <Route path={paths.payroll} element={<PayrollPage />} />
      <Route path={paths.standingDeductions} element={<StandingDeductionsPage />} />
      <Route path={paths.payrollLines} element={<DeductionsPage />} />
      <Route path={paths.remittances} element={<RemittancesPage />} />
      <Route path={paths.remittanceLines} element={<LinesPage />} />
    </Route>
  </>
);
