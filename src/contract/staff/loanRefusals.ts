/** How the server says no at the loan desk; part of refusals.ts. */
export const loanDeskRefusals = {
  loan_application_ended: {
    http: 409,
    en: "This application has ended.",
    fil: "Tapos na ang application na ito.",
  },
  loan_owner_unknown: {
    http: 422,
    param: "to",
    en: "Nobody of this name may work on applications of this branch.",
    fil: "Walang may ganitong pangalan na puwedeng mag-asikaso ng mga application ng branch na ito.",
  },
  loan_words_missing: {
    http: 422,
    param: "words",
    en: "Say what the member should bring.",
    fil: "Sabihin kung ano ang dapat dalhin ng miyembro.",
  },
  loan_not_assessed: {
    http: 409,
    en: "Write down pay and deductions first.",
    fil: "Isulat muna ang sahod at mga kaltas.",
  },
  loan_approved_already: {
    http: 409,
    en: "You gave the first approval. Another person gives the second.",
    fil: "Kayo ang unang nag-apruba. Ibang tao ang magbibigay ng pangalawa.",
  },
  loan_breaks_rule: {
    http: 422,
    param: "principal",
    en: "The rules do not allow this: {why}.",
    fil: "Hindi ito pinapayagan ng mga tuntunin: {why}.",
  },
  payroll_nothing_due: {
    http: 409,
    en: "Nothing is to be deducted by this employer in that month.",
    fil: "Walang ipapakaltas sa employer na ito sa buwang iyon.",
  },
  payroll_month: {
    http: 422,
    param: "month",
    en: "Files are made for this month and the next.",
    fil: "Para sa buwang ito at sa susunod lang ginagawa ang file.",
  },
  payroll_line_answered: {
    http: 409,
    en: "A remittance of that month names it, or somebody has written down that it was not deducted.",
    fil: "Nasa remittance na ito ng buwang iyon, o may nagsulat nang hindi ito naikaltas.",
  },
  payroll_line_month: {
    http: 409,
    en: "That month is not over: it may still be deducted.",
    fil: "Hindi pa tapos ang buwang iyon: puwede pa itong maikaltas.",
  },
  deduction_account: {
    http: 422,
    param: "accountNo",
    en: "This is the number of no capital contribution or savings account.",
    fil: "Hindi ito numero ng capital contribution o savings account.",
  },
  deduction_employer: {
    http: 422,
    param: "accountNo",
    en: "No employer is on record for this member.",
    fil: "Walang nakatalang employer ang member na ito.",
  },
  deduction_month: {
    http: 422,
    param: "firstMonth",
    en: "It may begin this month or in one of the twelve after it.",
    fil: "Maaari itong magsimula ngayong buwan o sa isa sa kasunod na labindalawa.",
  },
  deduction_ended: {
    http: 409,
    en: "This deduction has already ended.",
    fil: "Natapos na ang kaltas na ito.",
  },
  remittance_empty: {
    http: 422,
    param: "file",
    en: "The file is empty.",
    fil: "Walang laman ang file.",
  },
  remittance_too_large: {
    http: 422,
    param: "file",
    en: "The file is larger than 20 MB. Please split it.",
    fil: "Mas malaki sa 20 MB ang file. Hatiin ito.",
  },
  remittance_too_long: {
    http: 422,
    param: "file",
    en: "The file has more than 100,000 rows. Please split it.",
    fil: "Mahigit 100,000 ang row ng file. Hatiin ito.",
  },
  remittance_unreadable: {
    http: 422,
    param: "file",
    en: "The file cannot be read, line {line}: {why}.",
    fil: "Hindi mabasa ang file, linya {line}: {why}.",
  },
  remittance_doubled: {
    http: 409,
    param: "file",
    en: "This very file was sent before, as {reference}.",
    fil: "Naipadala na dati ang mismong file na ito, bilang {reference}.",
  },
  remittance_asked: {
    http: 409,
    en: "Its posting is asked for. Withdraw or reject that request first.",
    fil: "May humiling nang i-post ito. Bawiin o tanggihan muna ang hiling na iyon.",
  },
  remittance_not_checked: {
    http: 409,
    en: "Only a checked file can be withdrawn, before it is posted.",
    fil: "Ang nasuri lang na file ang mababawi, bago ito i-post.",
  },
  remittance_month: {
    http: 422,
    param: "month",
    en: "Pay of that month has not been paid yet.",
    fil: "Hindi pa nababayaran ang sahod ng buwang iyon.",
  },
} as const;
