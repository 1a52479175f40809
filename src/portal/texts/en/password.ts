import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";

/** Choosing a password, and the page where a signed-in member changes it. */
export const password = {
  title: "Update Password",
  lead: "You stay signed in here. Your other devices are signed out.",
  current: "Current Password",
  set: "Set New Password",
  confirm: "Confirm New Password",
  submit: "Update Password",
  updated: "Password updated",
  noAnswer:
    "We could not reach the server, so we do not know whether your password was changed. If the old one no longer works, it was.",
  hint: "At least 8 characters.",
  goodTitle: "A good password",
  good: {
    words: "A few unrelated words are easy to remember and hard to guess.",
    own: "Use it nowhere else.",
    personal: `Leave out your names, username, numbers, birth date and the name ${brand.product}.`,
    common: "Easy ones are refused: a common word stays easy with digits and signs.",
    manager: "A password manager may fill it in, and you may paste it.",
  },
  warn: `${brand.product} never asks for your password, PIN, CVV or OTP.`,
  warnRest: ` Do you think that someone knows your password? Call ${hotline} now.`,
};

export type PasswordTexts = typeof password;
