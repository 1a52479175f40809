import type { Change } from "#sandbox/books.ts";
import type { PlasticRecord, StandingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { promiseEvent } from "./callbacks.ts";

/** The most that may be withdrawn in a day, and what may be when nobody has set anything. */
export const LIMIT_CEILING = 50_000_00n;
export const PIN_TRIES = 3;
const SUSPENSION_MS = 24 * 60 * 60 * 1000;

/** What befalls plastic and not its account: new plastic makes it good. */
const OF_PLASTIC: readonly string[] = ["lost", "stolen", "expiry", "replaced"];

/** Whether a card that was deactivated for this, or for nothing, works again with new plastic. */
export const isOfPlastic = (deactivatedFor: string | null): boolean =>
  deactivatedFor === null || OF_PLASTIC.includes(deactivatedFor);

export const newStanding = (accountNo: string): StandingRecord => ({
  accountNo,
  customerId: null,
  memberLocked: false,
  adminLocked: false,
  freezeLocked: false,
  suspendedUntil: null,
  pinTries: 0,
  deactivatedFor: null,
  usesOff: [],
  withdrawalLimit: LIMIT_CEILING,
  nextLimit: null,
});

/** What a card account may do at this moment: suspensions that are over and limits that have come count. */
export function standingOf(world: World, accountNo: string): StandingRecord {
  const now = world.now().getTime();
  const kept = { ...newStanding(accountNo), ...world.books.read("standing").get(accountNo) };
  const isOver = kept.suspendedUntil !== null && kept.suspendedUntil <= now;
  const hasCome = kept.nextLimit !== null && kept.nextLimit.startsAt <= now;
  return {
    ...kept,
    ...(isOver ? { suspendedUntil: null, pinTries: 0 } : {}),
    ...(hasCome ? { withdrawalLimit: kept.nextLimit?.amount ?? 0n, nextLimit: null } : {}),
  };
}

export const putStanding = (record: StandingRecord): Change => ({
  table: "standing",
  key: record.accountNo,
  record,
});

/** Where a plastic stands, as the issuer's API names it. */
export function stateOf(plastic: PlasticRecord, standing: StandingRecord | undefined): string {
  if (plastic.state !== "active" || standing === undefined) return plastic.state;
  if (standing.deactivatedFor !== null) return "deactivated";
  return standing.suspendedUntil === null ? "active" : "suspended";
}

/**
 * Compares a PIN. The third wrong one in a row suspends for 24 hours and is told by an event; a right
 * one sets the count back. The account must not be suspended.
 */
export function tryPin(
  world: World,
  { token, pinMac }: PlasticRecord,
  standing: StandingRecord,
  triedMac: string,
): { isRight: boolean; standing: StandingRecord; changes: Change[] } {
  if (pinMac !== null && pinMac === triedMac) {
    const cleared = { ...standing, pinTries: 0 };
    const changes = standing.pinTries === 0 ? [] : [putStanding(cleared)];
    return { isRight: true, standing: cleared, changes };
  }
  const pinTries = standing.pinTries + 1;
  const isLast = pinTries >= PIN_TRIES;
  const suspendedUntil = isLast ? world.now().getTime() + SUSPENSION_MS : null;
  const next = { ...standing, pinTries, suspendedUntil };
  const told = isLast
    ? promiseEvent(world, "card.suspended", {
        token,
        accountNumber: standing.accountNo,
        until: new Date(suspendedUntil ?? 0).toISOString(),
        reason: "pin_tries",
      })
    : [];
  return { isRight: false, standing: next, changes: [putStanding(next), ...told] };
}
