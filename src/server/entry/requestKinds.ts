import { changeEmail, changeMobile } from "#server/domains/access/requests/changeMobile.ts";
import { cashDifference } from "#server/domains/cash/requests/cashDifference.ts";
import { vaultDifference } from "#server/domains/cash/requests/vaultDifference.ts";
import { cashWithdrawal } from "#server/domains/cash/requests/cashWithdrawal.ts";
import { confirmCredit } from "#server/domains/transfers/requests/confirmCredit.ts";
import { cardNotMade } from "#server/domains/cards/requests/cardNotMade.ts";
import { deactivateCard, reactivateCard } from "#server/domains/cards/requests/cardState.ts";
import {
  disputedFundsHold,
  disputedFundsRelease,
} from "#server/domains/cases/requests/disputedFunds.ts";
import { holiday } from "#server/domains/operations/requests/holiday.ts";
import { liftFreeze } from "#server/domains/freeze/requests/liftFreeze.ts";
import { shortenPause } from "#server/domains/freeze/requests/shortenPause.ts";
import { journalReversal, manualJournal } from "#server/domains/ledgerDesk/requests/journal.ts";
import { liftAdminLock } from "#server/domains/cards/requests/liftAdminLock.ts";
import { approveLoan, confirmLoan } from "#server/domains/loans/requests/loanApproval.ts";
import { messageTemplate } from "#server/domains/operations/requests/messageTemplate.ts";
import { memberImport } from "#server/domains/imports/requests/memberImport.ts";
import { payLoan } from "#server/domains/loans/requests/payLoan.ts";
import { releaseLoan } from "#server/domains/loans/requests/releaseLoan.ts";
import { postRemittance, settleRemittance } from "#server/domains/payroll/requests/remittance.ts";
import { replaceCard } from "#server/domains/cards/requests/replaceCard.ts";
import { reactivateMember } from "#server/domains/access/requests/reactivateMember.ts";
import { releaseMoneyLock } from "#server/domains/moneyLock/requests/releaseMoneyLock.ts";
import { refundTransfer } from "#server/domains/transfers/requests/refundTransfer.ts";
import { roleChange } from "#server/domains/staffing/requests/roleChange.ts";
import { staffAccess, staffAccount } from "#server/domains/staffing/requests/staffAccount.ts";
import { staffMembership } from "#server/domains/staffing/requests/staffMembership.ts";
import { featureFlag, maintenanceFlag } from "#server/domains/operations/requests/switches.ts";
import { approvalPolicy } from "#server/domains/policy/requests/approvalPolicy.ts";
import { transferSetting } from "#server/domains/transfers/requests/transferSetting.ts";
import { postDividend, reverseEarnings } from "#server/domains/earnings/requests/earnings.ts";
import { withdrawPesonetFile } from "#server/domains/transfers/requests/withdrawPesonetFile.ts";
import type { RequestKinds } from "#server/domains/makerChecker/requestRule.ts";

/** Every kind of request, each with its rule. */
export const requestKinds: RequestKinds = new Map([
  liftAdminLock,
  deactivateCard,
  reactivateCard,
  cardNotMade,
  replaceCard,
  reactivateMember,
  liftFreeze,
  shortenPause,
  changeMobile,
  changeEmail,
  transferSetting,
  approvalPolicy,
  holiday,
  featureFlag,
  maintenanceFlag,
  manualJournal,
  journalReversal,
  messageTemplate,
  disputedFundsHold,
  disputedFundsRelease,
  releaseMoneyLock,
  roleChange,
  staffAccount,
  staffAccess,
  staffMembership,
  memberImport,
  refundTransfer,
  confirmCredit,
  approveLoan,
  confirmLoan,
  releaseLoan,
  payLoan,
  postRemittance,
  settleRemittance,
  postDividend,
  reverseEarnings,
  withdrawPesonetFile,
  cashDifference,
  vaultDifference,
  cashWithdrawal,
]);
