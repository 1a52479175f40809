import type { AutomaticDebitTexts } from "#portal/texts/en/automaticDebit.ts";

export const automaticDebit: AutomaticDebitTexts = {
  title: "Automatic debit",
  lead: "Kukunin sa inyong account ang dapat bayaran sa bawat due date. Sasabihin namin isang araw bago nito, at puwede ninyong itigil anumang oras.",
  leadRest:
    "Ikinakaltas sa inyong sahod ang dapat bayaran. Ang hindi sakop ng kaltas ay puwedeng kunin sa account ninyo sa mismong due date. Sasabihin namin isang araw bago nito, at puwede ninyong itigil anumang oras.",
  open: "Mag-set up ng automatic debit",
  from: "Kinukuha sa",
  next: "Susunod na due date",
  noNext: "Wala nang susunod na hulog",
  restOnly:
    "Ikinakaltas sa inyong sahod ang dapat bayaran. Ang hindi sakop ng kaltas lang ang kukunin sa account na ito.",
  unpaidNext: (day) =>
    `Kulang ang laman ng account ninyo noong ${day}. Kukunin ito sa susunod na due date; puwede ninyo itong bayaran nang mas maaga para walang maidagdag na multa.`,
  unpaid: (day) =>
    `Kulang ang laman ng account ninyo noong ${day}. Kayo na ang magbayad ng lampas sa due date.`,
  change: "Palitan ang account",
  stop: "Itigil",
  dialogTitle: "Automatic debit",
  dialogChanges: "Papalitan agad ng ibang account ang dati, pati sa kukunin ngayong araw.",
  dialogLead:
    "Sa bawat due date simula bukas, kukunin namin ang lahat ng dapat bayaran: ang hulog, at ang lampas sa due date kasama ang multa nito. Susubukan namin hanggang matapos ang araw. Kung kulang ang laman ng account, walang kukunin.",
  dialogLeadRest:
    "Ikakaltas pa rin sa inyong sahod ang dapat bayaran. Sa bawat due date simula bukas, ang hindi sakop ng kaltas lang ang kukunin namin, kaya walang mababayaran nang dalawang beses. Susubukan namin hanggang matapos ang araw. Kung kulang ang laman ng account, walang kukunin.",
  account: "Kunin sa",
  submit: "Magpatuloy",
  sending: "Tinitingnan",
  approvesRest: (account, loanNo) =>
    `Pinapayagan nitong kunin sa ${account} ang hindi sakop ng kaltas para sa ${loanNo}.`,
  approves: (account, loanNo) =>
    `Pinapayagan nitong kunin sa ${account} ang dapat bayaran sa ${loanNo}.`,
  doing: "Isine-set up",
  begun: "Naka-set up na ang automatic debit",
  noAccounts: "Wala kayong account na mapagkukunan nito.",
  stopTitle: "Itigil ang automatic debit?",
  stopBody: "Wala nang kukunin, kahit ang nasabi na. Kayo na ang magbayad sa bawat due date.",
  stopBodyRest:
    "Wala nang kukunin sa account ninyo, kahit ang nasabi na. Pagkatapos nito, sa sahod na lang ninyo ikakaltas ang dapat bayaran.",
  stopping: "Itinitigil",
  stopped: "Itinigil na ang automatic debit",
  keep: "Ituloy ito",
  loading: "Tinitingnan ang inyong mga account",
  failed: "Hindi nakuha ang inyong mga account.",
  certificate: {
    title: "Bayad na nang buo ang loan na ito",
    lead: "Sinasabi ng certificate na wala nang utang dito.",
    open: "I-download ang certificate",
    preparing: "Ginagawa ang certificate",
    failed: "Hindi na-download ang certificate. Subukan ulit.",
  },
};
