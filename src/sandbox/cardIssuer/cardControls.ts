import { toDecimal } from "#common/money.ts";
import type { PlasticRecord, StandingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { promiseEvent } from "./callbacks.ts";
import { customerById } from "./customers.ts";
import { no, type Verdict, yes } from "./orders.ts";
import { cvvOf, newCvv, pinMacOf, put } from "./plastics.ts";
import { LIMIT_CEILING, PIN_TRIES, putStanding, standingOf, stateOf, tryPin } from "./standing.ts";
import { isWeakPin } from "./weakPins.ts";

/** A working plastic and what its account may do. */
export type Card = { plastic: PlasticRecord; standing: StandingRecord };

export type Scope = "member" | "admin" | "freeze";

const FLAGS = {
  member: "memberLocked",
  admin: "adminLocked",
  freeze: "freezeLocked",
} as const;

/** Those on which the issuer can cancel a card; it is told by an event when it does so itself. */
export const DEACTIVATION_REASONS = [
  "lost",
  "stolen",
  "fraud",
  "expiry",
  "death",
  "closed",
  "replaced",
] as const;
export type DeactivationReason = (typeof DEACTIVATION_REASONS)[number];

/** What is never made good again with the same plastic. */
const FOR_GOOD: readonly string[] = ["expiry", "stolen", "replaced"];

/** The working plastic behind a token, or the issuer's no. */
export function cardByToken(world: World, token: string): Card | { no: Verdict } {
  const plastic = world.books.read("plastic").get(token);
  if (plastic === undefined) return { no: no("CARD_UNKNOWN", "There is no such card") };
  if (plastic.state === "replaced") return { no: no("CARD_REPLACED", "The card was replaced") };
  if (plastic.state !== "active" || plastic.accountNo === null) {
    return { no: no("CARD_NOT_ACTIVE", "The card is not active") };
  }
  return { plastic, standing: standingOf(world, plastic.accountNo) };
}

/** Locks or unlocks for one of the three reasons; what else locks the card stays. */
export function setLock(world: World, token: string, scope: Scope, isLocked: boolean): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  const flag = FLAGS[scope];
  if (card.standing[flag] === isLocked) {
    return isLocked
      ? no("CARD_ALREADY_LOCKED", "The card is already Locked")
      : no("CARD_ALREADY_UNLOCKED", "The card is already unlocked");
  }
  return yes([putStanding({ ...card.standing, [flag]: isLocked })]);
}

/** Suspends until a moment, or ends a suspension and sets the PIN tries back. */
export function setSuspension(world: World, token: string, until: number | null): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  if (card.standing.deactivatedFor !== null) return deactivated();
  const pinTries = until === null ? 0 : card.standing.pinTries;
  return yes([putStanding({ ...card.standing, suspendedUntil: until, pinTries })]);
}

export function deactivate(world: World, token: string, reason: DeactivationReason): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  return card.standing.deactivatedFor === null
    ? yes([putStanding({ ...card.standing, deactivatedFor: reason })])
    : yes([]);
}

/** The issuer itself ends a card: it does, and tells so. */
export function deactivateHere(world: World, card: Card, reason: DeactivationReason): Verdict {
  if (card.standing.deactivatedFor !== null) return deactivated();
  return yes([
    putStanding({ ...card.standing, deactivatedFor: reason }),
    ...promiseEvent(world, "card.deactivated", {
      token: card.plastic.token,
      accountNumber: card.standing.accountNo,
      reason,
    }),
  ]);
}

export function reactivate(world: World, token: string): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  const { deactivatedFor } = card.standing;
  if (deactivatedFor !== null && FOR_GOOD.includes(deactivatedFor)) {
    return no("CARD_ENDED", `The card was deactivated for ${deactivatedFor}`);
  }
  return yes([putStanding({ ...card.standing, deactivatedFor: null })]);
}

/** Sets the limit of withdrawals a day, from a moment on. */
export function setLimit(
  world: World,
  token: string,
  { amount, startsAt }: { amount: bigint; startsAt: number },
): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  if (card.standing.deactivatedFor !== null) return deactivated();
  if (amount > LIMIT_CEILING) {
    const ceiling = toDecimal(LIMIT_CEILING);
    return no("LIMIT_OVER_CEILING", `The most is ${ceiling}`, { ceiling });
  }
  const isNow = startsAt <= world.now().getTime();
  return yes([
    putStanding({
      ...card.standing,
      ...(isNow
        ? { withdrawalLimit: amount, nextLimit: null }
        : { nextLimit: { amount, startsAt } }),
    }),
  ]);
}

/** Switches these uses off and all others on, as the holder wishes. */
export function setUses(world: World, token: string, usesOff: readonly string[]): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  if (card.standing.deactivatedFor !== null) return deactivated();
  return yes([putStanding({ ...card.standing, usesOff })]);
}

/** Changes the PIN of who knows the one that is. A wrong one counts; a weak new one changes nothing. */
export function changePin(
  world: World,
  token: string,
  { current, next }: { current: string | undefined; next: string | undefined },
): Verdict {
  const card = cardByToken(world, token);
  if ("no" in card) return card.no;
  if (card.standing.deactivatedFor !== null) return deactivated();
  if (card.standing.suspendedUntil !== null) return suspended(card.standing);
  if (current === undefined || next === undefined) {
    return no("UNREADABLE_PIN", "The PIN cannot be read");
  }
  const tried = tryPin(world, card.plastic, card.standing, pinMacOf(world, token, current));
  if (!tried.isRight) {
    const triesLeft = PIN_TRIES - tried.standing.pinTries;
    const answer =
      triesLeft > 0
        ? no("WRONG_PIN", "The PIN is wrong", { triesLeft })
        : suspended(tried.standing);
    return { ...answer, changes: tried.changes };
  }
  const owner = customerById(world, card.standing.customerId);
  if (isWeakPin(next, owner ?? { birthDate: "", mobileNumber: "" })) {
    return { ...no("WEAK_PIN", "The PIN is too easy to guess"), changes: tried.changes };
  }
  if (next === current) {
    return { ...no("SAME_PIN", "This is the PIN already"), changes: tried.changes };
  }
  const pinMac = pinMacOf(world, token, next);
  return yes([...tried.changes, put({ ...card.plastic, pinMac })]);
}

/** Sets a PIN in place of one that was forgotten; whether it is the one of before is nobody's to learn. */
export function resetPin(world: World, token: string, next: string | undefined): Verdict {
  const card = usableCard(world, token);
  if ("no" in card) return card.no;
  if (next === undefined) return no("UNREADABLE_PIN", "The PIN cannot be read");
  const owner = customerById(world, card.standing.customerId);
  if (isWeakPin(next, owner ?? { birthDate: "", mobileNumber: "" })) {
    return no("WEAK_PIN", "The PIN is too easy to guess");
  }
  const pinMac = pinMacOf(world, token, next);
  return yes([put({ ...card.plastic, pinMac }), putStanding({ ...card.standing, pinTries: 0 })]);
}

/** Makes another CVV; the one before is refused from now on. */
export function generateCvv(world: World, token: string): Verdict {
  const card = usableCard(world, token);
  if ("no" in card) return card.no;
  const before = cvvOf(world, card.plastic);
  let cvv = newCvv();
  while (cvv === before) cvv = newCvv();
  return yes([put({ ...card.plastic, sealedCvv: world.vault.seal(cvv, token) })]);
}

/** The card behind a token when it may be used, but for locks. */
export function usableCard(world: World, token: string): Card | { no: Verdict } {
  const card = cardByToken(world, token);
  if ("no" in card) return card;
  if (card.standing.deactivatedFor !== null) return { no: deactivated() };
  if (card.standing.suspendedUntil !== null) return { no: suspended(card.standing) };
  return card;
}

/** Where a plastic stands. */
export function cardAnswer(world: World, plastic: PlasticRecord): object {
  const standing = plastic.accountNo === null ? undefined : standingOf(world, plastic.accountNo);
  const until = standing?.suspendedUntil ?? null;
  return {
    token: plastic.token,
    state: stateOf(plastic, standing),
    serialNumber: plastic.serial,
    lastFour: plastic.lastFour,
    expiryDate: plastic.expiresOn,
    ...(plastic.customerId === null ? {} : { customerId: plastic.customerId }),
    ...(plastic.accountNo === null ? {} : { accountNumber: plastic.accountNo }),
    memberLocked: standing?.memberLocked ?? false,
    adminLocked: standing?.adminLocked ?? false,
    freezeLocked: standing?.freezeLocked ?? false,
    ...(until === null ? {} : { suspendedUntil: new Date(until).toISOString() }),
    pinTries: standing?.pinTries ?? 0,
    withdrawalLimit: toDecimal(standing?.withdrawalLimit ?? LIMIT_CEILING),
  };
}

const deactivated = () => no("CARD_DEACTIVATED", "The card is deactivated");

function suspended({ suspendedUntil }: StandingRecord): Verdict {
  const until = new Date(suspendedUntil ?? 0).toISOString();
  return no("CARD_SUSPENDED", "The card is suspended", { until });
}
