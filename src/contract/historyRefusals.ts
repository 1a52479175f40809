/** Why the history of some days cannot be had as a file. */
export const historyRefusals = {
  statement_reversed: {
    http: 422,
    param: "endDate",
    en: "The end date is before the start date.",
    fil: "Mas maaga ang huling petsa kaysa sa unang petsa.",
  },
  statement_span: {
    http: 422,
    param: "endDate",
    en: "You can only select dates within 30 days",
    fil: "Sa loob lamang ng 30 araw puwedeng pumili",
  },
  statement_in_future: {
    http: 422,
    param: "endDate",
    en: "The end date cannot be after today.",
    fil: "Hindi puwedeng lampas sa ngayon ang huling petsa.",
  },
  /** `{day}` is the day the account was opened. */
  statement_before_opening: {
    http: 422,
    param: "startDate",
    en: "This account was opened on {day}. Choose that day or a later one.",
    fil: "Binuksan ang account na ito noong {day}. Pumili ng petsang iyon o mas huli.",
  },
  statement_too_long: {
    http: 422,
    param: "endDate",
    en: "There are too many transactions on these days for one file. Choose fewer days.",
    fil: "Masyadong maraming transaksyon sa mga araw na ito para sa isang file. Bawasan ang mga araw.",
  },
} as const;
