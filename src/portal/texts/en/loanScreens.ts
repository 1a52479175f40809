import { account } from "./account.ts";
import { automaticDebit } from "./automaticDebit.ts";
import { loanAccount } from "./loanAccount.ts";
import { loanApplications } from "./loanApplications.ts";
import { loanApply } from "./loanApply.ts";
import { outlook } from "./outlook.ts";
import { payLoan } from "./payLoan.ts";

/** What the screens of accounts and loans say; they come with those screens. */
export const loanScreensTexts = {
  account,
  automaticDebit,
  loanAccount,
  loanApplications,
  loanApply,
  outlook,
  payLoan,
};
