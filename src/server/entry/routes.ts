import { authRoutes } from "#server/domains/access/auth/authRoutes.ts";
import { safetyWatchRoutes } from "#server/domains/freeze/desk/safetyWatchRoutes.ts";
import { freezeRoutes } from "#server/domains/freeze/freezeRoutes.ts";
import { activationRoutes } from "#server/domains/cards/activation/activationRoutes.ts";
import { applicationRoutes } from "#server/domains/cards/application/applicationRoutes.ts";
import { cardDetailsRoutes } from "#server/domains/cards/cardDetails/cardDetailsRoutes.ts";
import { cardSettingsRoutes } from "#server/domains/cards/cardSettingsRoutes.ts";
import { accountRoutes } from "#server/domains/history/accounts/accountRoutes.ts";
import { historyRoutes } from "#server/domains/history/historyRoutes.ts";
import { signUpRoutes } from "#server/domains/access/signUp/signUpRoutes.ts";
import { loanRoutes } from "#server/domains/loans/loanRoutes.ts";
import { balancesRoutes } from "#server/domains/members/balances/balancesRoutes.ts";
import { consentRoutes } from "#server/domains/members/consent/consentRoutes.ts";
import { outlookRoutes } from "#server/domains/overview/outlook/outlookRoutes.ts";
import { dashboardRoutes } from "#server/domains/overview/dashboard/dashboardRoutes.ts";
import { loansRoutes } from "#server/domains/loans/onDashboard/loansRoutes.ts";
import { profileRoutes } from "#server/domains/overview/profile/profileRoutes.ts";
import { updatePasswordRoutes } from "#server/domains/access/password/updatePasswordRoutes.ts";
import { languageRoutes } from "#server/domains/members/language/languageRoutes.ts";
import { safetyRoutes } from "#server/domains/safety/safetyRoutes.ts";
import { waivePasswordRoutes } from "#server/domains/access/password/waivePasswordRoutes.ts";
import { noticeRoutes } from "#server/platform/notifications/noticeRoutes.ts";
import { notificationRoutes } from "#server/platform/notifications/notificationRoutes.ts";
import { pushRoutes } from "#server/platform/push/pushRoutes.ts";
import { passkeyApprovalRoutes } from "#server/domains/approvals/passkeyApprovalRoutes.ts";
import { passkeySignInRoutes } from "#server/domains/access/passkeySignIn/passkeySignInRoutes.ts";
import { passkeyRoutes } from "#server/domains/passkeys/passkeyRoutes.ts";
import { otpRoutes } from "#server/domains/approvals/otpRoutes.ts";
import { recoveryRoutes } from "#server/domains/access/recovery/recoveryRoutes.ts";
import { cardApplicationRoutes } from "#server/domains/cards/desk/cardApplicationRoutes.ts";
import { cardDeskRoutes } from "#server/domains/cards/desk/cardDeskRoutes.ts";
import { cardStockRoutes } from "#server/domains/cards/desk/cardStockRoutes.ts";
import { staffAccountRoutes } from "#server/domains/staffing/staffAccounts/staffAccountRoutes.ts";
import { staffAuditRoutes } from "#server/domains/staffing/auditDesk/staffAuditRoutes.ts";
import { exceptionRoutes } from "#server/domains/exceptions/exceptionRoutes.ts";
import { healthRoutes } from "#server/domains/operations/health/healthRoutes.ts";
import { jobRoutes } from "#server/domains/operations/jobDesk/jobRoutes.ts";
import { ledgerDeskRoutes } from "#server/domains/ledgerDesk/ledgerDeskRoutes.ts";
import { policyRoutes } from "#server/domains/policy/policyRoutes.ts";
import { operationsRoutes } from "#server/domains/operations/operationsRoutes.ts";
import { staffPasskeyRoutes } from "#server/domains/staffing/passkeys/staffPasskeyRoutes.ts";
import { staffSessionRoutes } from "#server/domains/staffing/session/staffSessionRoutes.ts";
import { reconciliationRoutes } from "#server/domains/reconciliation/reconciliationRoutes.ts";
import { disclosureRoutes } from "#server/domains/loans/disclosure/disclosureRoutes.ts";
import { loanDeskRoutes } from "#server/domains/loans/desk/loanDeskRoutes.ts";
import { statementRoutes } from "#server/domains/statements/statementRoutes.ts";
import { withdrawalRoutes } from "#server/domains/cash/withdrawals/withdrawalRoutes.ts";
import { cashRoutes } from "#server/domains/cash/cashRoutes.ts";
import { earningsRoutes } from "#server/domains/earnings/earningsRoutes.ts";
import { payrollRoutes } from "#server/domains/payroll/payrollRoutes.ts";
import { homeRoutes } from "#server/domains/home/homeRoutes.ts";
import { caseDeskRoutes } from "#server/domains/cases/desk/caseDeskRoutes.ts";
import { feeRoutes } from "#server/domains/transfers/requests/feeRoutes.ts";
import { openTransferRoutes } from "#server/domains/transfers/desk/openTransferRoutes.ts";
import { viewRoutes } from "#server/domains/staffing/views/viewRoutes.ts";
import { requestKinds } from "./requestKinds.ts";
import { requestRoutes } from "#server/domains/makerChecker/requestRoutes.ts";
import { importRoutes } from "#server/domains/imports/importRoutes.ts";
import { memberDeskRoutes } from "#server/domains/memberFile/memberDeskRoutes.ts";
import { transferCaseRoutes } from "#server/domains/cases/transferCaseRoutes.ts";
import { ownLimitRoutes } from "#server/domains/transfers/limits/own/ownLimitRoutes.ts";
import { moneyLockRoutes } from "#server/domains/moneyLock/moneyLockRoutes.ts";
import { receiptRoutes } from "#server/domains/transfers/receipt/receiptRoutes.ts";
import { payeeCheckRoutes } from "#server/domains/transfers/payeeCheck/payeeCheckRoutes.ts";
import { recipientRoutes } from "#server/domains/transfers/recipients/recipientRoutes.ts";
import { scheduleRoutes } from "#server/domains/transfers/schedules/scheduleRoutes.ts";
import { transferRoutes } from "#server/domains/transfers/transferRoutes.ts";
import type { Route } from "#server/platform/http/calls.ts";
import { statusRoutes } from "#server/platform/status/statusRoutes.ts";
import { configRoutes } from "./configRoutes.ts";

/** Every route of the API. */
export const routes: readonly Route[] = [
  ...configRoutes,
  ...statusRoutes,
  ...memberDeskRoutes,
  ...importRoutes,
  ...authRoutes,
  ...signUpRoutes,
  ...recoveryRoutes,
  ...freezeRoutes,
  ...safetyWatchRoutes,
  ...otpRoutes,
  ...passkeyRoutes,
  ...passkeyApprovalRoutes,
  ...passkeySignInRoutes,
  ...transferRoutes,
  ...scheduleRoutes,
  ...receiptRoutes,
  ...recipientRoutes,
  ...payeeCheckRoutes,
  ...ownLimitRoutes,
  ...moneyLockRoutes,
  ...transferCaseRoutes,
  ...profileRoutes,
  ...dashboardRoutes,
  ...outlookRoutes,
  ...balancesRoutes,
  ...loansRoutes,
  ...loanRoutes,
  ...cardDetailsRoutes,
  ...cardSettingsRoutes,
  ...applicationRoutes,
  ...activationRoutes,
  ...languageRoutes,
  ...safetyRoutes,
  ...waivePasswordRoutes,
  ...updatePasswordRoutes,
  ...consentRoutes,
  ...notificationRoutes,
  ...noticeRoutes,
  ...pushRoutes,
  ...accountRoutes,
  ...statementRoutes,
  ...historyRoutes,
  ...staffSessionRoutes,
  ...staffPasskeyRoutes,
  ...staffAccountRoutes,
  ...homeRoutes,
  ...viewRoutes,
  ...openTransferRoutes,
  ...caseDeskRoutes,
  ...staffAuditRoutes,
  ...requestRoutes(requestKinds),
  ...ledgerDeskRoutes,
  ...operationsRoutes,
  ...feeRoutes,
  ...policyRoutes,
  ...jobRoutes,
  ...exceptionRoutes,
  ...healthRoutes,
  ...cardApplicationRoutes,
  ...cardDeskRoutes,
  ...cardStockRoutes,
  ...reconciliationRoutes,
  ...disclosureRoutes,
  ...loanDeskRoutes,
  ...payrollRoutes,
  ...earningsRoutes,
  ...cashRoutes,
  ...withdrawalRoutes,
];
