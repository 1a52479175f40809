/** Automatic debit of a loan, and the certificate of one that is paid. */
export const automaticDebit = {
  title: "Automatic debit",
  lead: "What is due is taken from your account on each due date. We tell you the day before, and you can stop it at any time.",
  /** Where the employer is asked as well. */
  leadRest:
    "What falls due is deducted from your pay. What no deduction covers can be taken from your account on the due date. We tell you the day before, and you can stop it at any time.",
  open: "Set up automatic debit",
  from: "Taken from",
  next: "Next due date",
  noNext: "Nothing is left to fall due",
  restOnly:
    "What falls due is deducted from your pay. Only what no deduction covers is taken from this account.",
  unpaidNext: (day: string) =>
    `On ${day} your account did not have the money. It is taken on the next due date; pay it sooner yourself, so that no more penalty is added.`,
  unpaid: (day: string) =>
    `On ${day} your account did not have the money. Please pay what is past due yourself.`,
  change: "Change the account",
  stop: "Stop",
  dialogTitle: "Automatic debit",
  dialogChanges: "Another account takes its place at once, also for what is to be taken today.",
  dialogLead:
    "On each due date after today we take all that is due: the instalment, and what is past due with its penalty. We try until the day ends. Where the account does not have it, nothing is taken.",
  dialogLeadRest:
    "What falls due is still deducted from your pay. On each due date after today we take only what no deduction covers, so nothing is paid twice. We try until the day ends. Where the account does not have it, nothing is taken.",
  account: "Take it from",
  submit: "Continue",
  sending: "Checking",
  approvesRest: (account: string, loanNo: string) =>
    `It approves that what no deduction covers of ${loanNo} is taken from ${account}.`,
  approves: (account: string, loanNo: string) =>
    `It approves that what is due of ${loanNo} is taken from ${account}.`,
  doing: "Setting up",
  begun: "Automatic debit is set up",
  noAccounts: "You have no account that this can be taken from.",
  stopTitle: "Stop automatic debit?",
  stopBody:
    "Nothing more is taken, also not what was announced. Please pay what falls due yourself.",
  stopBodyRest:
    "Nothing more is taken from your account, also not what was announced. From then on what falls due is deducted from your pay alone.",
  stopping: "Stopping",
  stopped: "Automatic debit has stopped",
  keep: "Keep it",
  loading: "Reading your accounts",
  failed: "We could not read your accounts.",
  certificate: {
    title: "This loan is fully paid",
    lead: "The certificate says that nothing is owed on it.",
    open: "Download certificate",
    preparing: "Making the certificate",
    failed: "The certificate could not be downloaded. Please try again.",
  },
};

export type AutomaticDebitTexts = typeof automaticDebit;
