import { ending } from "#contract/cardNames.ts";
import type { schedules as english } from "#console/texts/en/schedules.ts";

export const schedules: typeof english = {
  title: "Mga naka-schedule na transfer",
  none: "Walang naka-schedule.",
  next: "Susunod na araw",
  payee: "Papunta sa",
  most: "Hanggang magkano bawat beses",
  state: "Kalagayan",
  days: "Mga huling araw",
  acts: "Magagawa",
  reason: "Dahilan",
  repeats: {
    once: "isang beses",
    weekly: "linggo-linggo",
    monthly: "buwan-buwan",
    paydays: "tuwing sahod",
  },
  states: { active: "Tuloy", paused: "Naka-pause", ended: "Tapos na" },
  pausedFor: {
    member: "ng miyembro",
    access: "itinigil ang online access",
    payee_name: "iba na ang pangalan ng account",
    staff: "ng staff",
  },
  endedFor: {
    member: "ng miyembro",
    staff: "ng staff",
    done: "tapos na ang lahat",
    fee_changed: "tumaas ang bayad",
    order_changed: "hindi na maipapadala ang order",
    card_closed: "sarado na ang card",
    approval: "kailangan ng bagong pag-apruba",
  },
  dayStates: {
    announced: "Darating",
    sent: "Naipadala",
    missed: "Hindi naipadala",
    skipped: "Nilaktawan",
    stopped: "Itinigil",
  },
  stops: {
    pause: {
      action: "I-pause",
      of: (tail) => `I-pause ang mga transfer sa ${ending(tail)}`,
      title: "I-pause ang mga naka-schedule na transfer na ito",
      body: "Walang ipapadala hanggang ituloy ito ng miyembro sa portal, at sasabihan ang miyembro. Kung maaaring iba ang naka-sign in bilang miyembro, i-freeze na lang ang account.",
      pending: "Ipinapause",
      done: "Naka-pause na. Sinabihan ang miyembro.",
    },
    end: {
      action: "Tapusin",
      of: (tail) => `Tapusin ang mga transfer sa ${ending(tail)}`,
      title: "Tapusin ang mga naka-schedule na transfer na ito",
      body: "Wala nang ipapadala rito, at sasabihan ang miyembro. Para magpadala ulit, mag-i-schedule muli ang miyembro nang may pag-apruba.",
      pending: "Tinatapos",
      done: "Natapos na. Sinabihan ang miyembro.",
    },
  },
};
