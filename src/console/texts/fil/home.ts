import type { home as english } from "#console/texts/en/home.ts";

export const home: typeof english = {
  title: "Overview",
  queues: "Mga naghihintay sa inyo",
  nothing: "Walang naghihintay dito.",
  nothingFor: "Walang pila na bukas sa inyong role.",
  moreThan: (count: string) => `higit sa ${count}`,
  queue: {
    requests_to_decide: "Mga request ng iba na naghihintay ng desisyon ninyo",
    card_applications: "Mga card na iaabot, walang kit, o hindi na-activate",
    late_transfers: "Mga transfer na 15 minuto nang walang sagot",
    transfer_cases: "Mga case ng mga miyembro na naghihintay ng sagot",
    safety_watch: "Mga account na nanganganib na walang may hawak",
    overdue_refunds: "Mga transfer na dapat maibalik ang pera sa loob ng isang oras",
    open_breaks: "Mga pagkakaiba sa mga partner na hindi pa naaayos",
    loan_applications: "Mga loan application na naghihintay sa desk",
    remittance_exceptions: "Mga row ng remittance na hindi tama",
  },
};
