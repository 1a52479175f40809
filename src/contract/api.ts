import { login, logout, refreshSession, resendOtp, sendOtp, verifyOtp } from "./auth.ts";
import { cardLossCalls } from "./cardLoss.ts";
import { cardSettingsCalls } from "./cardSettings.ts";
import { getActivity } from "./activity.ts";
import { safetyCalls } from "./safety.ts";
import {
  activateCard,
  activatePersoCard,
  getCardApplications,
  getCardRequestDetails,
  getOffices,
  getPersoCardRequestDetails,
  requestCard,
  requestPersoCard,
  retryPersoCard,
  withdrawCardApplication,
} from "./cardApplication.ts";
import { accountCalls } from "./accounts.ts";
import { statementCalls } from "./statements.ts";
import { freezeCalls } from "./freeze.ts";
import { getConfig } from "./config.ts";
import { getStatus } from "./status.ts";
import { agreeToDocument } from "./consent.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  downloadTransactionHistory,
  getTransactionDetails,
  getTransactionHistory,
} from "./history.ts";
import { getLoanExample, getLoanForPayment } from "./loanExample.ts";
import { loanDebitCalls } from "./loanDebits.ts";
import { loanPaymentCalls } from "./loanPayments.ts";
import { loanCalls } from "./loans.ts";
import {
  getBalances,
  getCardDetails,
  getDashboard,
  getLoans,
  getProfile,
  setLanguage,
  waivePassword,
} from "./members.ts";
import {
  forgotPassword,
  forgotUsername,
  setPassword,
  setUsername,
  signUp,
  updatePassword,
} from "./signUp.ts";
import { passkeyCalls } from "./passkeys.ts";
import { noticeCalls } from "./noticeChoices.ts";
import { getNotifications, readNotifications } from "./notifications.ts";
import { pushCalls } from "./push.ts";
import { getStaffQueues } from "./staff/home.ts";
import { exportAuditEvents, getAuditChain, getAuditEvent, listAuditEvents } from "./staff/audit.ts";
import {
  confirmEnrolment,
  finishEnrolment,
  getStaffAccounts,
  issueEnrolmentCode,
  liftStaffLock,
  startEnrolment,
} from "./staff/accounts.ts";
import {
  inquireIssuerAgain,
  getExceptions,
  handOverException,
  getHealth,
  getJobs,
  getTexts,
  rerunJob,
  resolveException,
  takeException,
} from "./staff/jobs.ts";
import {
  closeBusinessDay,
  exportAccountStatement,
  exportJournal,
  exportTrialBalance,
  getAccountStatement,
  getBusinessDays,
  getControlFigures,
  getJournal,
  getJournalEntry,
  getLedgerAccounts,
  getSuspense,
  getBalanceExplained,
  getTrialBalance,
} from "./staff/ledger.ts";
import {
  editBank,
  editOffice,
  getCalendar,
  getMessageTemplates,
  getFees,
  getStaffBanks,
  getStaffOffices,
  getSwitches,
  getTemplateVersions,
} from "./staff/operations.ts";
import {
  changeStaffPassword,
  getRoleTable,
  getStaffBranches,
  getStaffMe,
  staffLogin,
  staffLogout,
  staffRefresh,
} from "./staff/session.ts";
import { staffPasskeyCalls } from "./staff/passkeys.ts";
import { transferCaseDeskCalls } from "./staff/transferCases.ts";
import { inwardCreditCalls } from "./staff/inwardCredits.ts";
import { transferDeskCalls } from "./staff/transfers.ts";
import { deleteView, getSavedViews, saveView } from "./staff/views.ts";
import { cardDeskCalls } from "./staff/cardDesk.ts";
import { cardProductionCalls } from "./staff/cardProduction.ts";
import { cardApplicationDeskCalls } from "./staff/cards.ts";
import { cardStockCalls } from "./staff/cardStock.ts";
import { reconciliationCalls } from "./staff/reconciliation.ts";
import { safetyWatchCalls } from "./staff/safetyWatch.ts";
import { getApprovalPolicy } from "./staff/approvalPolicy.ts";
import { requestCalls } from "./staff/requests.ts";
import { importCalls } from "./staff/imports.ts";
import { loanAccountCalls } from "./staff/loanAccounts.ts";
import { loanDeskCalls } from "./staff/loans.ts";
import { memberDeskCalls } from "./staff/members.ts";
import { memberScheduleCalls } from "./staff/memberSchedules.ts";
import { payrollCalls } from "./staff/payroll.ts";
import { cashCalls } from "./staff/cash.ts";
import { cashMoveCalls } from "./staff/cashMoves.ts";
import { standingDeductionCalls } from "./staff/standingDeductions.ts";
import { earningCalls } from "./staff/earnings.ts";
import { getTransferCases, reportTransfer } from "./transferCases.ts";
import { cashWithdrawalCalls } from "./cashWithdrawals.ts";
import {
  forgetRecipient,
  getRecentPayees,
  getRecipients,
  renameRecipient,
  saveRecipient,
} from "./recipients.ts";
import { scheduleCalls } from "./schedules.ts";
import { moneyLockCalls } from "./moneyLock.ts";
import { payeeCheckCalls } from "./payeeChecks.ts";
import { outlookCalls } from "./outlook.ts";
import { ownLimitCalls } from "./ownLimits.ts";
import { receiptCalls } from "./transferReceipts.ts";
import { getTransferDetails } from "./transferDetails.ts";
import { getTransferSetup } from "./transferSetup.ts";
import { orderCalls } from "./transfers.ts";
import { spendingCalls } from "./spending.ts";

/** Every call of the API. The server refuses to start when one has no handler. */
export const api: readonly Endpoint[] = [
  getConfig,
  getStatus,
  ...memberDeskCalls,
  ...memberScheduleCalls,
  ...importCalls,
  login,
  verifyOtp,
  resendOtp,
  sendOtp,
  signUp,
  forgotUsername,
  forgotPassword,
  setUsername,
  setPassword,
  updatePassword,
  logout,
  ...accountCalls,
  ...statementCalls,
  ...freezeCalls,
  refreshSession,
  ...passkeyCalls,
  getTransferSetup,
  ...Object.values(orderCalls),
  ...receiptCalls,
  getRecipients,
  getRecentPayees,
  saveRecipient,
  renameRecipient,
  forgetRecipient,
  ...payeeCheckCalls,
  ...ownLimitCalls,
  ...moneyLockCalls,
  ...cashWithdrawalCalls,
  getProfile,
  getDashboard,
  getBalances,
  getLoans,
  ...loanCalls,
  ...loanPaymentCalls,
  ...loanDebitCalls,
  ...outlookCalls,
  ...scheduleCalls,
  getLoanExample,
  getLoanForPayment,
  getCardDetails,
  ...cardSettingsCalls,
  ...noticeCalls,
  ...cardLossCalls,
  ...safetyCalls,
  getActivity,
  getCardRequestDetails,
  getPersoCardRequestDetails,
  getCardApplications,
  requestCard,
  requestPersoCard,
  withdrawCardApplication,
  activateCard,
  activatePersoCard,
  retryPersoCard,
  getOffices,
  setLanguage,
  waivePassword,
  agreeToDocument,
  getNotifications,
  readNotifications,
  ...pushCalls,
  getTransactionHistory,
  getTransactionDetails,
  downloadTransactionHistory,
  ...spendingCalls,
  getTransferDetails,
  reportTransfer,
  getTransferCases,
  staffLogin,
  staffLogout,
  staffRefresh,
  getStaffMe,
  getStaffBranches,
  getRoleTable,
  changeStaffPassword,
  ...staffPasskeyCalls,
  getStaffAccounts,
  issueEnrolmentCode,
  startEnrolment,
  finishEnrolment,
  confirmEnrolment,
  liftStaffLock,
  getStaffQueues,
  getSavedViews,
  saveView,
  deleteView,
  listAuditEvents,
  exportAuditEvents,
  getAuditEvent,
  getAuditChain,
  getJournal,
  exportJournal,
  getJournalEntry,
  getLedgerAccounts,
  getAccountStatement,
  exportAccountStatement,
  getTrialBalance,
  exportTrialBalance,
  getBalanceExplained,
  getControlFigures,
  getSuspense,
  getBusinessDays,
  closeBusinessDay,
  getCalendar,
  getSwitches,
  getStaffOffices,
  editOffice,
  getStaffBanks,
  getFees,
  getApprovalPolicy,
  editBank,
  getMessageTemplates,
  getTemplateVersions,
  getJobs,
  rerunJob,
  getTexts,
  getExceptions,
  inquireIssuerAgain,
  resolveException,
  takeException,
  handOverException,
  getHealth,
  ...requestCalls,
  ...safetyWatchCalls,
  ...cardApplicationDeskCalls,
  ...cardDeskCalls,
  ...cardProductionCalls,
  ...cardStockCalls,
  ...reconciliationCalls,
  ...transferDeskCalls,
  ...inwardCreditCalls,
  ...transferCaseDeskCalls,
  ...loanDeskCalls,
  ...loanAccountCalls,
  ...payrollCalls,
  ...standingDeductionCalls,
  ...earningCalls,
  ...cashCalls,
  ...cashMoveCalls,
];
