import type { LimitSpan } from "#contract/ownLimits.ts";
import type { TransferKind } from "#contract/transferKinds.ts";

/** One limit as a member set it: from a moment on it may hold; null is none. */
export type SetLimit = {
  member: bigint;
  kind: TransferKind;
  span: LimitSpan;
  amount: bigint | null;
  /** When it was asked for, and from when on it holds. */
  at: number;
  from: number;
  /** Whether it was answered: else it may hold, or not. */
  isHeard: boolean;
  /** Answered, and no other reading of what it does. */
  isSure: boolean;
};

/** A pause that began for sure, in moments of the run's clock. */
export type Pause = { member: bigint; from: number; until: number };

/** What members did for their own safety. */
export type Safety = {
  limits: SetLimit[];
  pauses: Pause[];
  /** What was promised to be locked, by key. */
  locked: Map<string, bigint>;
};

/** All that may hold of one limit at a moment; at that very moment also what held before. */
export function mayHold(set: readonly SetLimit[], at: number): (bigint | null)[] {
  let holding: (bigint | null)[] = [null];
  for (const [place, { amount, from, at: askedAt, isSure }] of set.entries()) {
    if (from > at) continue;
    const meanwhile = set.slice(place + 1).filter((one) => one.at < from);
    // A raise that was taken back, or replaced, before its time never held.
    if (from > askedAt && meanwhile.some(({ isHeard }) => isHeard)) continue;
    holding = isSure && from < at && meanwhile.length === 0 ? [amount] : [...holding, amount];
  }
  return holding;
}

/** Whether a pause of this member surely ran at a moment: not at its very first one, and not at its last. */
export function isPaused({ pauses }: Safety, member: bigint, at: number): boolean {
  return pauses.some((one) => one.member === member && one.from < at && at < one.until);
}
