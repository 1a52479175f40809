import { brand } from "#brand";

/** What works right now and what does not: the page, and what the login says of it. */
export const status = {
  title: "What works now",
  asOf: (time: string) => `As of ${time}.`,
  works: "Works",
  away: "Not available",
  awaySince: (time: string) => `Not available since ${time}`,
  unknown: "We could not reach the server. This page asks again by itself.",
  parts: {
    online: brand.portal,
    instapay: "InstaPay",
    card: "Network of the card",
    texts: "Text messages with codes",
  },
  meanwhile: {
    online: `Your money is safe. ${brand.cardDisplayName} still works at shops and ATMs.`,
    instapay: "PESONet still works.",
    card: "Balances are shown from our books. What you ask of the card is done as soon as the network answers.",
    texts: "A code may come late. Please try again in a few minutes.",
  },
  lockTitle: "Need to stop your card?",
  lockBody: `While ${brand.portal} is not available, call us and we lock it at once.`,
};

export type StatusTexts = typeof status;
