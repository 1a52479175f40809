/** How the server says no about requests that a second person decides; part of refusals.ts. */
export const requestRefusals = {
  request_does_not_apply: {
    http: 409,
    en: "As things stand, there is nothing that this would change.",
    fil: "Sa ngayon, wala itong mababago.",
  },
  holiday_past: {
    http: 422,
    param: "payload.day",
    en: "This day is over. The calendar of the past is not changed.",
    fil: "Lumipas na ang araw na ito. Hindi binabago ang kalendaryo ng nakaraan.",
  },
  holiday_exists: {
    http: 422,
    param: "payload.day",
    en: "This day is already in the calendar. Change it there.",
    fil: "Nasa kalendaryo na ang araw na ito. Doon ito baguhin.",
  },
  request_open_already: {
    http: 409,
    en: "A request of this kind is open already. Decide or withdraw that one first.",
    fil: "May bukas nang ganitong request. Desisyunan o bawiin muna iyon.",
  },
  request_is_own: {
    http: 409,
    en: "You made this request. Another person must decide it.",
    fil: "Kayo ang gumawa ng request na ito. Ibang tao ang dapat magdesisyon.",
  },
  request_not_own: {
    http: 409,
    en: "Only the person who made a request can withdraw it.",
    fil: "Ang gumawa lang ng request ang puwedeng bumawi nito.",
  },
  request_decided: {
    http: 409,
    en: "{who} was first: this request is {state} already.",
    fil: "Nauna si {who}: {state} na ang request na ito.",
  },
  request_expired: {
    http: 409,
    en: "This request has expired. Nothing was changed.",
    fil: "Nag-expire na ang request na ito. Walang nabago.",
  },
  request_stale: {
    http: 409,
    en: "What this request would change has changed since it was made. Nothing was done; please make a new request.",
    fil: "Nagbago na ang babaguhin sana ng request na ito. Walang ginawa; gumawa ng bagong request.",
  },
  request_changed: {
    http: 409,
    en: "This is not the request that was made. Nothing was done; please tell the auditor.",
    fil: "Hindi ito ang request na ginawa. Walang ginawa; ipaalam sa auditor.",
  },
  request_maker_left: {
    http: 409,
    en: "Whoever made this request may no longer ask for it. Reject it; somebody else can make a new one.",
    fil: "Hindi na puwedeng humiling nito ang gumawa ng request. I-reject ito; puwedeng gumawa ng bago ang iba.",
  },
  request_document_missing: {
    http: 422,
    param: "documents",
    en: "Please send the documents again.",
    fil: "Ipadala ulit ang mga dokumento.",
  },
  request_document_needed: {
    http: 422,
    param: "documents",
    en: "Add a picture or scan of what the member signed or showed.",
    fil: "Maglakip ng larawan o scan ng pinirmahan o ipinakita ng miyembro.",
  },
  document_empty: {
    http: 422,
    param: "documents",
    en: "The file is empty.",
    fil: "Walang laman ang file.",
  },
  document_too_large: {
    http: 422,
    param: "documents",
    en: "The file is larger than 5 MB.",
    fil: "Mas malaki sa 5 MB ang file.",
  },
  document_unreadable: {
    http: 422,
    param: "documents",
    en: "Send a JPEG, PNG or WebP picture of 25 megapixels at most, or a PDF.",
    fil: "Magpadala ng larawang JPEG, PNG o WebP na hanggang 25 megapixel, o ng PDF.",
  },
  journal_not_balanced: {
    http: 422,
    param: "payload.lines",
    en: "Debits and credits must be equal in each book, and what leaves one book must arrive in the other.",
    fil: "Dapat pantay ang debit at credit sa bawat book, at ang lumabas sa isang book ay dapat pumasok sa kabila.",
  },
  journal_of_branch_cash: {
    http: 422,
    param: "payload.lines",
    en: "The cash of a branch is moved where it is counted, never by hand.",
    fil: "Ang cash ng branch ay nagagalaw lang kung saan ito binibilang, hindi mano-mano.",
  },
  journal_of_loan_account: {
    http: 422,
    param: "payload.lines",
    en: "What is owed on loans is moved at the loan desk only, never by hand.",
    fil: "Sa loan desk lang nagagalaw ang utang sa mga loan, hindi mano-mano.",
  },
  journal_of_loan: {
    http: 409,
    en: "An entry of a loan or a remittance is not reversed by hand: its schedule would say something else than the books.",
    fil: "Hindi binabaligtad nang mano-mano ang entry ng loan o remittance: mag-iiba ang sasabihin ng schedule at ng books.",
  },
  journal_of_card_account: {
    http: 422,
    param: "payload.lines",
    en: "Money on a member's card is moved at the issuer only, never by hand.",
    fil: "Sa issuer lang nagagalaw ang pera sa card ng miyembro, hindi mano-mano.",
  },
  journal_account_unknown: {
    http: 422,
    param: "payload.lines",
    en: "There is no account {account}.",
    fil: "Walang account na {account}.",
  },
  member_funds_missing: {
    http: 409,
    en: "The member's account does not have this much available.",
    fil: "Kulang ang available sa account ng miyembro.",
  },
  staff_person_taken: {
    http: 422,
    param: "payload.personKey",
    en: "This employee number is on record as {personKey}. One person has one number.",
    fil: "Nasa rekord na ang employee number na ito bilang {personKey}. Iisa ang numero ng bawat tao.",
  },
} as const;
