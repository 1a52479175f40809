import type { HistoryTexts } from "#portal/texts/en/history.ts";

export const history: HistoryTexts = {
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
};
