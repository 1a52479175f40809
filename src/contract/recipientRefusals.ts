/** What the server may refuse about the people a member sends to. */
export const recipientRefusals = {
  recipients_full: {
    http: 409,
    en: "You have saved 50 recipients. Please forget one first.",
    fil: "50 na ang naka-save na padadalhan ninyo. Mag-alis muna ng isa.",
  },
  /** Else whoever forgets a payee would be rid of the limit without the code and the day that a raise takes. */
  recipient_limited: {
    http: 409,
    en: "You have set a limit for this recipient. Take the limit away under Safety first.",
    fil: "May limit kayo para sa padadalhang ito. Alisin muna ang limit sa Seguridad.",
  },
} as const;
