import { brand } from "#brand";

export const recovery = {
  title: "Login Problem?",
  lead: "Choose what you forgot. We send a code to the mobile number on our records.",
  forgotUsername: "I forgot my username",
  forgotUsernameHow: "You need your membership no.",
  forgotPassword: "I forgot my password",
  forgotPasswordHow: "You need your username or membership no.",
  everythingLost: "I lost my phone and my number",
  everythingLostHow: "The way back: what to bring to an office.",
  otherTitle: "Is that number no longer yours?",
  otherBody: `Call member care, or visit the ${brand.offices.head}, the ${brand.offices.branch} or a satellite office with one valid ID.`,
  backToLogin: "Back to login",
  back: "Back",
  forgotPasswordTitle: "Forgot password",
  forgotPasswordLead: "Enter your username or membership no.",
  identifier: "Username or Membership No.",
  forgotUsernameTitle: "Forgot username",
  forgotUsernameLead: "Enter your membership no.",
  membershipNo: "Membership No.",
  membershipHint: "You can type or paste it with or without spaces.",
  membershipPlaceholder: "16-digit",
  next: "Next",
  sending: "Sending the code",
  setPasswordTitle: "Set New Password",
  setPasswordLead:
    "Your number is verified. Choose the password you will sign in with from now on.",
  newPassword: "New Password",
  confirmPassword: "Confirm Password",
  savePassword: "Set New Password",
  setUsernameTitle: "Set New Username",
  setUsernameLead:
    "Your number is verified. Choose the username you will sign in with from now on.",
  newUsername: "New Username",
  usernamePlaceholder: "At least 8 characters",
  usernameHint: "Up to 20 letters, digits, dots, dashes and underscores.",
  saveUsername: "Set New Username",
  passwordUpdated: "Your password is updated",
  usernameUpdated: "Your username is updated",
  noAnswer:
    "We could not reach the server, so we do not know whether this was saved. Please try again.",
};

export type RecoveryTexts = typeof recovery;
