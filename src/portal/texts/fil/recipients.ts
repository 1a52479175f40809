import type { RecipientsTexts } from "#portal/texts/en/recipients.ts";

export const recipients: RecipientsTexts = {
  title: "Magpadala ulit kay",
  manage: "Ayusin",
  dialogTitle: "Mga pinadadalhan ninyo",
  nobody: "Mase-save dito ang mga pinadalhan ninyo.",
  tail: (lastFour) => `••••\u00a0${lastFour}`,
  use: "Padalhan",
  useOf: (name) => `Padalhan si ${name}`,
  rename: "Palitan ang pangalan",
  renameOf: (name) => `Palitan ang pangalan ni ${name}`,
  forget: "Alisin",
  forgetOf: (name) => `Alisin si ${name}`,
  forgetAsk: (name) => `Alisin si ${name}?`,
  forgetMeaning: "Mananatili sa Mga Transaksyon ang mga nagawang transfer.",
  nickname: "Tawag ninyo sa kanila",
  save: "I-save",
  offer: (name) => `Magpapadala ba ulit kay ${name}?`,
  offerMeaning: "I-save ang account para hindi na kailangang i-type sa susunod.",
  offerSave: "I-save ang padadalhan",
  saved: "Naka-save na. Makikita ito sa “Magpadala ulit kay”.",
};
