import { brand } from "#brand";

export const signup = {
  title: "Create an account",
  lead: "For members. Have your membership no. and the phone on our records at hand.",
  backToLogin: "Back to login",
  membershipNo: "Membership No.",
  membershipHint: "You can type or paste it with or without spaces.",
  membershipPlaceholder: "16-digit",
  username: "Username",
  usernamePlaceholder: "At least 8 characters",
  usernameHint: "Up to 20 letters, digits, dots, dashes and underscores.",
  password: "Set Password",
  confirm: "Confirm Password",
  agreement: "Privacy Notice",
  agree: "I agree to the ",
  agreeLink: `${brand.provider} Privacy Notice`,
  joining: "By creating an account you also agree to the ",
  next: "Next",
  sending: "Sending the code",
  created: "Account successfully created",
  noMobile: {
    title: "No Mobile Number Registered",
    body: "We send a code to your phone, and there is no mobile number on our records for this membership.",
    call: "Call the hotline to ask what to bring:",
    visit: "Or visit one of our offices to register your number:",
    satellite: "The satellite office nearest you",
  },
};

export type SignupTexts = typeof signup;
