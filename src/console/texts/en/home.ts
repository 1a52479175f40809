export const home = {
  title: "Overview",
  queues: "What waits for you",
  nothing: "Nothing waits here.",
  nothingFor: "No queue is open to your role.",
  moreThan: (count: string) => `more than ${count}`,
  /** One sentence for each queue of server/staff/home/queues.ts. */
  queue: {
    requests_to_decide: "Requests of others that wait for your decision",
    card_applications: "Cards to hand over, without a kit, or whose activation failed",
    late_transfers: "Transfers without an answer of the card issuer for 15 minutes",
  },
};
