import { brand } from "#brand";

/** Is this paper ours? */
export const verify = {
  title: "Check a statement or receipt",
  lead: `Were you given a monthly statement or shown a transfer receipt of ${brand.provider}? Type the code at its end, and compare what we say with what you see.`,
  code: "Code on the statement or receipt",
  codeHint: "A statement has 16 letters and digits (7K2M-9QRT-4XWV-0ABC), a receipt 12.",
  codeForm: "Enter the 16 letters and digits of a statement, or the 12 of a receipt",
  check: "Check",
  checking: "Checking",
  genuine: "We made a statement with this code. It says:",
  month: "Month",
  account: "Account number",
  endsIn: (digits: string) => `ends in ${digits}`,
  closing: "Closing balance",
  madeAt: "Made on",
  compare:
    "If the paper says anything else, it is not the one that we made. We tell neither the name nor the lines.",
  unknown:
    "No statement of ours has this code. Please compare it with the paper once more. If it is right, do not trust the paper.",
  receipt: {
    states: {
      accepted: "We made a receipt with this code. The transfer is still being processed.",
      sent: "We made a receipt with this code. The transfer is still being processed.",
      unknown: "We made a receipt with this code. The transfer is still being checked.",
      credited: "We made a receipt with this code, and the transfer has arrived.",
      returned:
        "We made a receipt with this code, but the transfer was not completed: the money went back to the sender.",
    },
    amount: "Amount",
    at: "Transaction Date & Time",
    to: "Sent to",
    compare:
      "If what you were shown says anything else, it is not our receipt. Look at your own account as well: money has arrived when it stands there.",
    unknown:
      "No receipt of ours has this code. Please compare it once more. If it is right, do not trust what you were shown.",
  },
  sealed: "Sealed months",
  sealedLead:
    "When all statements of a month are made, we seal them together with one number, sign it and publish it here. With a statement, its proof from beside it and this list, a computer expert can check, without asking us, that no line was changed since.",
  sealedList: "All sealed months, as a file for programs",
};

export type VerifyTexts = typeof verify;
