import { authRoutes } from "#server/auth/authRoutes.ts";
import { activationRoutes } from "#server/cards/activation/activationRoutes.ts";
import { applicationRoutes } from "#server/cards/application/applicationRoutes.ts";
import { cardDetailsRoutes } from "#server/cards/cardDetails/cardDetailsRoutes.ts";
import { cardSettingsRoutes } from "#server/cards/cardSettingsRoutes.ts";
import { historyRoutes } from "#server/history/historyRoutes.ts";
import { joiningRoutes } from "#server/joining/joiningRoutes.ts";
import { loanRoutes } from "#server/loans/loanRoutes.ts";
import { balancesRoutes } from "#server/members/balances/balancesRoutes.ts";
import { consentRoutes } from "#server/members/consent/consentRoutes.ts";
import { dashboardRoutes } from "#server/members/dashboard/dashboardRoutes.ts";
import { loansRoutes } from "#server/members/loans/loansRoutes.ts";
import { profileRoutes } from "#server/members/profile/profileRoutes.ts";
import { updatePasswordRoutes } from "#server/members/updatePassword/updatePasswordRoutes.ts";
import { languageRoutes } from "#server/members/language/languageRoutes.ts";
import { waivePasswordRoutes } from "#server/members/waivePassword/waivePasswordRoutes.ts";
import { notificationRoutes } from "#server/notifications/notificationRoutes.ts";
import { otpRoutes } from "#server/otp/otpRoutes.ts";
import { recoveryRoutes } from "#server/recovery/recoveryRoutes.ts";
import { cardApplicationRoutes } from "#server/staff/cards/cardApplicationRoutes.ts";
import { cardDeskRoutes } from "#server/staff/cards/cardDeskRoutes.ts";
import { cardStockRoutes } from "#server/staff/cards/cardStockRoutes.ts";
import { staffAccountRoutes } from "#server/staff/accounts/staffAccountRoutes.ts";
import { staffAuditRoutes } from "#server/staff/audit/staffAuditRoutes.ts";
import { healthRoutes } from "#server/staff/health/healthRoutes.ts";
import { jobRoutes } from "#server/staff/jobs/jobRoutes.ts";
import { ledgerDeskRoutes } from "#server/staff/ledgerDesk/ledgerDeskRoutes.ts";
import { operationsRoutes } from "#server/staff/operations/operationsRoutes.ts";
import { staffSessionRoutes } from "#server/staff/session/staffSessionRoutes.ts";
import { reconciliationRoutes } from "#server/reconciliation/reconciliationRoutes.ts";
import { disclosureRoutes } from "#server/loans/disclosure/disclosureRoutes.ts";
import { loanDeskRoutes } from "#server/staff/loans/loanDeskRoutes.ts";
import { payrollRoutes } from "#server/staff/payroll/payrollRoutes.ts";
import { homeRoutes } from "#server/staff/home/homeRoutes.ts";
import { caseDeskRoutes } from "#server/staff/cases/caseDeskRoutes.ts";
import { openTransferRoutes } from "#server/staff/transfers/openTransferRoutes.ts";
import { viewRoutes } from "#server/staff/views/viewRoutes.ts";
import { requestKinds } from "#server/staff/requests/requestKinds.ts";
import { requestRoutes } from "#server/staff/requests/requestRoutes.ts";
import { importRoutes } from "#server/staff/imports/importRoutes.ts";
import { memberDeskRoutes } from "#server/staff/members/memberDeskRoutes.ts";
import { transferCaseRoutes } from "#server/transferCases/transferCaseRoutes.ts";
import { receiptRoutes } from "#server/transfers/receipt/receiptRoutes.ts";
import { recipientRoutes } from "#server/transfers/recipients/recipientRoutes.ts";
import { transferRoutes } from "#server/transfers/transferRoutes.ts";
import type { Route } from "./calls.ts";
import { statusRoutes } from "#server/status/statusRoutes.ts";
import { configRoutes } from "./configRoutes.ts";

/** Every route of the API. */
export const routes: readonly Route[] = [
  ...configRoutes,
  ...statusRoutes,
  ...memberDeskRoutes,
  ...importRoutes,
  ...authRoutes,
  ...joiningRoutes,
  ...recoveryRoutes,
  ...otpRoutes,
  ...transferRoutes,
  ...receiptRoutes,
  ...recipientRoutes,
  ...transferCaseRoutes,
  ...profileRoutes,
  ...dashboardRoutes,
  ...balancesRoutes,
  ...loansRoutes,
  ...loanRoutes,
  ...cardDetailsRoutes,
  ...cardSettingsRoutes,
  ...applicationRoutes,
  ...activationRoutes,
  ...languageRoutes,
  ...waivePasswordRoutes,
  ...updatePasswordRoutes,
  ...consentRoutes,
  ...notificationRoutes,
  ...historyRoutes,
  ...staffSessionRoutes,
  ...staffAccountRoutes,
  ...homeRoutes,
  ...viewRoutes,
  ...openTransferRoutes,
  ...caseDeskRoutes,
  ...staffAuditRoutes,
  ...requestRoutes(requestKinds),
  ...ledgerDeskRoutes,
  ...operationsRoutes,
  ...jobRoutes,
  ...healthRoutes,
  ...cardApplicationRoutes,
  ...cardDeskRoutes,
  ...cardStockRoutes,
  ...reconciliationRoutes,
  ...disclosureRoutes,
  ...loanDeskRoutes,
  ...payrollRoutes,
];
