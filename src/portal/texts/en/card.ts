import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";

export const card = {
  title: "Card Settings",
  crumb: "Card Settings & Transaction History",
  crumbs: "Breadcrumb",
  active: "Active",
  tiers: { blue: "Blue", gold: "Gold", platinum: "Platinum" },
  replaced: "Old card, blocked for good",
  overlays: {
    deactivated: "Card is deactivated",
    suspended: "Card is suspended",
    admin_locked: "Card is admin locked",
    member_locked: "Card is user locked",
  },
  notices: {
    deactivated: `Card is deactivated. Please go to ${brand.product} Office to request the admin to activate this card.`,
    suspended: `Card is suspended due to 3 failed current PIN entry. Please wait for 24 hours or call ${brand.product} ${hotline} to unsuspend card.`,
    admin_locked: `Card is admin locked. Please go to ${brand.product} Office to request the admin to unlock this card.`,
    member_locked: "Card locked. Nobody can use it until you unlock it.",
  },
  lost: "You reported this card lost or stolen. How it stands and how to get a new one is in Card Settings.",
  availableOnCard: "Available on card",
  topUp: "Top up",
  pin: "ATM PIN",
  cvv: "Card's CVV",
  limit: "Daily Withdrawal Limit",
  perDay: "per day",
  updatedLast: (moment: string) => `Updated last ${moment}`,
  neverChanged: "Not changed since the card was made",
  loading: "Loading your card",
  failed: "We could not load your card",
  failedMeaning: (reference: string) =>
    `Your money is safe; only this screen failed. Ref ${reference}.`,
};

export type CardTexts = typeof card;
