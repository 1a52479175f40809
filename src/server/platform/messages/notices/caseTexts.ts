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
  case_resolved: {
    en: "Your case {caseNo} about transfer {refNo} is closed: {answer} If you do not agree, call us.",
    fil: "Sarado na ang inyong case {caseNo} tungkol sa transfer {refNo}: {answer} Kung hindi kayo sang-ayon, tumawag sa amin.",
  },
};
