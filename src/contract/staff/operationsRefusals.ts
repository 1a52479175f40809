/** What the ledger desk and the screens of operations may be refused (refusals.ts). */
export const operationsRefusals = {
  day_not_over: {
    http: 409,
    en: "This business date is not over yet. It can be closed from five minutes past midnight.",
    fil: "Hindi pa tapos ang business date na ito. Maisasara ito limang minuto pagkalipas ng hatinggabi.",
  },
  day_not_next: {
    http: 409,
    en: "Close the business dates in their order: an earlier one is still open.",
    fil: "Isara ang mga business date ayon sa pagkakasunod: may mas naunang bukas pa.",
  },
  day_closed: {
    http: 409,
    en: "This business date is closed already.",
    fil: "Sarado na ang business date na ito.",
  },
  day_loans_pending: {
    http: 409,
    en: "Interest and penalties of this day are not on all loans yet. Please close it in a few minutes.",
    fil: "Hindi pa nailalagay sa lahat ng loan ang interes at penalty ng araw na ito. Isara ito makalipas ang ilang minuto.",
  },
  day_closing: {
    http: 409,
    en: "Something booked before is still under way. Please finish the closing in a moment.",
    fil: "May naunang booking na hindi pa tapos. Ituloy ang pagsasara mamaya-maya.",
  },
  dividend_year: {
    http: 422,
    param: "year",
    en: "A dividend is declared for a year that is over.",
    fil: "Idinedeklara ang dibidendo para sa taong tapos na.",
  },
  dividend_there: {
    http: 409,
    param: "year",
    en: "The dividend of this year is declared already, or waits for a second person.",
    fil: "Naideklara na ang dibidendo ng taong ito, o naghihintay ng pangalawang tao.",
  },
  exception_of_loan: {
    http: 409,
    en: "A loan in trouble is tried again every few minutes, and is gone from here once that works.",
    fil: "Inuulit bawat ilang minuto ang loan na may problema, at mawawala ito rito kapag gumana na.",
  },
  job_done: {
    http: 409,
    en: "This job is done: it ran meanwhile.",
    fil: "Tapos na ang job na ito: tumakbo na ito.",
  },
  job_running: {
    http: 409,
    en: "This job is running right now.",
    fil: "Tumatakbo ngayon ang job na ito.",
  },
  job_waiting: {
    http: 409,
    en: "This job waits for its turn already.",
    fil: "Naghihintay na ng turno ang job na ito.",
  },
  exception_resolved: {
    http: 409,
    en: "Somebody has resolved this already.",
    fil: "May nakalutas na nito.",
  },
  exception_undecided: {
    http: 409,
    en: "Its transfer has no end yet. Open the transfer and decide there, with a second person, whether it was credited or is given back.",
    fil: "Wala pang katapusan ang transfer nito. Buksan ang transfer at doon pagpasyahan, kasama ang ikalawang tao, kung na-credit ito o ibabalik.",
  },
  template_not_usable: {
    http: 422,
    param: "textEn",
    en: "This wording lacks what the text must say, or says what none of our texts may.",
    fil: "Kulang ang text na ito sa dapat sabihin, o may sinasabi itong hindi dapat.",
  },
  bank_without_bic: {
    http: 422,
    param: "takesInstapay",
    en: "This bank has no address on this rail.",
    fil: "Walang address ang bangkong ito sa rail na ito.",
  },
  books_breached: {
    http: 409,
    en: "The books do not agree. Look at the breaches before you close a day.",
    fil: "Hindi nagtutugma ang mga libro. Tingnan muna ang mga paglabag bago magsara ng araw.",
  },
  import_too_large: {
    http: 422,
    param: "file",
    en: "The file is larger than 50 MB. Please split it.",
    fil: "Mas malaki sa 50 MB ang file. Hatiin ito.",
  },
  import_empty: {
    http: 422,
    param: "file",
    en: "The file is empty.",
    fil: "Walang laman ang file.",
  },
  import_not_ready: {
    http: 409,
    en: "This import cannot run: it is not checked, or it ran already.",
    fil: "Hindi mapatakbo ang import na ito: hindi pa nasuri, o tapos na.",
  },
} as const;
