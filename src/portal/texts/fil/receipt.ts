import { hotline } from "#contract/hotline.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";

export const receipt: ReceiptTexts = {
  title: "Detalye ng Transaksyon",
  loading: "Kinukuha ang transaksyon",
  loadFailed: "Hindi nakuha ang transaksyong ito",
  loadFailedNew: "Natanggap ang inyong transfer, pero hindi nakuha ang resibo",
  loadFailedMeaning: (refNo) =>
    `Ligtas ang inyong pera; ang screen lamang ang may problema. Reference number ${refNo}.`,
  backToHistory: "Bumalik sa Mga Transaksyon",
  states: {
    accepted: "Pinoproseso ang inyong transfer",
    sent: "Pinoproseso ang inyong transfer",
    unknown: "Sinusuri pa namin ang transfer na ito",
    credited: "Naipadala na ang transfer",
    returned: "Hindi natuloy ang transfer",
  },
  firstAnswer: (said) => `Nang ipadala ninyo: ${said}`,
  to: "para kay",
  sender: "Nagpadala",
  toNumber: "para sa",
  reference: "Reference number",
  dateTime: "Petsa at oras",
  nextTitle: "Ano ang susunod",
  next: {
    held: "Hawak ito ng kabilang bangko at hindi pa naipapasok sa account. Aabisuhan namin kayo.",
    goingBack:
      "Hindi ito naipasok sa account. Ibinabalik na ang pera sa inyong card, kasama ang bayad. Aabisuhan namin kayo.",
  },
  withoutFee: {
    returned: "Naibalik na ang pera sa inyong card.",
    goingBack:
      "Hindi ito naipasok sa account. Ibinabalik na ang pera sa inyong card. Aabisuhan namin kayo.",
  },
  toAccount: {
    returned: "Naibalik na ang pera sa inyong account, kasama ang bayad.",
    goingBack:
      "Hindi ito naipasok sa account. Ibinabalik na ang pera sa inyong account, kasama ang bayad. Aabisuhan namin kayo.",
  },
  toAccountWithoutFee: {
    returned: "Naibalik na ang pera sa inyong account.",
    goingBack:
      "Hindi ito naipasok sa account. Ibinabalik na ang pera sa inyong account. Aabisuhan namin kayo.",
  },
  received: {
    state: "May pumasok na pera",
    from: "mula sa",
    next: "Nasa card na ang pera at magagamit na.",
  },
  creditExpected: (arrival) =>
    `${arrival}. Hindi pa naipoproklama ang mga holiday sa panahong iyon.`,
  creditBy: (arrival) => `Ipapasok ito ng kabilang bangko ${arrival.replace(/^B/, "b")}.`,
  unknown:
    "Sinusuri pa namin ang transfer na ito. Huwag nang magpadala ulit. Aabisuhan namin kayo.",
  copyKept: "May kopya sa inyong mga abiso, at sa mga galaw ng card o account na pinanggalingan.",
  helpWith: `May tanong? Tumawag sa ${hotline} at ibigay ang reference number.`,
  stepsTitle: "Ano ang nangyari",
  steps: {
    accepted: "Tinanggap",
    debited: "Kinuha sa inyong card",
    sent: "Naipadala",
    batched: "Nasa batch ng PESONet",
    acknowledged: "Natanggap ng clearing house",
    unknown: "Wala pang sagot, patuloy kaming nagtatanong",
    settled: "Na-clear",
    held: "Hawak ng kabilang bangko",
    credited: "Pumasok na",
    credited_late: "Pumasok nang huli",
    rejected: "Hindi tinanggap",
    giving_back: "Ibinabalik",
    returned: "Naibalik ang pera",
  },
  checkAt: (address, code) => `Suriin ang resibong ito sa ${address} · code ${code}`,
  share: "Ibahagi",
  saveImage: "I-save ang larawan",
  pdf: "PDF",
  preparingPdf: "Inihahanda ang PDF",
  pdfFailed: "Hindi na-download. Subukan ulit.",
  imageFailed: "Hindi nagawa ang larawan. Puwedeng gamitin ang PDF.",
  done: "Tapos",
  another: "Iba pang transfer",
  sendAgain: "Magpadala ulit",
  report: {
    open: "Mag-report ng problema",
    title: "Mag-report ng problema",
    lead: (reference) => `Tungkol sa transfer na ${reference}.`,
    late: "Mahigit 12 oras na mula nang gawin ang transfer. Tatanggapin pa rin namin ang inyong report.",
    reason: "Ano ang mali?",
    reasons: {
      not_me: "Hindi ako ang gumawa ng transfer na ito",
      wrong_account: "Napunta sa maling account",
      wrong_amount: "Mali ang halaga",
      not_received: "Hindi pa pumapasok",
      other: "Iba pa",
    },
    words: "Ikuwento pa",
    wordsHint: "Huwag isulat dito ang password, PIN o code.",
    send: "Ipadala ang report",
    sent: "Natanggap namin ang inyong report",
    caseNumber: "Case number",
    answerBy: "May sagot kayo bago mag",
    answered: "Sumagot na kami; tingnan ang inyong mga abiso.",
    sentMeaning: `Sasabihin namin sa inyong mga abiso. Kung kailangan agad, tumawag sa ${hotline}.`,
    done: "Tapos",
    caseTitle: "Ang inyong report",
    states: {
      open: "Tinitingnan namin ito",
      waiting: "Naghihintay kami ng sagot",
      resolved: "Nalutas na",
    },
  },
};
