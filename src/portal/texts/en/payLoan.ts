/** Paying on a loan from an own account. */
export const payLoan = {
  title: "Pay this loan",
  lead: "From your own accounts, at once and free of charge.",
  open: "Pay now",
  openExtra: "Pay something extra",
  extraLead: "Only if you wish: it comes on top of the deduction from your pay.",
  what: "What to pay",
  arrears: "What is past due",
  next: "Next payment",
  nextOn: (day: string) => `due ${day}`,
  other: "Another amount",
  otherMeaning: "What is more than due is kept for the next due days.",
  all: "All of it",
  allMeaning: "Ends the loan today.",
  amount: "Amount",
  amountHint: (most: string) => `Up to ${most}`,
  from: "Pay from",
  available: (name: string, amount: string) => `${name}: ${amount}`,
  chosenAccount: (name: string, number: string, amount: string) =>
    `${name} ${number}, ${amount} available`,
  lacks: (amount: string) => `It lacks ${amount}.`,
  tooMuch: (most: string) => `At most ${most} can be paid now.`,
  deduction: (amount: string, month: string) =>
    `A deduction of ${amount} from your pay of ${month} is under way. It pays what is past due first, then what is due next, and the loan can be ended once it has come. What you pay here comes on top of it.`,
  paidLately: (amount: string, at: string) =>
    `You paid ${amount} on this loan on ${at}. What you pay now comes on top of it.`,
  submit: "Pay",
  sending: "Checking",
  moved: (from: string, to: string) =>
    `${from} has too little for this, so it is paid from ${to}. You can choose another account.`,
  approves: (amount: string, loanNo: string, account: string) =>
    `It approves a payment of ${amount} on ${loanNo} from ${account}.`,
  paying: "Paying",
  notKnown:
    "We could not reach the server, so we do not know yet whether your last payment arrived. Nothing is paid twice.",
  doneTitle: "Payment received",
  endedTitle: "Your loan is fully paid",
  done: "It is on your loan now.",
  ended: "Nothing more is owed on this loan.",
  reference: "Reference",
  paid: "Paid",
  close: "Done",
  noAccounts: "You have no account to pay from. Pay at any office.",
  endingOn: "Pay it all on another day",
  endingTotal: "Settlement amount on that day",
  endingDeduction: (month: string) => `Deduction from your pay of ${month}`,
  endingLeft: "Left once it has come",
  endingMeaningAfter:
    "You can end the loan once the deduction has come, and if nothing else is paid until then.",
  endingMeaning: "If nothing else is paid until then.",
  loading: "Reading what can be paid",
  failed: "We could not read what can be paid.",
};

export type PayLoanTexts = typeof payLoan;
