import { hotline } from "#contract/hotline.ts";
import type { LoanAccountTexts } from "#portal/texts/en/loanAccount.ts";

export const loanAccount: LoanAccountTexts = {
  loading: "Kinukuha ang inyong loan",
  failed: "Hindi nakuha ang inyong loan",
  failedMeaning: (reference) =>
    `Ligtas ang inyong pera; ang screen lamang ang may problema. Ref ${reference}.`,
  states: {
    active: "Walang atraso",
    past_due: "Lampas sa due date",
    restructured: "Binago ang schedule",
    fully_paid: "Bayad na lahat",
    written_off: "Sarado na",
  },
  pastDue: (days) => `Lampas sa due date: ${days} araw`,
  principalLeft: "Natitirang prinsipal",
  next: "Susunod na hulog",
  nextOn: (day) => `sa ${day}`,
  nothingDue: "Wala nang babayaran.",
  advance: "Paunang bayad",
  deduction: "Kaltas mula sa sahod",
  deductionOf: (month) => `ng ${month}, inaasahan pa; sa susunod na takda ito mapupunta`,
  deductionOfLate: (month) =>
    `ng ${month}, inaasahan pa; lampas sa due date muna ang babayaran nito`,
  nextFromPay: (month) => `mula sa sahod ng ${month}, inaasahan pa`,
  deductionWithLate: (month) => `ng ${month}; hihingin ang lahat ng due hanggang doon`,
  debit: "Automatic debit",
  debitWithLate: (day) => `sa ${day}; kukunin ang lahat ng due hanggang doon`,
  debitRestWithLate: (day) =>
    `sa ${day}; kukunin ang lahat ng due hanggang doon, kung hindi mauna ang kaltas sa sahod`,
  paidFromPay: "Babayaran ito mula sa sahod ninyo. Wala kayong kailangang bayaran.",
  advanceMeaning: "nakalaan sa mga takdang araw, at kasama na sa bilang",
  late: {
    title: "Lampas sa due date",
    since: (days, day) => `${days} araw nang lampas sa due date ang hulog ninyo noong ${day}.`,
    sinceTwo: (days, first, second) =>
      `Lampas na sa due date ang mga hulog ninyo noong ${first} at ${second}. ${days} araw na ang pinakaluma.`,
    sinceMany: (days, count, first) =>
      `${count} hulog ninyo ang lampas sa due date. ${days} araw na ang pinakaluma, noong ${first}.`,
    instalments: "Mga hulog na lampas sa due date",
    penalties: "Multa",
    total: "Babayaran ngayon",
    totalFromPay: "Babayaran mula sa sahod ninyo",
    ifNotPaid: "Kung hindi kayo magbayad",
    nextPenalty: (day, amount) =>
      `Kung walang bayad bago ang ${day}, madaragdagan ito ng multang ${amount}.`,
    nextDeduction: (month, amount) =>
      `Kasama ito sa hihingin ng kaltas mula sa sahod ninyo ng ${month}: ${amount} lahat-lahat. Idaragdag ang mga multa hanggang doon.`,
    nextDebitRest: (day, amount) =>
      `Kukunin ito sa sahod ninyo, o kung hindi, sa automatic debit sa ${day}: ${amount} lahat-lahat. Idaragdag ang mga multa hanggang doon.`,
    nextDebit: (day, amount) =>
      `Kasama ito sa kukunin ng automatic debit sa ${day}: ${amount} lahat-lahat. Idaragdag ang mga multa hanggang doon.`,
    rule: (percent, days) =>
      `Ang multa ay ${percent} bawat buwan ng nahuli, pagkaraan ng ${days} araw.`,
    deduction: (amount, month) =>
      `Inaasahan pa ang kaltas na ${amount} mula sa sahod ninyo ng ${month}. Lampas sa takda muna ang babayaran nito; dagdag dito ang ibabayad ninyo rito.`,
    help: `Magbayad dito o sa alinmang office, o tumawag sa ${hotline} kung hindi makakabayad ngayon.`,
  },
  settle: {
    title: "Para mabayaran lahat ngayon",
    principal: "Natitirang prinsipal",
    interest: "Interes hanggang ngayon",
    penalties: "Multa",
    advance: "Paunang bayad",
    total: "Kabuuang babayaran ngayon",
    deduction: "Kaltas na inaasahan pa",
    totalAfter: "Matitira kapag dumating ito",
    meaningAfter: (month) =>
      `Matatapos ang loan kapag dumating na ang kaltas mula sa sahod ninyo ng ${month}.`,
    meaning: "Walang interes para sa panahong kasunod. Magbayad dito o sa alinmang office.",
  },
  facts: {
    title: "Tungkol sa loan na ito",
    amount: "Halaga ng loan",
    released: "Na-release",
    matures: "Huling hulog",
    monthly: "Buwanang hulog",
    months: "Bilang ng hulog",
    rate: "Interes bawat taon",
    effective: "Effective na interes bawat taon",
    interestPaid: "Nabayarang interes",
    principalPaid: "Nabayarang prinsipal",
  },
  instalment: {
    paid: "Bayad na",
    paid_ahead: "Bayad na nang maaga",
    partly_paid: (left) => `${left} ang kulang`,
    overdue: "Lampas sa due date",
    due: "Due ngayon",
    next: "Susunod",
  },
  payments: {
    title: "Mga bayad",
    none: "Wala pang bayad.",
    noneMeaning: "Lalabas dito ang bawat bayad at kung saan ito napunta.",
    payroll: "Kaltas sa suweldo",
    counter: "Binayaran sa office",
    cash: "Cash sa opisina",
    online: "Binayaran online",
    automatic: "Automatic debit",
    advance: "Mula sa paunang bayad",
    parts: {
      penalty: "Multa",
      interest: "Interes",
      principal: "Prinsipal",
      advance: "Paunang bayad",
    },
    reference: "REF:",
    receiptTitle: "Bayad sa loan",
    imageFailed: "Hindi nagawa ang larawan. Subukan ulit.",
    countsFor: "Para sa araw na",
    loan: "Loan",
    how: "Paraan ng pagbayad",
    balance: "Natitirang prinsipal pagkatapos nito",
    all: (count) => `Ipakita ang lahat ng ${count} bayad`,
    fewer: "Ipakita ang mas kaunti",
  },
};
