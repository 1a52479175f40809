import { brand } from "#brand";

/** The pages that say where something is done: in person or by phone. */
export const offices = {
  loans: {
    title: "Apply for Loans",
    lead: `To apply for a loan, visit a ${brand.product} office or call member care.`,
    types: "Loans you can ask for",
    submitted: "Loan application submitted",
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
