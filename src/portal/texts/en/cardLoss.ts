import { hotline } from "#contract/hotline.ts";

/** A card that was lost or stolen, and the new one on its way. */
export const cardLoss = {
  title: "Lost or stolen card",
  ask: "Lost your card?",
  askRest: "Block it for good and order a new one.",
  report: "Report it",
  what: "What happened?",
  causes: { lost: "I lost it", stolen: "It was stolen" },
  causeDetails: {
    lost: "I do not know where it is.",
    stolen: "Somebody took it, or uses it without me.",
  },
  follows: "What happens now",
  whatFollows: [
    "The card stops at once: in stores, online and at ATMs. This cannot be undone here.",
    "Your card account, its number and its money stay yours and go with the new card.",
    "You can then order the new card, and see its price before you confirm.",
  ],
  block: "Block the card for good",
  blocking: "Blocking the card",
  question: "Block this card for good?",
  questionMeaning:
    "It can never be used again, also if you find it. If you only mislaid it, lock it instead.",
  yes: "Yes, block it for good",
  mislaid: "Only mislaid?",
  mislaidRest: "Lock the card instead; you can unlock it any time.",
  toLock: "Card Settings",
  callToo: `Did somebody use it already? Call ${hotline} as well.`,
  reported: (moment: string) => `You reported this card on ${moment}. It is blocked for good.`,
  reportedOnly: (moment: string) => `You reported this card on ${moment}.`,
  refused:
    "We could not stop it yet: the card issuer refused, and the card may still work. Call us now. You can also ask again here; the new card can be ordered once it is stopped.",
  askAgain: "Ask the card issuer again",
  asking: "Asking the card issuer",
  toRefused: "What to do",
  unconfirmed:
    "The card issuer has not confirmed it yet. We keep asking; then you can order the new card.",
  upgradeFollows:
    "The personalized card that is on its way takes its place. It costs nothing more.",
  order: "Order a new card",
  orderTitle: "Your new card",
  free: "Free",
  ready: (date: string) => `Ready ${date}`,
  fetchAt: "Pick-up office",
  readyOn: "Estimated release date",
  fee: "Card fee",
  from: (account: string) => `from your ${account}`,
  notCovered:
    "The fee is taken from your Cash Advance Storage Account or your savings. There is not enough in either.",
  submit: (fee: string) => `Order for ${fee}`,
  submitFree: "Order the new card",
  sendingCode: "Sending the code",
  approves: (fee: string) => `It approves a new card for ${fee}.`,
  approvesFree: "It approves a new card.",
  ordering: "Ordering the card",
  chooseOffice: "Choose an office",
  way: { title: "Your new card", first: "Your card" },
  steps: {
    ordered: "Ordered",
    approved: "Approved by the card issuer",
    making: "Being made",
    sent: (office: string) => `Made, on its way to ${office}`,
    ready: (office: string) => `Ready at ${office}`,
    handed_over: "Handed to you",
    activated: "Activated",
    ended: "Ended without a card",
  },
  yourOffice: "your office",
  toCome: "To come",
  fetchUntil: (date: string) => `Bring a valid ID. It is kept for you until ${date}.`,
  activate: "Activate the card",
};

export type CardLossTexts = typeof cardLoss;
