/** How the server says no about the partners' files and what differs; part of refusals.ts. */
export const reconciliationRefusals = {
  settlement_day_open: {
    http: 422,
    param: "day",
    en: "This day is not over. Its file can be matched tomorrow.",
    fil: "Hindi pa tapos ang araw na ito. Bukas na maitutugma ang file nito.",
  },
  settlement_day_ahead: {
    http: 422,
    param: "day",
    en: "This day has not come.",
    fil: "Hindi pa dumarating ang araw na ito.",
  },
  settlement_absent: {
    http: 409,
    en: "The partner has no file of this day.",
    fil: "Walang file ng araw na ito ang partner.",
  },
  settlement_wrong: {
    http: 409,
    en: "The partner's file was not taken. {reason} Nothing was imported. Ask the partner for the right file.",
    fil: "Hindi tinanggap ang file ng partner. {reason} Walang na-import. Hingin sa partner ang tamang file.",
  },
  settlement_unavailable: {
    http: 503,
    en: "The partner's file could not be fetched. Please try again later.",
    fil: "Hindi makuha ang file ng partner. Subukan ulit mamaya.",
  },
  break_ended: {
    http: 409,
    en: "This difference has ended already.",
    fil: "Tapos na ang pagkakaibang ito.",
  },
} as const;
