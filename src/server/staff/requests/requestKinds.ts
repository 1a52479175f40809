import { changeEmail, changeMobile } from "./kinds/changeMobile.ts";
import { confirmCredit } from "./kinds/confirmCredit.ts";
import { cardNotMade } from "./kinds/cardNotMade.ts";
import { deactivateCard, reactivateCard } from "./kinds/cardState.ts";
import { disputedFundsHold, disputedFundsRelease } from "./kinds/disputedFunds.ts";
import { holiday } from "./kinds/holiday.ts";
import { journalReversal, manualJournal } from "./kinds/journal.ts";
import { liftAdminLock } from "./kinds/liftAdminLock.ts";
import { approveLoan, confirmLoan } from "./kinds/loanApproval.ts";
import { messageTemplate } from "./kinds/messageTemplate.ts";
import { memberImport } from "./kinds/memberImport.ts";
import { payLoan } from "./kinds/payLoan.ts";
import { releaseLoan } from "./kinds/releaseLoan.ts";
import { postRemittance, settleRemittance } from "./kinds/remittance.ts";
import { replaceCard } from "./kinds/replaceCard.ts";
import { reactivateMember } from "./kinds/reactivateMember.ts";
import { refundTransfer } from "./kinds/refundTransfer.ts";
import { roleChange } from "./kinds/roleChange.ts";
import { staffAccess, staffAccount } from "./kinds/staffAccount.ts";
import { featureFlag, maintenanceFlag } from "./kinds/switches.ts";
import { transferSetting } from "./kinds/transferSetting.ts";
import { withdrawPesonetFile } from "./kinds/withdrawPesonetFile.ts";
import type { RequestKinds } from "./requestRule.ts";

/** Every kind of request, each with its rule. */
export const requestKinds: RequestKinds = new Map([
  liftAdminLock,
  deactivateCard,
  reactivateCard,
  cardNotMade,
  replaceCard,
  reactivateMember,
  changeMobile,
  changeEmail,
  transferSetting,
  holiday,
  featureFlag,
  maintenanceFlag,
  manualJournal,
  journalReversal,
  messageTemplate,
  disputedFundsHold,
  disputedFundsRelease,
  roleChange,
  staffAccount,
  staffAccess,
  memberImport,
  refundTransfer,
  confirmCredit,
  approveLoan,
  confirmLoan,
  releaseLoan,
  payLoan,
  postRemittance,
  settleRemittance,
  withdrawPesonetFile,
]);
