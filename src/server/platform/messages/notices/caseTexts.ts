import { brand } from "#brand";

const { product, portal, phone } = brand;

/** What a member is told about the cases they opened. Part of texts.ts. */
export const caseTexts = {
  case_opened: {
    en: "We have your report about your transfer of {amount}, ref. {refNo}. Your case number is {caseNo}. You will hear from us by {moment}.",
    fil: "Natanggap namin ang report ninyo tungkol sa transfer na {amount}, ref. {refNo}. Ang case number ninyo ay {caseNo}. May sagot kami bago ang {moment}.",
  },
  case_answered: {
    en: "We answered your case {caseNo} about transfer {refNo}: {answer}",
    fil: "Sinagot namin ang inyong case {caseNo} tungkol sa transfer {refNo}: {answer}",
  },
  case_asks: {
    en: "We need your answer in your case {caseNo} about transfer {refNo}: {answer}",
    fil: "Kailangan namin ang sagot ninyo sa inyong case {caseNo} tungkol sa transfer {refNo}: {answer}",
  },
  case_resolved: {
    en: "Your case {caseNo} about transfer {refNo} is closed: {answer} If you do not agree, call us.",
    fil: "Sarado na ang inyong case {caseNo} tungkol sa transfer {refNo}: {answer} Kung hindi kayo sang-ayon, tumawag sa amin.",
  },
};

/** The same on a phone: that there is an answer, and where it is read. Its words may be long, and say what nobody else should see. */
export const caseSms = {
  case_answered: {
    en: `${product}: we answered your report {caseNo}. Read the answer in ${portal} or call ${phone}.`,
    fil: `${product}: sinagot namin ang report ninyong {caseNo}. Basahin ang sagot sa ${portal} o tumawag sa ${phone}.`,
  },
  case_asks: {
    en: `${product}: we need your answer on your report {caseNo}. Read what we ask in ${portal} or call ${phone}.`,
    fil: `${product}: kailangan namin ang sagot ninyo sa report na {caseNo}. Basahin ang tanong sa ${portal} o tumawag sa ${phone}.`,
  },
  case_resolved: {
    en: `${product}: your report {caseNo} is closed. Read our answer in ${portal} or call ${phone}.`,
    fil: `${product}: sarado na ang report ninyong {caseNo}. Basahin ang sagot namin sa ${portal} o tumawag sa ${phone}.`,
  },
};
