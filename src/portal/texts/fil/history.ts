import { brand } from "#brand";
import type { HistoryTexts } from "#portal/texts/en/history.ts";

export const history: HistoryTexts = {
  kinds: {
    "POS Purchase": "Pagbili sa tindahan",
    "E Commerce": "Pagbili online",
    "ATM Withdrawal": "Withdrawal sa ATM",
    "ATM Withdrawal Fee": "Bayad sa withdrawal sa ATM",
    "Balance Inquiry": "Pagtingin ng balanse sa ATM",
    "Instapay Send": "Padala sa InstaPay",
    "Instapay Fee": "Bayad sa InstaPay",
    [`Transfer to ${brand.cardName}`]: `Transfer sa ${brand.cardName}`,
  },
  from: (description) => description.replace(/^From /, "Galing sa "),
  title: "Mga Transaksyon",
  lastDays: (from, to) => `Huling 30 araw: ${from} hanggang ${to}`,
  reference: (refNo) => `REF: ${refNo}`,
  moneyIn: "Pumasok",
  moneyOut: "Lumabas",
  shown: "Nasa page na ito",
  transactions: "Mga transaksyon",
  older: "Mas luma sa 30 araw? Humingi ng statement sa member care.",
  end: "Wala nang ipapakita",
  empty: "Walang nakitang transaksyon",
  emptyMeaning: "Walang transaksyon ang card sa huling 30 araw.",
  loading: "Kinukuha ang inyong mga transaksyon",
  loadingMore: "Kinukuha ang kasunod",
  failed: "Hindi nakuha ang inyong mga transaksyon.",
  failedMeaning: (reference) =>
    `Ligtas ang inyong pera; ang screen lamang ang may problema. Ref ${reference}.`,
  moreFailed: "Hindi nakuha ang kasunod.",
  loadMore: "Ipakita ang kasunod",
  downloaded: "Na-download ang PDF",
};
