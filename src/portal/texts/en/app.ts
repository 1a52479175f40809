import { brand } from "#brand";

/** The portal as an app: without a connection, on the home screen, and when a new version has come. */
export const app = {
  offline: {
    title: "You are offline",
    titleUnreachable: "We cannot be reached right now",
    lead: "Nothing can be sent or changed without a connection. We try again by ourselves.",
    kept: "If you were signed in, you stay so for a while, and what you typed in a transfer is kept.",
    balances: "Your last balances",
    asOf: (moment: string) => `As of ${moment}`,
    mayDiffer: "They may be different by now.",
    withdrawable: "Withdrawable",
    onCard: "Available on the card",
    ending: (tail: string) => `ending in ${tail}`,
    noBalances: "No balances are kept in this browser",
    noBalancesMeaning: "To see your last ones here, choose so under Safety when you are online.",
    tryAgain: "Try again",
    trying: "Trying",
    urgent: "Is it about your card or your account, and urgent? Call us:",
  },
  device: {
    title: "In this browser",
    balances: "Show my last balances without a connection",
    balancesHint:
      "They are kept encrypted in this browser for a week, with their time. Whoever holds this device can see them, so choose it on a device of your own only. Logging out erases them.",
    on: "On",
    off: "Off",
    turnedOn: "Your last balances are kept in this browser",
    turnedOff: "Nothing is kept in this browser any more",
    install: `Install ${brand.portal}`,
    installHint:
      "An icon on the home screen, and a window of its own. Nothing else is stored by it.",
    installNow: "Install",
  },
  release: {
    ready: "A new version is ready.",
    reload: "Reload",
    keeps: "What you typed in a transfer is kept.",
  },
};

export type AppTexts = typeof app;
