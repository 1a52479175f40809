/** How the server says no about cases and at the transfer desk; part of refusals.ts. */
export const caseRefusals = {
  case_words_too_many: {
    http: 409,
    param: "words",
    en: "We have everything you wrote. If there is more to say, call us with your case number.",
    fil: "Nasa amin na ang lahat ng isinulat ninyo. Kung may idadagdag pa, tumawag sa amin at ibigay ang case number.",
  },
  /* Said to staff. */
  case_resolved: {
    http: 409,
    en: "This case is closed already.",
    fil: "Sarado na ang case na ito.",
  },
  case_of_another: {
    http: 409,
    en: "A colleague works on this case. Take it over first.",
    fil: "May ibang staff na nag-aasikaso nito. Kunin muna ang case.",
  },
  case_has_new_words: {
    http: 409,
    en: "The member has written again meanwhile. Read it, then answer.",
    fil: "May isinulat ulit ang miyembro. Basahin muna ito bago sumagot.",
  },
  case_owner_unknown: {
    http: 422,
    param: "to",
    en: "Nobody of this name may work on cases of this branch.",
    fil: "Walang may ganitong pangalan na puwedeng mag-asikaso ng mga case ng branch na ito.",
  },
  exception_owner_unknown: {
    http: 422,
    param: "to",
    en: "Nobody of this name may resolve exceptions.",
    fil: "Walang may ganitong pangalan na puwedeng mag-ayos ng mga exception.",
  },
  transfer_not_asked: {
    http: 409,
    en: "There is nothing to ask: the clearing house tells by itself how it ended.",
    fil: "Walang kailangang itanong: ang clearing house mismo ang magsasabi kung ano ang nangyari.",
  },
  transfer_ended: {
    http: 409,
    en: "This transfer has ended already.",
    fil: "Tapos na ang transfer na ito.",
  },
} as const;
