import type { SchedulesTexts } from "#portal/texts/en/schedules.ts";

export const schedules: SchedulesTexts = {
  title: "Mga naka-schedule na transfer",
  lead: "Ipinapadala ang bawat isa sa araw nito, mula 7 AM. Kung kulang ang pera, susubukan namin hanggang matapos ang araw.",
  link: "Mga naka-schedule na transfer",
  toTransfer: "Transfer",
  loading: "Binabasa ang mga naka-schedule ninyong transfer",
  ownSavings: "Inyong savings",
  failed: "Hindi namin mabasa ang mga naka-schedule ninyong transfer.",
  none: "Walang naka-schedule",
  scheduleOne: "Mag-schedule ng transfer",
  noneMeaning: "Pumili sa ‘Kailan’ sa transfer form para magpadala sa isang araw, o paulit-ulit.",
  when: "Kailan",
  now: "Ngayon",
  choices: {
    once: "Isang beses, sa araw na pipiliin ninyo",
    weekly: "Linggo-linggo",
    monthly: "Buwan-buwan",
    paydays: "Tuwing sahod (ika-15 at huling araw)",
  },
  firstDay: "Unang araw",
  day: "Araw",
  dates: "Mga susunod na araw",
  onceRules:
    "Ang PESONet sa araw na walang clearing ay sa susunod na banking day. Hindi kami magpapadala sa iba, at hindi kukuha nang higit sa inaaprubahan ninyo ngayon.",
  rules:
    "Sa mas maikling buwan, sa huling araw ito. Ang PESONet sa araw na walang clearing ay sa susunod na banking day. Hindi kami magpapadala sa iba, at hindi kukuha nang higit sa inaaprubahan ninyo ngayon.",
  most: (amount) => `Hanggang ${amount} bawat beses, kasama ang bayad`,
  nothingToday: "Walang lalabas ngayon: ipapadala ito sa araw nito, mula 7 AM.",
  made: "Naka-schedule na ang inyong transfer.",
  next: (day) => `Susunod: ${day}`,
  moved: (due, send) => `${send} (dapat ${due})`,
  states: { active: "Tuloy", paused: "Naka-pause", ended: "Tapos na" },
  days: {
    announced: "Darating",
    sent: "Naipadala",
    missed: "Hindi naipadala",
    skipped: "Nilaktawan",
    stopped: "Itinigil",
  },
  paused: {
    member: "Ipinause ninyo ito.",
    access:
      "Ipinause namin ito nang itinigil ang online access ninyo para sa inyong kaligtasan. Ituloy kung sa inyo ito.",
    payee_name:
      "Sabi ng kabilang bangko, iba na ang pangalan ng account. Tanungin muna ang padadalhan bago ito ituloy.",
    staff: "Ipinause ito ng aming office. Walang ipapadala hanggang ituloy ninyo.",
  },
  ended: {
    staff: "Tinapos ito ng aming office.",
    member: "Tinapos ninyo ito.",
    done: "Tapos na ang lahat.",
    fee_changed: "Lumampas ang bayad sa inaprubahan ninyo.",
    order_changed: "Iba na ang ipapadala sa inaprubahan ninyo.",
    card_closed: "Sarado na ang card.",
    approval: "Kailangan ng bagong pag-apruba.",
  },
  skip: "Laktawan ang susunod",
  skipTitle: "Laktawan ang susunod na transfer?",
  skipMeaning: (day) =>
    `Walang ipapadala sa ${day}. Hindi na ito mababawi; tuloy ang mga susunod na araw.`,
  pause: "I-pause",
  resume: "Ituloy",
  end: "Tapusin",
  endTitle: "Tapusin ang naka-schedule na transfer na ito?",
  endMeaning: "Wala nang ipapadala. Puwede ninyo itong i-schedule ulit nang may bagong pag-apruba.",
};
