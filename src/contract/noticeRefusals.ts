/** Refusals of choosing where notices go. Part of refusals.ts. */
export const noticeRefusals = {
  notice_choice_fixed: {
    http: 422,
    param: "changes",
    en: "This notice always comes this way, for your safety",
    fil: "Palaging ganito ipinapadala ang abisong ito, para sa inyong kaligtasan",
  },
} as const;
