import type { NoticeGroup } from "#contract/noticeChoices.ts";

/** Which channels tell the member of what, under Safety. */
export const notices = {
  title: "Notices",
  lead: "Everything is always told here in the portal. Choose what else tells you.",
  kinds: "What we tell you",
  sectionHint: "What comes by text, by email and to this device, besides the portal.",
  choose: "Choose notices",
  text: "Text message",
  email: "Email",
  push: "Notification",
  inPortal: "Here in the portal",
  inPortalAbout: "Under the bell, whatever you choose below",
  allKinds: "All of it",
  always: "Always",
  noAddress: "No address. Tell us yours at an office.",
  byAmount: "By amount, in Card Settings",
  emailTo: (address: string) => `Email goes to ${address}. An office can change it.`,
  textTo: (number: string) => `Texts go to ${number}.`,
  rules: {
    chosen: "",
    always: "So that nobody can act unseen",
    warnings: "Warnings always come; this is for the rest",
    by_amount: "",
  },
  /** What of a kind goes by text, where it is not all of it. */
  byText: {
    security: "",
    money_out: "Between your own card and accounts only what came back or came late",
    money_in: "Transfers alone, not cash and pay",
    card_use: "",
    loans: "Not the payments that we received",
    schedules: "",
    account: "Only when your card waits for you or was refused, and when we answer your report",
  } satisfies Record<NoticeGroup, string>,
  groups: {
    security: {
      name: "Security and access",
      about: "Sign-ins, password, devices, passkeys, limits, locks, PIN and CVV",
    },
    money_out: { name: "Money sent", about: "Transfers, and whether they arrived" },
    money_in: { name: "Money received", about: "Transfers to you, cash and pay" },
    card_use: { name: "Card purchases", about: "Purchases, withdrawals and declined ones" },
    loans: { name: "Loans", about: "Applications, payments, debits and what is overdue" },
    schedules: { name: "Scheduled transfers", about: "What is sent tomorrow, and what was not" },
    account: { name: "Account news", about: "Your card on its way, and answers to your reports" },
  },
  nothingPushed: "Once notifications are on for a device, you choose here which ones come to it.",
  pushUnknown:
    "We could not load which devices notifications come to, so their switches are missing here. What you have chosen for them stays as it is.",
  lessened: "If you switch texts or email off, one text tells you so. It protects you from others.",
  save: "Save",
  saving: "Saving",
  notSaved: "Not saved yet.",
  saved: "Your choices are saved",
  unchanged: "Nothing has changed",
};
