import { brand } from "#brand";

/** The pages that say where something is done: in person or by phone. */
export const offices = {
  loans: {
    title: "Apply for Loans",
    lead: "Loan applications are taken at every office, where an officer works out with you what you can afford.",
    steps: [
      {
        title: "Choose a loan",
        body: "The officer shows you each loan with its term and its monthly payment.",
      },
      {
        title: "Bring your papers",
        body: "One valid government ID, your latest payslip or pension slip, and your membership number.",
      },
      {
        title: "Sign the application",
        body: "You get an application number. The released loan shows on your dashboard with its balance and what is due.",
      },
    ],
    types: "Loans you can ask for",
  },
  password: {
    title: "Update Password",
    lead: "Your password is changed at an office or by phone, after we make sure that it is really you.",
    steps: [
      {
        title: "Call or visit us",
        body: "Have your 16-digit membership number and one valid government ID with you.",
      },
      {
        title: "Answer our questions",
        body: "We check who you are. We never ask for your password, PIN, CVV or OTP.",
      },
      {
        title: "Choose a new password",
        body: "At least 8 characters. A few unrelated words are easier to remember and harder to guess.",
      },
    ],
    warn: "Think that someone knows your password?",
    warnRest: ` Call ${brand.phone} now; we close your online access at once.`,
  },
  callTitle: "Call member care",
  callBody: "Have your membership number ready.",
  visitTitle: "Visit an office",
  visitBody: `Go to the ${brand.offices.head}, the ${brand.offices.branch} or the satellite office nearest you.`,
  details: "Your details",
  name: "Name",
  membershipNo: "Membership No.",
  office: "Your office",
  notAvailable: "N/A",
};

export type OfficesTexts = typeof offices;
