import { words } from "#client/words/en.ts";
import { hotline } from "#contract/hotline.ts";

/** Words of the components, and sentences that any screen may need. */
export const common = {
  words,
  back: "Back",
  cancel: "Cancel",
  yes: "Yes",
  no: "No",
  save: "Save",
  saving: "Saving",
  required: "This field is required",
  numberWrong: "Write a whole number.",
  tryAgain: "Try again",
  reload: "Reload",
  skipToContent: "Skip to content",
  language: "Language",
  none: "None",
  wentWrong: "Something went wrong with our server. Please try again later.",
  againAt: (time: string) => `You can try at ${time}.`,
  noAnswer: "We could not reach the server. It is not known whether anything was changed.",
  notReached: "We could not reach the server.",
  /** Who did something, where it was no person of ours by name. */
  who: {
    job: "the bank, by itself",
    others: {
      system: "the bank, by itself",
      job: "the bank, by itself",
      timer: "the bank, by itself",
      file: "a file of the rail",
      statements: "the bank, by itself",
      issuer: "the issuer",
      member: "the member",
      unknown: "somebody not signed in",
    } as Readonly<Record<string, string>>,
  },
  referenceId: (id: string) => `Ref ${id}`,
  loadFailed: "We could not load this.",
  offline: "No connection. What shows may be old; we will reconnect by ourselves.",
  backOnline: "Connected again.",
  screenFailed: "This screen could not be shown.",
  notFoundTitle: "Page not found",
  notFound: "Sorry, the page you visited does not exist, or it belongs to another branch.",
  forbiddenTitle: "Not for your role",
  forbidden: "Your role does not allow this page. Ask an administrator if you need it.",
  toHome: "Overview",
  secureNeeded:
    "This page was opened without encryption, so we stopped before sending anything. Open it with an address that begins with https://.",
  noScript: `This page needs JavaScript. Switch it on, or call ${hotline}.`,
};
