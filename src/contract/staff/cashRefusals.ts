/** What a teller may be refused at the cash drawer (refusals.ts). */
export const cashRefusals = {
  cash_drawer_open: {
    http: 409,
    en: "You have an open drawer already. It closes when the vault has taken its cash.",
    fil: "May bukas na kayong drawer. Magsasara ito kapag natanggap na ng vault ang laman nito.",
  },
  cash_drawer_missing: {
    http: 409,
    en: "You have no open drawer. Ask the vault for a float first.",
    fil: "Wala kayong bukas na drawer. Humingi muna ng panimulang pera sa vault.",
  },
  cash_vault_missing: {
    http: 409,
    en: "The vault of this branch was never counted. Count it first.",
    fil: "Hindi pa nabibilang ang vault ng branch na ito. Bilangin muna ito.",
  },
  cash_vault_short: {
    http: 409,
    en: "There is not so much cash in the vault.",
    fil: "Walang ganoong kalaking cash sa vault.",
  },
  cash_vault_counts: {
    http: 409,
    en: "A count of this vault is waiting already, or its difference has yet to be booked.",
    fil: "May naghihintay nang bilang ng vault na ito, o hindi pa naitatala ang diperensiya nito.",
  },
  cash_vault_moved: {
    http: 409,
    en: "Cash moved in or out of the vault since it was counted. Refuse this count, and count again.",
    fil: "May pumasok o lumabas na cash sa vault mula nang bilangin ito. Tanggihan ang bilang na ito, at bilangin ulit.",
  },
  cash_nothing_counted: {
    http: 422,
    param: "counts",
    en: "Enter how many pieces of each bill and coin there are.",
    fil: "Ilagay kung ilang piraso ang bawat papel at barya.",
  },
  cash_slip_missing: {
    http: 422,
    param: "slip",
    en: "Enter the number on the bank's slip.",
    fil: "Ilagay ang numero sa slip ng bangko.",
  },
  cash_move_own: {
    http: 409,
    en: "Another person of the branch confirms this, never who asked for it.",
    fil: "Ibang tao ng branch ang magkukumpirma nito, hindi ang humiling.",
  },
  cash_move_over: {
    http: 409,
    en: "This is over: it was confirmed, refused or taken back already.",
    fil: "Tapos na ito: nakumpirma, tinanggihan o binawi na.",
  },
  cash_account_unknown: {
    http: 422,
    param: "accountNumber",
    en: "No account and no open loan of a member of your branch has this number.",
    fil: "Walang account o bukas na loan ng miyembro ng inyong branch na may ganitong numero.",
  },
  cash_drawer_short: {
    http: 409,
    en: "There is not so much cash in the drawer.",
    fil: "Walang ganoong kalaking cash sa drawer.",
  },
  cash_member_frozen: {
    http: 409,
    en: "The member's account is frozen: nothing is paid out.",
    fil: "Naka-freeze ang account ng miyembro: walang ilalabas.",
  },
  cash_second_person: {
    http: 409,
    en: "The member cannot approve this alone. Check the identity and ask a second person.",
    fil: "Hindi ito maaaprubahan ng miyembro nang mag-isa. Tingnan ang pagkakakilanlan at humingi ng pangalawang tao.",
  },
  cash_over_teller_limit: {
    http: 409,
    en: "A teller pays out at most {most} at once with the member's approval. For more, check the identity and ask a second person: a supervisor of the branch decides.",
    fil: "Hanggang {most} lang bawat isa ang mailalabas ng teller sa apruba ng miyembro. Kung higit, tingnan ang pagkakakilanlan at humingi ng pangalawang tao: supervisor ng branch ang magpapasya.",
  },
  cash_over_teller_day: {
    http: 409,
    en: "A teller pays out at most {most} a day with members' approval, and you have paid out {paid} today. For this one, check the identity and ask a second person: a supervisor of the branch decides.",
    fil: "Hanggang {most} bawat araw ang mailalabas ng teller sa apruba ng mga miyembro, at {paid} na ang nailabas ninyo ngayon. Para dito, tingnan ang pagkakakilanlan at humingi ng pangalawang tao: supervisor ng branch ang magpapasya.",
  },
  cash_over_limit: {
    http: 409,
    en: "At most {most} is paid out in cash at once, also with a second person. Two people may change the limit.",
    fil: "Hanggang {most} lang bawat isa ang mailalabas na cash, kahit may pangalawang tao. Dalawang tao ang makapagbabago ng limit.",
  },
  cash_withdrawal_waits: {
    http: 409,
    en: "Another teller is asking this member about a withdrawal. It ends by itself within five minutes.",
    fil: "May ibang teller na nagtatanong sa miyembrong ito tungkol sa withdrawal. Kusa itong matatapos sa loob ng limang minuto.",
  },
  cash_withdrawal_over: {
    http: 409,
    en: "This withdrawal is over: it was not answered in time, was refused, or was taken back.",
    fil: "Tapos na ang withdrawal na ito: hindi nasagot sa oras, tinanggihan, o binawi.",
  },
  cash_count_differs: {
    http: 409,
    en: "The count does not agree with the float and the receipts of this drawer. Please count again.",
    fil: "Hindi tugma ang bilang sa panimulang pera at mga resibo ng drawer na ito. Pakibilang muli.",
  },
} as const;
