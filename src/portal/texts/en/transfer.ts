import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";

export const transfer = {
  title: "Transfer Funds",
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  to: "Transfer to",
  toOwnCard: `My ${brand.product} VISA Card/${brand.cardAccount}`,
  toOwnCardDetail: "From one of my accounts, no fee",
  toSavings: "My savings account",
  toSavingsDetail: "From my card, no fee",
  toBank: "Other Bank",
  toBankDetail: "PESONet or InstaPay",
  toCard: `${brand.product} VISA Card/${brand.cardAccount}`,
  from: "Transfer from",
  chooseAccount: "Choose an account",
  accountChoice: (name: string, number: string, balance: string) => `${name} ${number}: ${balance}`,
  ownLimit: {
    off: "You have switched these transfers off under Safety.",
    payeeOff: "You have set your limit for this recipient to zero under Safety.",
    most: (amount: string) => `Your own limit for one transfer is ${amount}.`,
    today: (amount: string) => `${amount} left of your own limit today.`,
    thisMonth: (amount: string) => `${amount} left of your own limit this month.`,
    payeeToday: (amount: string) => `${amount} left of your own limit for this recipient today.`,
  },
  locked: (amount: string) => `${amount} locked`,
  chosenAccount: (name: string, number: string, balance: string) =>
    `${name} ${number}, ${balance} available`,
  available: "Available",
  destination: "To my card",
  savings: "To my savings",
  chooseSavings: "Choose your savings account",
  savingsHint: "Up to what is available on your card",
  cardPicture: "My card",
  via: "Transfer via",
  rails: { pesonet: "PESONet", instapay: "InstaPay" },
  limitsOf: (way: string) => `${way}: fees and limits`,
  hours: (rail: string) => `${rail} hours and holidays`,
  noFee: "No fee",
  feeIs: (amount: string) => `Fee ${amount}`,
  mostEach: (amount: string) => `Up to ${amount} each`,
  arrival: {
    title: "When will it arrive?",
    usual: {
      instapay: "Usually within a minute, any day",
      card: "Usually within a minute, any day",
      deposit: "Usually within a minute, any day",
    },
    today: (time: string) => `By ${time} today`,
    tomorrow: (time: string) => `By ${time} tomorrow`,
    onDay: (time: string, day: string) => `By ${time}, ${day}`,
    expected: (by: string) => `Expected ${by.replace(/^B/, "b")}, if it is a banking day`,
  },
  bank: "Destination bank",
  chooseBank: "Choose a bank",
  popularBanks: "Popular",
  otherBanks: "All other banks and wallets",
  banksFound: {
    none: "No bank of this name takes this kind of transfer.",
    found: (count: number) => `${count} ${count === 1 ? "bank" : "banks"} found`,
  },
  bankCleared: (bank: string, rail: string) =>
    `The method is now ${rail}, which has its own list of banks. ${bank} is no longer chosen.`,
  bankNotThere: (bank: string, rail: string) =>
    `${bank} is no longer chosen: ${rail} does not reach it. Choose another bank or method.`,
  sameBank: (bank: string) => `Choose ${bank} again`,
  accountNumber: "Account number",
  accountNumberHint: "Numbers only. Spaces are fine; you can paste it.",
  cardNumberHint: `The 12 digits of the other card's ${brand.cardAccount} account`,
  unusualLength: (bank: string, digits: string, typed: number) =>
    `Accounts at ${bank} usually have ${digits} digits; you typed ${typed}. Please check it once more.`,
  digitRange: (least: number, most: number) =>
    least === most ? `${least}` : `${least} to ${most}`,
  accountName: "Account name",
  accountNameHint: "As written in the receiving bank's records",
  amount: "Amount",
  loadLeft: (amount: string) => `Your card can receive ${amount} more this month.`,
  limitsLeft: (today: string, month: string) =>
    `You can send ${today} more to other banks today, ${month} this month.`,
  fee: "Transaction Fee",
  total: "Total Amount",
  arrives: "Arrives",
  leftInAccount: "Left in account",
  leftOnCard: "Left on your card",
  next: "Next",
  transferAmount: (amount: string) => `Transfer ${amount}`,
  transferButton: "Transfer",
  reminders: "Reminders",
  report: `If something looks wrong, report it within 12 hours: ${hotline}.`,
  instapayIsFinal: "InstaPay transfers cannot be taken back.",
  keptAnswers: "We kept your answers.",
  unsent: {
    /** `toPayee` begins with one of `toWords`. */
    says: (amount: string, toPayee: string) =>
      `You reviewed ${amount} ${toPayee} and did not send it.`,
    goOn: "Go on with it",
    discard: "Discard",
  },
  noAccounts: "You have no account to transfer from.",
  noAccountsMeaning:
    "A savings account, capital contribution or storage account can top up the card.",
  setupFailed: "We could not load your accounts",
  setupFailedMeaning: (reference: string) =>
    `Your money is safe; only this screen failed. Ref ${reference}.`,
  noCardAccount: `No active ${brand.cardAccount} Account`,
  loading: "Loading your accounts",
  errors: {
    low: "Enter ₱1.00 or more",
    high: "The most is ₱999,999,999.00",
    notEnough: (available: string) => `Not enough in this account. You have ${available}.`,
    notOnCard: (needed: string, available: string, hasFee: boolean) =>
      `Not enough on your card. You need ${needed}${hasFee ? " with the fee" : ""}; you have ${available}.`,
    notInAccount: (needed: string, available: string, hasFee: boolean) =>
      `Not enough in this account. You need ${needed}${hasFee ? " with the fee" : ""}; you have ${available}.`,
    sameAccount: "Destination account should not be the same with source account",
    ownCard: `This is your own card. Choose My ${brand.product} VISA Card/${brand.cardAccount} instead.`,
    most: {
      instapay: (amount: string) => `The most you can send by InstaPay at a time is ${amount}`,
      pesonet: (amount: string) => `The most you can send by PESONet at a time is ${amount}`,
      card: (amount: string) => `The most you can send to a card at a time is ${amount}`,
    },
    leftToday: (amount: string, until: string) =>
      `You can send ${amount} more to other banks today. The limit starts again on ${until}.`,
    leftThisMonth: (amount: string, until: string) =>
      `You can send ${amount} more to other banks this month. The limit starts again on ${until}.`,
  },
  review: {
    lead: "Please review the details below before clicking transfer",
    back: "Back to edit",
    sending: "You are sending",
    scheduling: "You are scheduling",
    schedule: "Schedule",
    leadScheduled: "Please review the details below before clicking schedule",
    toOwnCard: (account: string) => `your card, ${account}`,
    toSavings: (lastFour: string) => `your savings account ••••\u00a0${lastFour}`,
    /** Before whom it is for: a person, or an account without a name. */
    toWords: { person: "to", account: "to" },
    /** The same amount to the same account, within a day. */
    sentBefore: (at: string) => `You sent the same on ${at}.`,
    seeSent: "See it",
    from: "Transfer From",
    to: "Transfer To",
    bank: "Destination Bank",
    accountNumber: "Account Number",
    accountName: "Account Name",
    sentAs: "Sent to the bank as",
    amount: "Amount",
    via: "Transfer via",
    viaOwn: "Own account",
    edit: "Edit details",
    checks: {
      own: {
        first: "Check the amount.",
        rest: " Money that reached the card can be spent at once by whoever holds it.",
      },
      card: {
        first: "Check the account number digit by digit.",
        rest: " Money sent to a wrong card can be spent at once by whoever holds it.",
      },
      deposit: {
        first: "Check the amount.",
        rest: " Money that is in your savings can no longer be spent with the card.",
      },
      instapay: {
        first: "Check the account number digit by digit.",
        rest: " An InstaPay transfer to a wrong account cannot be taken back.",
      },
      pesonet: {
        first: "Check the account number digit by digit.",
        rest: " A transfer to a wrong account can be given back only by who received it.",
      },
    },
    sendingCode: "Sending the code",
    unfinished: "We kept this transfer. It was not sent yet; it can be sent only once.",
  },
  payees: {
    at: (bank: string, lastFour: string) => `, ${bank} ••••\u00a0${lastFour}`,
    bank: (name: string, lastFour: string) => `${name}, account ••••\u00a0${lastFour}`,
  },
  shop: {
    title: "The shop",
    name: "Shop",
    city: "City",
    acquirer: "Paid through",
    number: "Shop's number",
    reference: "Shop's reference",
    byCode: "A shop, by its QR Ph code",
    isFixed: "The shop's code says how much",
    terms: (most: string) =>
      `No fee, up to ${most} each. It counts toward what you can send to other banks.`,
    somebodyElse: "Pay somebody else",
    check: {
      first: "Check that this is the shop before you.",
      rest: " What was paid to another shop cannot be taken back.",
    },
  },
  transferring: (amount: string) => `Sending ${amount}`,
  failed: "Failed fund transfer transaction. Please try again.",
  nothingLeft: {
    account: "No money left your account.",
    card: "No money left your card.",
  },
  result: {
    failed: "Transfer not sent",
    success: "Your transfer is being processed",
    successCredited: "Transfer sent",
    successRest: "We tell you when the other bank has it. There is no need to send it again.",
    view: "View receipt",
    backToReview: "Back to the details",
  },
  /** What the receipt says of each kind: what comes next, how it ended, who it was for where that is the member. */
  receipt: {
    next: {
      own: {
        underWay: "Your card usually receives it within a minute. This page tells you when it has.",
        credited: "The money is on your card and can be used now.",
        returned: "The money is back in your account, with nothing taken. You can try again.",
      },
      card: {
        underWay:
          "The other card usually receives it within a minute. This page tells you when it has.",
        credited: "The money is on the other card and can be used now.",
        returned: "The money is back on your card, with nothing taken. You can try again.",
      },
      deposit: {
        underWay:
          "Your savings account usually receives it within a minute. This page tells you when it has.",
        credited: "The money is in your savings account.",
        returned: "The money is back on your card, with nothing taken. You can try again.",
      },
      instapay: {
        underWay:
          "InstaPay usually credits within a minute. If it has not arrived in 2 hours, call us with the reference number.",
        credited: "The receiving bank has credited the account.",
        returned: "The money is back on your card, with the fee.",
      },
      pesonet: {
        underWay: "PESONet goes out with the next batch. This page tells you how it stands.",
        batched: "It is in a PESONet batch. This page tells you how it stands.",
        cleared:
          "It was cleared, and the receiving bank credits the account now. This page tells you when it has.",
        credited: "The receiving bank has credited the account.",
        returned: "The money is back on your card, with the fee.",
      },
    },
    toOneself: { own: "to your card", deposit: "to your savings account" },
  },
  checking: {
    title: "We are checking",
    to: (toPayee: string) => toPayee,
    body: "We have no answer yet. Do not send it again.",
    until: (time: string) => `We keep asking until ${time}; after that it can no longer go out.`,
    keepOpen: "You may leave this page. The transfer can happen only once, and we will notify you.",
    noAnswer: "We still have no answer.",
    over: (time: string) =>
      `Since ${time} this transfer can no longer go out. If it went out before, Transaction History shows it; if not, nothing was taken.`,
    overNext: "Open this page again later: we ask once more before you send anything.",
    askNow: "Ask now",
    asking: "Asking",
    alreadyReceived:
      "This transfer was already received. Your notifications and Transaction History show how it stands.",
  },
};

export type TransferTexts = typeof transfer;
