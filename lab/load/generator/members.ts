import type { Person, Plan } from "#lab/load/plan.ts";
import type { OnLine } from "./requests.ts";

/** A member on line, and what they did lately. */
export type Seated = OnLine & {
  token: string;
  isRenewing: boolean;
  /** When codes were asked for, in milliseconds of this process. */
  codesAt: number[];
};

export type Members = ReturnType<typeof membersOf>;

/** What the bank allows, with a little room: one code a minute, five an hour. */
const CODE_EVERY_MS = 62_000;
const CODES = 4;

/**
 * Who is on line: as many as the plan seats. Whoever signs in takes the place of the one who is there for
 * the longest, so that as many leave as come; the first `stayers` stay for the whole run.
 */
export function membersOf(plan: Plan, hears: { onSeated: (seat: number, who: Seated) => void }) {
  const personAt = (place: number): Person => {
    const person = plan.people[place];
    if (person === undefined) throw new Error("the plan names a member who is not there");
    return person;
  };
  const seats = plan.seats.map(({ person, token, cookie }): Seated => ({
    person: personAt(person),
    token,
    cookie,
    isRenewing: false,
    codesAt: [],
  }));
  const seated = new Set(plan.seats.map(({ person }) => person));
  const line = plan.people.filter((_, place) => !seated.has(place));
  const guests = seats.length - plan.stayers;
  let nextSeat = 0;
  let nextCode = 0;
  // Kept with the person: the bank counts codes by member, whoever sits where.
  const codesOf = new Map<string, number[]>();

  const inSeat = (seat: number): Seated => {
    const who = seats[seat];
    if (who === undefined) throw new Error("nobody is on line");
    return who;
  };
  const guestSeat = (turn: number) => plan.stayers + (turn % guests);
  return {
    seats,
    inSeat,
    anybody: (draw: number) => inSeat(Math.floor(draw * seats.length)),
    /** Somebody whose token is not just being renewed. */
    toRenew: (draw: number): Seated => {
      const start = Math.floor(draw * seats.length);
      for (let step = 0; step < seats.length; step += 1) {
        const who = inSeat((start + step) % seats.length);
        if (!who.isRenewing) return who;
      }
      return inSeat(start);
    },
    nextVisitor: (): Person => {
      const person = line.shift();
      if (person === undefined) throw new Error("nobody is left who could sign in");
      return person;
    },
    backInLine: (person: Person) => void line.push(person),
    seat: (person: Person, session: { token: string; cookie: string }): void => {
      const seat = guestSeat(nextSeat++);
      const former = inSeat(seat);
      line.push(former.person);
      const who: Seated = { ...session, person, isRenewing: false, codesAt: [] };
      who.codesAt = codesOf.get(person.guid) ?? [];
      seats[seat] = who;
      hears.onSeated(seat, who);
    },
    /** The next one in turn who may ask for a code; undefined when that one has had enough. */
    nextForCode: (): Seated | undefined => {
      const who = inSeat(guestSeat(nextCode++));
      const now = performance.now();
      const last = who.codesAt.at(-1);
      if (who.codesAt.length >= CODES || (last !== undefined && now - last < CODE_EVERY_MS)) {
        return undefined;
      }
      who.codesAt.push(now);
      codesOf.set(who.person.guid, who.codesAt);
      return who;
    },
  };
}
