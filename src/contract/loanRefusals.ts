/** How the server says no about loans; part of refusals.ts. */
export const loanRefusals = {
  loan_applications_today: {
    http: 409,
    en: "You have sent 5 loan applications today. Please try again tomorrow.",
    fil: "Nakapagpadala na kayo ng 5 loan application ngayong araw. Subukan ulit bukas.",
  },
  /** The application is no longer, or not yet, where this can be done. */
  loan_application_state: {
    http: 409,
    en: "This cannot be done with the application as it is now. Please load the page again.",
    fil: "Hindi ito magagawa sa kasalukuyang kalagayan ng application. I-load ulit ang page.",
  },
  loan_offer_changed: {
    http: 409,
    en: "Our offer changed after you opened this page. Please load it again and review it.",
    fil: "Nagbago ang aming alok matapos ninyong buksan ang page na ito. I-load ulit at suriin ito.",
  },
  loan_offer_expired: {
    http: 409,
    en: "This offer is over. Please send a new application.",
    fil: "Lipas na ang alok na ito. Magpadala ng bagong application.",
  },
  loan_statement_not_ready: {
    http: 409,
    en: "The disclosure statement is being made. Please try again in a minute.",
    fil: "Ginagawa pa ang disclosure statement. Subukan ulit pagkaraan ng isang minuto.",
  },
  loan_needs_savings: {
    http: 409,
    en: "A loan is released to a savings account, and there is none. Please visit an office to open one.",
    fil: "Sa savings account inilalabas ang loan, at wala pa nito. Pumunta sa isang opisina para magbukas.",
  },

  /* Said to staff. */
  loan_offer_not_accepted: {
    http: 409,
    en: "The member has not accepted the offer.",
    fil: "Hindi pa tinatanggap ng miyembro ang alok.",
  },
  loan_release_too_late: {
    http: 409,
    en: "What the member accepted held for a release until {day}. Take the offer back and propose it anew; the member then accepts the new one.",
    fil: "Hanggang {day} lang ang release na tinanggap ng miyembro. Bawiin ang alok at magpanukala ulit; tatanggapin ng miyembro ang bago.",
  },
  loan_processor_approves: {
    http: 409,
    en: "You worked on this application. Another person approves it.",
    fil: "Kayo ang humawak sa application na ito. Ibang tao ang mag-aapruba nito.",
  },
  loan_terms_not_allowed: {
    http: 422,
    param: "principal",
    en: "{product}: {minimum} to {maximum}, for {terms} months.",
    fil: "{product}: {minimum} hanggang {maximum}, sa {terms} buwan.",
  },
  loan_payment_too_small: {
    http: 422,
    param: "monthly_payment",
    en: "The smallest such loan costs {least} a month.",
    fil: "{least} bawat buwan ang pinakamaliit na ganitong loan.",
  },
  loan_payment_differs: {
    http: 409,
    en: "A payment with this reference and another amount was taken already.",
    fil: "May natanggap nang bayad na may ganitong reference at ibang halaga.",
  },
  loan_settlement_amount: {
    http: 422,
    param: "amount",
    en: "To end this loan on this day, {amount} is paid.",
    fil: "Para tapusin ang loan na ito sa araw na ito, {amount} ang bayaran.",
  },
  loan_hold_out_short: {
    http: 409,
    en: "The capital contribution does not cover this loan.",
    fil: "Hindi sapat ang capital contribution para sa loan na ito.",
  },
  loan_in_trouble: {
    http: 409,
    en: "The bank has work of its own to finish on this loan before it takes a payment: see the exceptions.",
    fil: "May kailangan munang tapusin ang bangko sa loan na ito bago ito tumanggap ng bayad: tingnan ang mga exception.",
  },
  /** `{amount}` is the deduction, `{most}` what it leaves to be paid. */
  loan_deduction_under_way: {
    http: 409,
    param: "amount",
    en: "A deduction of {amount} from your pay is under way for this loan. Beside it {most} at most can be paid now, and the loan can be ended once it has come.",
    fil: "May kaltas na {amount} sa inyong sahod na parating para sa loan na ito. Bukod doon, hanggang {most} lang ang mababayaran ngayon, at matatapos ang loan pagdating nito.",
  },
  loan_quote_day: {
    http: 422,
    param: "day",
    en: "Choose today or a day within the next 62 days.",
    fil: "Pumili ng petsa mula ngayon hanggang 62 araw.",
  },
  loan_payment_too_much: {
    http: 422,
    param: "amount",
    en: "This loan ends with {amount} on this day: no more is paid.",
    fil: "{amount} ang magtatapos sa loan na ito sa araw na ito: huwag lalampas doon ang bayad.",
  },
  loan_not_paid: {
    http: 409,
    en: "This loan is not paid in full yet.",
    fil: "Hindi pa bayad nang buo ang loan na ito.",
  },
  loan_not_open: {
    http: 409,
    en: "This loan takes no payments: it is paid or written off.",
    fil: "Hindi na tumatanggap ng bayad ang loan na ito: bayad na o na-write off na.",
  },
} as const;
