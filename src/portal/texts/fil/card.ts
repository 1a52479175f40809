import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type { CardTexts } from "#portal/texts/en/card.ts";

export const card: CardTexts = {
  title: "Ayusin ang Card",
  crumb: "Ayusin ang Card at Mga Transaksyon",
  crumbs: "Nasaan kayo",
  active: "Aktibo",
  tiers: { blue: "Blue", gold: "Gold", platinum: "Platinum" },
  replaced: "Lumang card, naka-block na",
  overlays: {
    deactivated: "Naka-deactivate ang card",
    suspended: "Suspendido ang card",
    admin_locked: "Naka-lock ng admin",
    member_locked: "Naka-lock ninyo",
  },
  notices: {
    deactivated: `Naka-deactivate ang card. Pumunta sa ${brand.product} Office para ipa-activate ito sa admin.`,
    suspended: `Suspendido ang card dahil sa 3 maling PIN. Maghintay ng 24 oras o tumawag sa ${brand.product} ${hotline}.`,
    admin_locked: `Naka-lock ng admin ang card. Pumunta sa ${brand.product} Office para ipa-unlock ito.`,
    member_locked: "Naka-lock ang card. Walang makakagamit nito hangga't hindi ninyo ina-unlock.",
  },
  lost: "Ini-report ninyong nawala o nanakaw ang card na ito. Nasa Ayusin ang Card ang lagay nito at kung paano kumuha ng bago.",
  availableOnCard: "Laman ng card",
  topUp: "Mag-top up",
  pin: "ATM PIN",
  cvv: "CVV ng card",
  limit: "Limit sa withdrawal bawat araw",
  perDay: "bawat araw",
  updatedLast: (moment) => `Huling pinalitan ${moment}`,
  neverChanged: "Hindi pa napapalitan mula nang gawin ang card",
  loading: "Kinukuha ang inyong card",
  failed: "Hindi nakuha ang inyong card",
  failedMeaning: (reference) =>
    `Ligtas ang inyong pera; ang screen lamang ang may problema. Ref ${reference}.`,
};
