/** What the sandbox remembers. Moments are milliseconds since 1970, money is centavos. */

/** A text message a phone got, or will get at `arrivesAt`. */
export type TextRecord = { id: string; to: string; text: string; arrivesAt: number };

/** A card account at the issuer. */
export type CardRecord = { accountNo: string; holder: string; balance: bigint };

/** One line of a card account. `amount` is signed; `balance` is the account's after the line. */
export type MovementRecord = {
  id: number;
  accountNo: string;
  at: number;
  amount: bigint;
  balance: bigint;
  description: string;
  branch: string;
  reference: string;
};

/** The partner codes of the issuer's API. */
export type TransferCode = "RT" | "SP" | "SC" | "NC" | "TS" | "TF";

/** A top-up the issuer was asked for, and what became of it. */
export type TransferRecord = {
  reference: string;
  accountNo: string;
  amount: bigint;
  code: TransferCode;
  issuerReference: string;
  description: string;
  requestedAt: string;
  receivedAt: number;
};

/** When a transfer that waits will be decided, and how. */
export type DecisionRecord = { reference: string; dueAt: number; code: "TS" | "TF" };

/** A message to the product that must reach it. */
export type EventRecord = {
  id: string;
  type: "transfer.credited" | "transfer.refused" | "card.transaction" | "text.report";
  body: string;
  dueAt: number;
  attempts: number;
  /** How many times it is still to be delivered: 2 while the fault 'duplicate' holds. */
  copies: number;
  state: "waiting" | "delivered" | "given_up";
  lastAnswer: string;
};

export const FAULT_TARGETS = ["sms", "issuer"] as const;
export type FaultTarget = (typeof FAULT_TARGETS)[number];

export const FAULT_MODES = [
  "ok",
  "down",
  "slow",
  "timeout",
  "error",
  "reject",
  "duplicate",
  "late",
  "out-of-order",
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** How a partner misbehaves at the moment. */
export type FaultRecord = {
  target: FaultTarget;
  mode: FaultMode;
  /** Share of the requests it strikes, 0 to 1. */
  rate: number;
  /** When it ends by itself; null is never. */
  endsAt: number | null;
  /** How long 'slow' answers take, and how much later 'late' and 'out-of-order' are. */
  delayMs: number;
  /** What became of the request in 'timeout', 'error' and 'late': done all the same, or not. */
  effect: "kept" | "lost";
};

export type Tables = {
  text: TextRecord;
  card: CardRecord;
  movement: MovementRecord;
  transfer: TransferRecord;
  decision: DecisionRecord;
  event: EventRecord;
  fault: FaultRecord;
};
