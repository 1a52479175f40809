import { brand } from "#brand";

export const login = {
  documentTitle: `Log in · ${brand.portal}`,
  description: `${brand.portal}: balances, loans and card of the members of ${brand.provider}`,
  /** Widened: the brand file keeps each language as a literal. */
  tagline: String(brand.tagline.en),
  features: {
    balance: "View your balance real-time",
    loans: "View your loan details",
    card: "Apply for a prepaid card",
  },
  title: "Member Login",
  lead: "Sign in with the username you chose when you created your account.",
  username: "Username",
  password: "Password",
  forgot: "Forgot username or password?",
  logIn: "Log in",
  loggingIn: "Logging in",
  passkey: "Sign in with a passkey",
  passkeyWaiting: "Waiting for your device",
  unfreeze: "Open my account with a passkey",
  createAccount: "Create an account",
  someoneElse: "Somebody else is in my account",
  safetyStrong: `${brand.product} never asks for your password, PIN, CVV or OTP`,
  safetyRest: " by call, text or e-mail, and never sends links by text.",
  terms: "Terms and Conditions",
  privacy: "Privacy Notice",
  comeBack: "Lost everything? How to come back",
  forms: "Downloadable Forms",
  becomeMember: "Become a Member",
  regulator: `${brand.provider} is regulated by the Bangko Sentral ng Pilipinas. BSP Consumer Assistance:`,
  wrong: "The username or password is not right.",
  triesLeft: (count: number) =>
    `${count} ${count === 1 ? "try" : "tries"} left before you have to wait 15 minutes.`,
  suspended:
    "Your account is currently suspended due to multiple failed login attempts. Please try again after 15 minutes.",
  tryAt: (time: string) => `You can try at ${time}.`,
  offline: "You are offline. Nothing was sent. We will reconnect by ourselves.",
  backToLogin: "Back to login",
};

export type LoginTexts = typeof login;
