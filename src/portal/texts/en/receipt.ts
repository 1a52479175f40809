import { hotline } from "#contract/hotline.ts";

/** One transfer and how it stands: the page at its own address, its picture, and what can be done. */
export const receipt = {
  title: "Transaction Details",
  loading: "Loading the transaction",
  loadFailed: "We could not load this transaction",
  loadFailedNew: "Your transfer was received, but we could not load its receipt",
  loadFailedMeaning: (refNo: string) =>
    `Your money is safe; only this screen failed. Reference number ${refNo}.`,
  backToHistory: "Back to Transaction History",
  states: {
    accepted: "Your transfer is being processed",
    sent: "Your transfer is being processed",
    unknown: "We are still checking this transfer",
    credited: "Transfer sent",
    returned: "Transfer not completed",
  },
  firstAnswer: (said: string) => `When you sent it: ${said}`,
  to: "to",
  /** Of a receipt that is shown to others. */
  sender: "Sent by",
  /** Where no name is known: to the number of an account. */
  toNumber: "to",
  reference: "Reference Number",
  dateTime: "Transaction Date & Time",
  nextTitle: "What happens next",
  next: {
    held: "The receiving bank holds it and has not credited the account yet. We will notify you.",
    goingBack:
      "It was not credited. The money is on its way back to your card, with the fee. We will notify you.",
  },
  /** What `next` says of a transfer that had a fee. */
  withoutFee: {
    returned: "The money is back on your card.",
    goingBack:
      "It was not credited. The money is on its way back to your card. We will notify you.",
  },
  /** The same of what left an account of the member's. */
  toAccount: {
    returned: "The money is back in your account, with the fee.",
    goingBack:
      "It was not credited. The money is on its way back to your account, with the fee. We will notify you.",
  },
  toAccountWithoutFee: {
    returned: "The money is back in your account.",
    goingBack:
      "It was not credited. The money is on its way back to your account. We will notify you.",
  },
  received: {
    state: "Money received",
    from: "from",
    next: "The money is on your card and can be used now.",
  },
  creditExpected: (arrival: string) =>
    `${arrival}. The holidays of that time are not proclaimed yet.`,
  creditBy: (arrival: string) => `The receiving bank credits it ${arrival.replace(/^B/, "b")}.`,
  unknown: "We are still checking this transfer. Do not send it again. We will notify you.",
  copyKept:
    "A copy is in your notifications, and among the movements of the card or account that it left.",
  helpWith: `Questions? Call ${hotline} with the reference number.`,
  stepsTitle: "How it went",
  steps: {
    accepted: "Accepted",
    debited: "Taken from your card",
    sent: "Sent",
    batched: "In a PESONet batch",
    acknowledged: "Received by the clearing house",
    unknown: "No answer yet, we keep asking",
    settled: "Cleared",
    held: "Held by the receiving bank",
    credited: "Credited",
    credited_late: "Credited late",
    rejected: "Not accepted",
    giving_back: "Being given back",
    returned: "Money given back",
  },
  share: "Share",
  checkAt: (address: string, code: string) => `Check this receipt at ${address} · code ${code}`,
  saveImage: "Save image",
  pdf: "PDF",
  preparingPdf: "Preparing your PDF",
  pdfFailed: "Download was unsuccessful. Please try again.",
  imageFailed: "The picture could not be made. You can use the PDF.",
  done: "Done",
  another: "Make another transfer",
  sendAgain: "Send again",
  report: {
    open: "Report a problem",
    title: "Report a problem",
    lead: (reference: string) => `About transfer ${reference}.`,
    late: "More than 12 hours have passed since this transfer. We take your report all the same.",
    reason: "What is wrong?",
    reasons: {
      not_me: "I did not make this transfer",
      wrong_account: "It went to a wrong account",
      wrong_amount: "The amount is wrong",
      not_received: "It has not arrived",
      other: "Something else",
    },
    words: "Tell us more",
    wordsHint: "Never write passwords, PINs or codes here.",
    send: "Send report",
    sent: "We have your report",
    caseNumber: "Case number",
    answerBy: "You have an answer by",
    answeredOn: "We answered on",
    closedOn: "Closed on",
    bankNext: "We tell you when they have answered.",
    youNext: "What you can do now: answer us here, or call us.",
    disagree: "If you do not agree, report it again or call us.",
    answer: "Answer",
    answerTitle: "Answer us",
    answerWords: "Your answer",
    answerSend: "Send answer",
    answerSent: "We have your answer",
    otherBank: "the other bank",
    notMe:
      "If somebody else made this transfer, they may send more. Freeze your account now, or set another password.",
    sentMeaning: `We answer on this page and in your notifications. For urgent help call ${hotline}.`,
    done: "Done",
    caseTitle: "Your report",
    states: {
      looking: "We are looking into it",
      goesOn: "We go on looking into it",
      forBank: (bank: string) => `We now wait for ${bank}`,
      forYou: "We now wait for you",
      closed: "Closed",
    },
  },
};

export type ReceiptTexts = typeof receipt;
