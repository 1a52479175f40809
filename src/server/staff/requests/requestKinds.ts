import type { RequestKind } from "#contract/staff/requestPayloads.ts";
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
import type { ReadDeed } from "./requestRule.ts";

const kinds = new Map<RequestKind, ReadDeed>([
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

/** How requests of this kind are read and carried out. Throws for a kind that this program lacks. */
export function deedOf(kind: RequestKind): ReadDeed {
  const readDeed = kinds.get(kind);
  if (readDeed === undefined) throw new Error(`there is no rule for requests of kind ${kind}`);
  return readDeed;
}
