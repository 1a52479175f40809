import type { PayLoanTexts } from "#portal/texts/en/payLoan.ts";

export const payLoan: PayLoanTexts = {
  title: "Bayaran ang loan na ito",
  lead: "Galing sa sarili ninyong account, agad at walang bayad.",
  open: "Magbayad ngayon",
  openExtra: "Magbayad ng dagdag",
  extraLead: "Kung gusto lang ninyo: dagdag ito sa kaltas mula sa sahod.",
  what: "Ano ang babayaran",
  arrears: "Ang lampas sa due date",
  next: "Susunod na hulog",
  nextOn: (day) => `due ${day}`,
  other: "Ibang halaga",
  otherMeaning: "Ang sobra ay itatabi para sa mga susunod na hulog.",
  all: "Lahat",
  allMeaning: "Tapos na ang loan ngayong araw.",
  amount: "Halaga",
  amountHint: (most) => `Hanggang ${most}`,
  from: "Magbayad mula sa",
  available: (name, amount) => `${name}: ${amount}`,
  chosenAccount: (name, number, amount) => `${name} ${number}, ${amount} ang available`,
  lacks: (amount) => `Kulang ito ng ${amount}.`,
  tooMuch: (most) => `Hanggang ${most} lang ang mababayaran ngayon.`,
  deduction: (amount, month) =>
    `May kaltas na ${amount} sa sahod ninyo ng ${month} na parating pa. Lampas sa takda muna ang babayaran nito, saka ang susunod na hulog, at matatapos lang ang loan kapag dumating na ito. Dagdag doon ang ibabayad ninyo rito.`,
  paidLately: (amount, at) =>
    `Nagbayad na kayo ng ${amount} sa loan na ito noong ${at}. Dagdag dito ang babayaran ninyo ngayon.`,
  submit: "Magbayad",
  sending: "Tinitingnan",
  moved: (from, to) =>
    `Kulang ang nasa ${from} para rito, kaya sa ${to} ito kukunin. Puwede kayong pumili ng ibang account.`,
  approves: (amount, loanNo, account) =>
    `Para ito sa bayad na ${amount} sa ${loanNo} mula sa ${account}.`,
  paying: "Nagbabayad",
  notKnown:
    "Hindi namin maabot ang server, kaya hindi pa namin alam kung dumating ang huling bayad ninyo. Walang babayaran nang dalawang beses.",
  doneTitle: "Natanggap ang bayad",
  endedTitle: "Bayad na ang buong loan",
  done: "Nasa loan na ninyo ito.",
  ended: "Wala nang dapat bayaran sa loan na ito.",
  reference: "Reference",
  paid: "Binayad",
  close: "Tapos",
  noAccounts: "Wala kayong account na mapagkukunan ng bayad. Magbayad sa alinmang opisina.",
  endingOn: "Bayaran nang buo sa ibang araw",
  endingTotal: "Kabuuang bayad sa araw na iyon",
  endingDeduction: (month) => `Kaltas sa sahod ng ${month}`,
  endingLeft: "Matitira kapag dumating ito",
  endingMeaningAfter:
    "Matatapos ninyo ang loan kapag dumating na ang kaltas, at kung walang ibang bayad hanggang doon.",
  endingMeaning: "Kung walang ibang bayad hanggang doon.",
  loading: "Tinitingnan ang mababayaran",
  failed: "Hindi nakuha ang mababayaran.",
};
