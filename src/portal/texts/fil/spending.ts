import type { SpendingTexts } from "#portal/texts/en/spending.ts";

export const spending: SpendingTexts = {
  title: "Bawat Buwan",
  lead: "Pumasok at lumabas sa inyong card sa nakaraang 12 buwan. May sariling galaw ang iba ninyong account.",
  year: "Nakaraang 12 buwan",
  month: "Buwan",
  moneyOut: "Lumabas",
  moneyIn: "Pumasok",
  outIn: (month) => `Lumabas, ${month}`,
  inIn: (month) => `Pumasok, ${month}`,
  groups: {
    purchases: "Mga binili",
    cash: "Cash mula sa ATM",
    sent: "Mga transfer",
    fees: "Mga bayad",
    topUps: "Mula sa inyong mga account",
    received: "Mula sa iba",
    returned: "Bumalik",
    other: "Iba pa",
  },
  count: (count) => `${count} transaksyon`,
  none: "Walang galaw.",
  noneMeaning: "Walang transaksyon ang card sa buwang ito.",
  noCard: "Lalabas dito ang mga ginawa ninyo sa card.",
  rows: (group, month) => `${group}, ${month}`,
  loading: "Binubuo ang inyong mga buwan",
  failed: "Hindi nabuo ang inyong mga buwan.",
  failedMeaning: (reference) =>
    `Ligtas ang inyong pera; ang screen lamang ang may problema. Ref ${reference}.`,
};
