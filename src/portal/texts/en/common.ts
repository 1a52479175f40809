import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import { words } from "#client/words/en.ts";

/** Words of the components, and sentences that any screen may need. */
export const common = {
  words,
  back: "Back",
  cancel: "Cancel",
  yes: "Yes",
  no: "No",
  ok: "OK",
  tryAgain: "Try again",
  loadAgain: "Load the page again",
  tryAgainIn: (time: string) => `You can try again in ${time}.`,
  reload: "Reload",
  skipToContent: "Skip to content",
  language: "Language",
  required: "This field is required",
  saving: "Saving",
  stillWorking: "Still working, please keep this page open",
  wentWrong: "Something went wrong with our server! Please try again later!",
  noAnswer: "We could not reach the server. Please try again.",
  unableToProcess: "Unable to process request",
  referenceId: (id: string) => `Ref ${id}`,
  againInSeconds: (seconds: number) =>
    `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  againInMinutes: (minutes: number) =>
    `Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  offline: {
    nothingSent: "You are offline. Nothing was sent. We will reconnect by ourselves.",
    waiting: "You are offline. We will reconnect by ourselves.",
    asOf: (time: string) => `You are offline. As of ${time}.`,
    back: "Connected again.",
    slow: "Your connection is slow. This may take a while.",
    showing: (time: string) => `No connection. Showing balances from ${time}.`,
    connectToTransfer: "Connect to the internet to transfer",
  },
  outage: {
    away: `${brand.portal} is not available right now, and will go on by itself.`,
    safe: `Your money is safe, and ${brand.cardDisplayName} still works at shops and ATMs.`,
    showing: (time: string) => `Balances are from ${time}.`,
    lock: `To lock your card now, call ${hotline}.`,
    whatWorks: "What works now",
  },
  screenFailed: "This screen could not be shown. Your money is safe.",
  noScript: `This page needs JavaScript. Switch it on, or call ${hotline}.`,
  problems: (count: number) =>
    `There is a problem: ${count} ${count === 1 ? "answer needs" : "answers need"} fixing`,
  session: {
    /** What the member reads when the session has ended. */
    ended: {
      logout: "You are logged out.",
      expired: "Your session has expired. Please try to login again.",
      frozen: "",
      other_device: `You have been logged out because you logged in on another device. Not you? Call ${hotline} now.`,
      new_password: `Your password was changed, so you were logged out here. Log in with the new one. Not you? Call ${hotline} now.`,
      invalid_token: "Invalid Token!",
      token_error: "Something went wrong! We are logging you out. Sorry for the inconvenience!",
      forbidden: "Forbidden Access!",
      server_error: "Something went wrong with our server! Please try again later!",
      no_profile: "",
    },
    kept: "What you typed is kept on this phone.",
    notLoggedIn: "Failed to process your request. You are not logged in.",
  },
  notFound: "Sorry, the page you visited does not exist.",
  forbidden: "Sorry, you are not authorized to access this page.",
  secure: {
    title: "A secure connection is needed",
    body: "This page was opened without encryption, so we stopped before sending anything. Open it with an address that begins with https://.",
    open: "Open the secure page",
    help: `If this happens again, do not type your password. Call ${hotline}.`,
  },
};

export type CommonTexts = typeof common;
