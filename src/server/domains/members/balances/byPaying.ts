import type { Account } from "#contract/members.ts";

const PAYING: readonly Account["type"][] = ["savings", "storage", "me"];

/** Accounts in the order in which one would pay from them: contributions stay where they are unless they are chosen. */
export const byPaying = (accounts: readonly Account[]): Account[] =>
  accounts.toSorted((a, b) => PAYING.indexOf(a.type) - PAYING.indexOf(b.type));
