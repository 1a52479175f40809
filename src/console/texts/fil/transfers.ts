import type { transfers as english } from "#console/texts/en/transfers.ts";

export const transfers: typeof english = {
  title: "Mga transfer na hindi pa tapos",
  member: "Miyembro",
  membershipNo: "Membership no.",
  reference: "Reference",
  amount: "Halaga",
  accepted: "Tinanggap",
  state: "Lagay",
  inquiries: "Mga pagtatanong",
  nextInquiry: "Susunod na pagtatanong",
  inThePortal: "sa portal",
  states: { accepted: "Tinanggap", sent: "Naipadala", unknown: "Walang sagot" },
};
