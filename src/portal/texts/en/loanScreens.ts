import { account } from "./account.ts";
import { loanAccount } from "./loanAccount.ts";
import { loanApplications } from "./loanApplications.ts";
import { loanApply } from "./loanApply.ts";
import { payLoan } from "./payLoan.ts";

/** What the screens of accounts and loans say; they come with those screens. */
export const loanScreensTexts = { account, loanAccount, loanApplications, loanApply, payLoan };
