import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";

/** One-time passwords: the screen of sign-in, sign-up and recovery, and the dialog of a transfer. */
export const otp = {
  screenTitle: "Verify your mobile number",
  sentTo: "We sent a One-Time Password to ",
  newDevice: "We ask for it because this device is new to us.",
  codeLabel: "6-digit code",
  hint: "The code is checked as soon as you enter the last digit. You can paste it.",
  resendNow: "Resend code",
  resendIn: (time: string) => `Resend in ${time}`,
  sending: "Sending a new code",
  sentBefore: "Use the code that we sent you before",
  newSent: "New OTP code sent",
  useNewest: "Use the newest code; the one before no longer works.",
  wrong: "Invalid OTP. Please try again.",
  triesLeft: (count: number) => `${count} ${count === 1 ? "try" : "tries"} left.`,
  usedUp: "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
  wasUsed:
    "This code was used already, so what you asked for may be done. Look at how it stands before you ask again.",
  tooOld: "That code is too old. Ask for a new one.",
  wasTooOld: "That code is too old. We sent a new one.",
  delayed: "Texts are delayed right now. You can wait, or try again in a few minutes.",
  backAgain: "Connected again. Press Try again.",
  startAgain: "This took too long. Press Back and continue from there for a new code.",
  neverShare: `Never share this code. ${brand.product} staff will not ask for it.`,
  helpTitle: "Not received a text message?",
  helpBody: `Check your signal. Turn airplane mode on for 5 seconds, then off. Make sure your inbox is not full. Still nothing after 24 hours: tell member care, ${hotline}.`,
  helpCounter:
    "Did an office give you a First Time User's Code? Type it here in place of the code from the text. It works for 24 hours.",
  helpRecovery:
    "Press Back to check that what you typed is right. The code goes only to the number on our records.",
  dialogTitle: "Verify One-Time Password",
  dialogNoText: "No text yet?",
  /** `toPayee` begins with the word before a name or an account. */
  dialogApproves: (sum: string, toPayee: string) => `It approves ${sum} ${toPayee}.`,
  dialogSum: (amount: string, fee: string, total: string) =>
    `${amount} and a fee of ${fee} (${total} in all)`,
  dialogResendIn: (seconds: number) => `RESEND IN (${seconds} ${seconds === 1 ? "SEC" : "SECS"})`,
  dialogResendNow: "RESEND OTP NOW",
  passkeyTitle: "Approve with your passkey",
  passkeyAsking: "Your device asks for your fingerprint, face or screen lock.",
  passkeyAgain: "Approve with your passkey",
  passkeyByText: "Send a code by text instead",
  passkeyOnly:
    "A code by text is not enough here. Is your passkey on another phone or computer? Have it at hand and try again. Lost it? Remove it under “Passkeys” and make a new one, or come to any of our offices with a valid ID.",
  toPasskeys: "Your passkeys",
  passkey_needed: "A passkey is needed",
  office_needed: "Only at an office",
  anyOffice: `Any office will do: the ${brand.offices.head}, the ${brand.offices.branch} or a satellite office.`,
};

export type OtpTexts = typeof otp;
