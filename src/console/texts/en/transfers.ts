export const transfers = {
  title: "Transfers under way",
  member: "Member",
  membershipNo: "Membership no.",
  reference: "Reference",
  amount: "Amount",
  accepted: "Accepted",
  state: "State",
  inquiries: "Inquiries",
  nextInquiry: "Next inquiry",
  inThePortal: "in the portal",
  states: { accepted: "Accepted", sent: "Sent", unknown: "No answer" },
};
