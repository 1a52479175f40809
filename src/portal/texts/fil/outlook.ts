import type { OutlookTexts } from "#portal/texts/en/outlook.ts";

export const outlook: OutlookTexts = {
  loading: "Tinitingnan ang mga parating",
  failed: "Hindi nakuha ang mga parating.",
  coming: "Parating sa susunod na 30 araw",
  nothing: "Walang parating",
  nothingMeaning: "Lalabas dito ang mga bayarin sa susunod na 30 araw.",
  pastDue: (day) => `Lampas na sa due date mula ${day}`,
  kinds: {
    past_due: "Dapat na ninyong bayaran",
    due: "Babayaran ninyo",
    debit: "Kukunin ng automatic debit",
    deduction: "Ikakaltas sa inyong sahod",
    release: "Naka-lock na pera na magiging malaya",
    transfer: "Naka-iskedyul na transfer",
    saving: "Itinatabi mula sa inyong sahod",
  },
  withLate: "Ikakaltas sa inyong sahod; idadagdag ang lampas sa due date na hindi pa bayad",
  to: (payee) => `Para sa: ${payee}`,
  after: (account, amount) => `Magagamit sa ${account} pagkatapos nito: ${amount}`,
  stays: (amount) => `${amount} ng papasok ang mananatili sa contribution.`,
  short: (account, amount) => `Kulang ang ${account} ng ${amount}`,
  latest: "Pinakahuling galaw ng pera",
  noMovements: "Wala pang galaw",
  noMovementsMeaning: "Lalabas dito ang pumapasok at lumalabas sa inyong mga account.",
  paidLoans: "Mga loan na bayad na",
  paidOn: (day) => `Bayad nang buo noong ${day}`,
};
