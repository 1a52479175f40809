import { brand } from "#brand";

/** The pages that say where something is done: in person or by phone. */
export const offices = {
  loans: {
    title: "Apply for Loans",
    lead: `To apply for a loan, visit a ${brand.product} office or call member care.`,
    types: "Loans you can ask for",
  },
  password: {
    title: "Update Password",
    lead: `To change your password, visit a ${brand.product} office or call member care.`,
    goodTitle: "A good password",
    good: "At least 8 characters. A few unrelated words are easier to remember and harder to guess.",
    warn: `${brand.product} never asks for your password, PIN, CVV or OTP.`,
    warnRest: ` Do you think that someone knows your password? Call ${brand.phone} now.`,
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
