import type { Books } from "./books.ts";
import type { Clock } from "./clock.ts";
import type { Vault } from "./vault.ts";

/** A request a partner saw, for the page. Kept in memory: it is a window, not a record. */
export type SeenRequest = {
  at: number;
  method: string;
  path: string;
  subject: string;
  answer: string;
};

/** What the sandbox is made of, handed to each of its parts. */
export type World = {
  now: Clock;
  books: Books;
  seen: SeenRequest[];
  /** What was last done by a switch, for the page. */
  notice: string;
  /** The greatest id a card line has; ids grow by one. */
  lastMovementId: number;
  vault: Vault;
  /** Orders that were taken and are done later (fault 'late'), by reference. */
  deferred: Map<string, { dueAt: number; run: () => void }>;
  /** The plastic whose CVV the page shows, and until when. */
  shownCvv: { token: string; until: number } | undefined;
  /** The day of Manila for which expired cards were looked for. */
  expiredOn: string;
  issuerClientId: string;
  issuerClientSecret: string;
  /** Shared with the product: card numbers travel under it. */
  issuerCardKey: Buffer;
  /** The rails' keys, which sign both ways, and the participant they know. */
  instapayKey: string;
  pesonetKey: string;
  railParticipant: string;
  /** Where the InstaPay switch sends what it has to tell. Without it, nothing is told. */
  instapayUrl: string | undefined;
  /** The day of Manila on which finished days were looked for, to make PESONet's statements of them. */
  reportedOn: string;
  /** Nonces that the rails took, and when each may be forgotten. */
  railNonces: Map<string, number>;
  smsKey: string;
  /** Where the issuer's events go, and the key they are signed with. Without both, none are made. */
  callbacks: { url: string; key: Buffer } | undefined;
  /** Where the SMS gateway reports what became of texts, and the key. Without it, nothing is reported. */
  reports: { url: string; key: string } | undefined;
};

const SEEN_LIMIT = 60;

/** The id of the next card line. */
export function nextMovementId(world: World): number {
  world.lastMovementId += 1;
  return world.lastMovementId;
}

/** Notes a request for the page, newest first. */
export function noteRequest(world: World, request: Omit<SeenRequest, "at">): void {
  world.seen.unshift({ at: world.now().getTime(), ...request });
  world.seen.length = Math.min(world.seen.length, SEEN_LIMIT);
}
