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
  createAccount: "Create an account",
  safetyStrong: `${brand.product} never asks for your password, PIN, CVV or OTP`,
  safetyRest: " by call, text or e-mail, and never sends links by text.",
  terms: "Terms and Conditions",
  forms: "Downloadable Forms",
  becomeMember: "Become a Member",
  regulator: `${brand.provider} is regulated by the Bangko Sentral ng Pilipinas. BSP Consumer Assistance:`,
  wrong: "The username or password is not right.",
  triesLeft: (count: number) => `${count} ${count === 1 ? "try" : "tries"} left.`,
  suspended:
    "Your account is currently suspended due to multiple failed login attempts. Please try again after 15 minutes.",
  tryAt: (time: string) => `You can try at ${time}.`,
  offline: "You are offline. Nothing was sent. We will reconnect by ourselves.",
  help: {
    callTitle: "Call member care",
    callBody: "Have your membership number ready. We never ask for your password, PIN, CVV or OTP.",
    visitTitle: "Visit an office",
    visitBody: `Go to the ${brand.offices.head}, the ${brand.offices.branch} or the satellite office nearest you.`,
    termsTitle: "Terms and Conditions",
    termsLead:
      "The printed terms are at every office, and member care sends you a copy when you ask.",
    termsKeyTitle: "The points members ask about",
    termsFacts: {
      mobile: "Your mobile number must be up to date: codes are sent to it.",
      codes:
        "A One-Time Transaction PIN and a First Time User's Code have 6 digits. Tell member care when one has not arrived within 24 hours.",
      report: "A problem with an instruction must be reported within 12 hours.",
      inactive:
        "Online access is suspended after 6 months without activity and cancelled after 1 year. Your money is not touched.",
      charges: "A fund transfer or top-up needs enough balance to cover its charges.",
      notices: "A notice by post counts as received after 2 days, by e-mail after 24 hours.",
    },
    backToLogin: "Back to login",
  },
};

export type LoginTexts = typeof login;
