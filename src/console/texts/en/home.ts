export const home = {
  title: "Overview",
  queues: "What waits for you",
  nothing: "Nothing waits here.",
  nothingFor: "No queue is open to your role.",
  moreThan: (count: string) => `more than ${count}`,
  /** One sentence for each queue of server/domains/home/queues.ts. */
  queue: {
    requests_to_decide: "Requests of others that wait for your decision",
    card_applications: "Cards to hand over, without a kit, or whose activation failed",
    late_transfers: "Transfers without an answer for 15 minutes",
    transfer_cases: "Cases of members that wait for an answer",
    safety_watch: "Accounts at risk that nobody looks after",
    overdue_refunds: "Transfers whose money must be back within the hour",
    open_breaks: "Differences with partners that nobody has resolved",
    loan_applications: "Loan applications that wait for the desk",
    remittance_exceptions: "Remitted rows that were not right",
  },
};
