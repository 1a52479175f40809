/** What the server may refuse about the people a member sends to. */
export const recipientRefusals = {
  recipients_full: {
    http: 409,
    en: "You have saved 50 recipients. Please forget one first.",
    fil: "50 na ang naka-save na padadalhan ninyo. Mag-alis muna ng isa.",
  },
} as const;
