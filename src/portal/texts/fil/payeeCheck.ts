import type { PayeeCheckTexts } from "#portal/texts/en/payeeCheck.ts";

export const payeeCheck: PayeeCheckTexts = {
  asking: (bank) => `Itinatanong sa ${bank} ang pangalan…`,
  askingCard: "Hinahanap ang card account…",
  notAsked: (bank) => `Itatanong namin sa ${bank} ang pangalan kapag may koneksyon na kayo.`,
  notAskedCard: "Hahanapin namin ang card account kapag may koneksyon na kayo.",
  match: (bank) => `Kinumpirma ng ${bank} na nasa pangalang ito ang account.`,
  close: (bank) => `Malapit dito ang pangalan sa ${bank}, pero hindi pareho.`,
  none: (bank) => `Ibang pangalan ang nasa account na ito sa ${bank}.`,
  told: (name) => `Ganito ang ipinapakita ng bangko: ${name}.`,
  checkFirst: "Tiyakin muna sa tatanggap ang numero at pangalan.",
  unavailable: (bank) =>
    `Hindi sinasabi ng ${bank} ang pangalan sa account na ito. Tiyakin ang numero sa tatanggap.`,
  holder: (name) => `Ang card account na ito ay kay ${name}`,
  noHolder: "Hindi namin maipakita kung kaninong card account ito. Tiyakin ang numero sa may-ari.",
  know: "Alam kong iba ang pangalan sa bangko, at ipapadala ko pa rin ang pera.",
  knowFirst: "Lagyan ng tsek para maipadala sa ibang pangalan, o baguhin ang detalye.",
};
