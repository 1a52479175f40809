import { brand } from "#brand";

/** Is this paper ours? */
export const verify = {
  title: "Check a statement",
  lead: `Were you given a monthly statement of ${brand.provider}? Type the code at its end, and compare what we say with what is on the paper.`,
  code: "Code on the statement",
  codeHint: "16 letters and digits, for example 7K2M-9QRT-4XWV-0ABC.",
  codeForm: "Enter the 16 letters and digits of the code",
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
  sealed: "Sealed months",
  sealedLead:
    "When all statements of a month are made, we seal them together with one number, sign it and publish it here. With a statement, its proof from beside it and this list, a computer expert can check, without asking us, that no line was changed since.",
  sealedList: "All sealed months, as a file for programs",
};

export type VerifyTexts = typeof verify;
