import { brand } from "#brand";
import type { PushTexts } from "#portal/texts/en/push.ts";

/** Notices that come to a browser while the portal is closed. */
export const push: PushTexts = {
  title: "Mga notification sa mga device ninyo",
  name: "Mga notification sa browser na ito",
  hint: "Dumarating sa device na ito ang sinasabi ng kampana, kahit nakasara ang portal. Simula bukas, dito na darating ang mga binili gamit ang card ninyo sa halip na text; kung hindi ito gumana, text ang darating.",
  asks: "Tatanungin kayo ng browser kung puwede.",
  unsupported: `Hindi nagpapakita ng notification ng mga website ang browser na ito. Makakarinig kayo sa amin sa text at sa ${brand.portal}.`,
  needsInstall: `Sa iPhone o iPad, ilagay muna ang ${brand.portal} sa home screen: Share, tapos Add to Home Screen. Buksan ito roon at buksan ang notifications.`,
  denied:
    "Bina-block ng browser na ito ang notifications namin. Para alisin ang block, pindutin ang marka sa tabi ng address, buksan ang settings ng site at payagan ang notifications. Bumalik dito pagkatapos.",
  notReady: "Hindi pa handa ang browser na ito. Subukan ulit maya-maya.",
  refused: "Hindi maabot ang notification service ng browser na ito. Subukan ulit mamaya.",
  turnedOn: "Darating ang mga notification sa browser na ito",
  turnedOff: "Wala nang darating na notification sa browser na ito",
  amounts: "Ipakita ang mga halaga sa notification",
  amountsHint:
    "Makikita ito ng sinumang tumingin sa naka-lock ninyong screen. Kapag sarado, sinasabi lamang ng notification na may balita, nang walang halaga.",
  amountsOn: "May halaga na ang mga notification",
  amountsOff: "Wala nang halaga ang mga notification",
  since: (day) => `Bukas mula ${day}`,
  lastPushed: (moment) => `Huli noong ${moment}`,
  turnOff: "Isara",
  turnOffOf: (device) => `Isara ang notifications ng ${device}`,
  turnedOffOf: (device) => `Wala nang notification na pupunta sa ${device}`,
};
