/**
 * Calls that answer alike for what somebody has and what nobody has, and their fields for which some of the
 * values are good: a password is any text, an identifier too, true what is agreed, null no texts at all.
 */
export const neverSayNo = [
  "signUp password",
  "signUp agreement",
  "setPurchaseTexts text_from",
  "forgotPassword identifier",
  "askStaffPasskey username",
  // A name is whatever its maker calls it, and so are an address and what was done.
  "saveView name",
  "lockMemberCard reason",
  "closeMemberAccess reason",
  "freezeMember reason",
  "freezeByNumber reason",
  "freezeByNumber lastName",
  "writeMemberNote body",
  "editOffice branchName",
  "editOffice line1",
  "editOffice barangay",
  "editOffice municipalityCity",
  "editOffice stateProvince",
  "editOffice isActive",
  "editBank bankName",
  "editBank takesInstapay",
  "editBank takesPesonet",
  "editBank isActive",
  "withdrawCardApplicationForMember reason",
  "destroyCardKit reason",
  "reportTransfer words",
  "noteTransferCase words",
  "answerTransferCase words",
  "answerTransferCase isWaiting",
  "resolveTransferCase words",
  "moveLoanApplication words",
  "cancelLoanApplication words",
  "saveCardIdentification sourceOfFunds",
  "saveCardIdentification employment",
  "saveCardIdentification natureOfWork",
  "saveCardIdentification employer",
  "saveCardIdentification employerLine1",
  "saveCardIdentification employerBarangay",
  "saveCardIdentification employerCity",
  "saveCardIdentification employerProvince",
  "saveCardIdentification employerZip",
  "saveCardIdentification idNumber",
];

/** Fields that are judged when all else is right: what the member's details lack is said first. */
export const judgedLast = ["requestPersoCard printed_name"];

/** Fields that a call may come without. */
export const optional = [
  "resendOtp pinId",
  "setWithdrawalLimit pinId",
  "setWithdrawalLimit pin",
  "setOwnLimit pinId",
  "setOwnLimit pin",
  "releaseLock pinId",
  "releaseLock pin",
  "payOwnLoan pinId",
  "payOwnLoan pin",
  "approveCashWithdrawal pinId",
  "approveCashWithdrawal pin",
  "beginAutomaticDebit pinId",
  "beginAutomaticDebit pin",
  "saveRecipient nickname",
  "reportTransfer words",
  "handOverTransferCase note",
  "sendLoanApplication middle_name",
  "sendLoanApplication qualifier",
  "sendLoanApplication member",
  "requestPersoCard printed_name",
  "moveLoanApplication words",
  // A page that was open before the release that asks for it does not know it.
  "answerTransferCase wordsRead",
  "resolveTransferCase wordsRead",
];
