import { deviceNow } from "#client/clock.ts";
import { cardOverlay } from "#contract/cardStatus.ts";
import type { Dashboard } from "#contract/members.ts";
import { makeStore } from "#ui/store.ts";
import { deleteRecord, emptyBrowserDb, readRecord, writeRecord } from "./browserDb.ts";
import { browserKey, findBrowserKey, seal, unseal } from "./browserKey.ts";
import { currentSession } from "./sessionState.ts";

/** A database of its own: it is opened without a connection, when nobody says what the other one is called. */
const DB_NAME = "last-balances";
const KEY_NAME = "balances";
const SEALED = "balances";
/** Whose choice it is, as a digest. */
const CHOSEN_BY = "chosen-by";
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** What shows without a connection: no name of the member, no number but its end. */
export type LastBalances = {
  /** ISO 8601 moment of the reading. */
  asOf: string;
  accounts: readonly { name: string; tail: string; withdrawable: string }[];
  card: { tail: string; balance: string } | null;
};

/** Counts the changes of the choice. */
export const choiceChanges = makeStore<number>(0);

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what is erased is not written again by what was on its way. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act);
  last = turn.catch(() => undefined);
  return turn;
}

/** Whether this member chose to have the last balances shown without a connection, in this browser. */
export const isKeepingBalances = (guid: string): Promise<boolean> =>
  inTurn(async () => (await readRecord(DB_NAME, "draft", CHOSEN_BY)) === (await digestOf(guid)));

/** Begins to keep them for this member. */
export function chooseBalances(guid: string): Promise<void> {
  return inTurn(async () => {
    await emptyBrowserDb(DB_NAME);
    await writeRecord(DB_NAME, "draft", CHOSEN_BY, await digestOf(guid));
    choiceChanges.set(choiceChanges.get() + 1);
  });
}

/** Ends it: balances, key and choice go. */
export function forgetBalances(): Promise<void> {
  return inTurn(async () => {
    await emptyBrowserDb(DB_NAME);
    choiceChanges.set(choiceChanges.get() + 1);
  });
}

/** Erases what is kept and its key; the choice stays for the next time that its member signs in here. */
export function eraseBalances(): Promise<void> {
  return inTurn(erase);
}

async function erase(): Promise<void> {
  await deleteRecord(DB_NAME, "draft", SEALED);
  await deleteRecord(DB_NAME, "key", KEY_NAME);
}

/** Keeps these in place of the former, if this member chose so and is still signed in. What another chose goes. */
export function keepBalances(guid: string, dashboard: Dashboard): Promise<void> {
  return inTurn(async () => {
    const chosenBy = await readRecord(DB_NAME, "draft", CHOSEN_BY);
    if (chosenBy === undefined) return;
    if (chosenBy !== (await digestOf(guid))) return emptyBrowserDb(DB_NAME);
    const key = await browserKey(DB_NAME, KEY_NAME);
    const sealed = await seal(key, JSON.stringify(shownOf(dashboard)), SEALED);
    if (currentSession()?.guid === guid) await writeRecord(DB_NAME, "draft", SEALED, sealed);
    else await erase();
  });
}

/** What is kept, or undefined; older than a week it is erased. */
export function findBalances(): Promise<LastBalances | undefined> {
  return inTurn(async () => {
    const key = await findBrowserKey(DB_NAME, KEY_NAME);
    const sealed = await readRecord(DB_NAME, "draft", SEALED);
    if (key === undefined || typeof sealed !== "string") return undefined;
    const text = await unseal(key, sealed, SEALED);
    if (text === undefined) return undefined;
    // Written by keepBalances under authenticated encryption.
    const kept = JSON.parse(text) as LastBalances;
    if (deviceNow() - Date.parse(kept.asOf) <= KEPT_MS) return kept;
    await erase();
    return undefined;
  });
}

function shownOf({ asOf, accounts, card }: Dashboard): LastBalances {
  return {
    asOf,
    accounts: accounts.map(({ name, accountNumber, withdrawableBalance }) => ({
      name,
      tail: accountNumber.slice(-4),
      withdrawable: String(withdrawableBalance),
    })),
    // A card that is locked shows no balance, there or here.
    card:
      card === null || card.balance === null || cardOverlay(card) !== undefined
        ? null
        : { tail: card.cardNumber.slice(-4), balance: String(card.balance) },
  };
}

async function digestOf(guid: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(guid));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
