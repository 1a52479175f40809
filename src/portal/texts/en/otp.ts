import { brand } from "#brand";

/** One-time passwords: the screen at sign-in and the dialog of a transfer. */
export const otp = {
  screenTitle: "Verify your mobile number",
  sentTo: "We sent a One-Time Password to ",
  codeLabel: "6-digit code",
  hint: "The code is checked as soon as you enter the last digit. You can paste it.",
  resendNow: "Resend code",
  resendIn: (time: string) => `Resend in ${time}`,
  sending: "Sending a new code",
  newSent: "New OTP code sent",
  useNewest: "Use the newest code; the one before no longer works.",
  wrong: "Invalid OTP. Please try again.",
  triesLeft: (count: number) => `${count} ${count === 1 ? "try" : "tries"} left.`,
  usedUp: "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
  neverShare: `Never share this code. ${brand.product} staff will not ask for it.`,
  helpTitle: "Not received a text message?",
  helpBody: `Check your signal. Turn airplane mode on for 5 seconds, then off. Make sure your inbox is not full. Still nothing after 24 hours: tell member care, ${brand.phone}.`,
  dialogTitle: "Verify One-Time Password",
  dialogNoText: "No text yet?",
  dialogApproves: (amount: string, payee: string) => `It approves ${amount} to ${payee}.`,
  dialogResendIn: (seconds: number) => `RESEND IN (${seconds} ${seconds === 1 ? "SEC" : "SECS"})`,
  dialogResendNow: "RESEND OTP NOW",
};

export type OtpTexts = typeof otp;
