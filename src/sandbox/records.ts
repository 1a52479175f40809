/** What the sandbox remembers. Moments are milliseconds since 1970, money is centavos. */

/** A text message a phone got, or will get at `arrivesAt`. */
export type TextRecord = { id: string; to: string; text: string; arrivesAt: number };

/** An e-mail in a mailbox. */
export type MailRecord = {
  id: string;
  messageId: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: readonly string[];
  at: number;
};

/** A browser of the sandbox's that is pushed to, with its keys and the one key that may push to it; base64url. */
export type PushSubscriberRecord = {
  id: string;
  serverKey: string;
  p256dh: string;
  auth: string;
  privateKey: string;
  isGone: boolean;
};

/** What the push service took. `words` as the browser reads them, null where they do not open. */
export type PushRecord = {
  id: string;
  subscriber: string;
  words: string | null;
  ttl: number;
  urgency: string;
  topic: string;
  at: number;
};

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

/** A purchase that was approved and has not been settled: its amount is off the card. */
export type HoldRecord = {
  reference: string;
  accountNo: string;
  amount: bigint;
  merchant: string;
};

/** Somebody the issuer was asked to take. `birthDate` and `mobileNumber` are what a PIN must not be. */
export type CustomerRecord = {
  transactionId: string;
  reference: string;
  name: string;
  birthDate: string;
  mobileNumber: string;
  status: "pending" | "approved" | "rejected";
  /** Given when approved. */
  customerId: string | null;
  reason: string;
  /** When it is approved by itself; null waits for a person. */
  dueAt: number | null;
};

/** A card of plastic, or one being made. Its number and CVV are encrypted under the vault's key. */
export type PlasticRecord = {
  token: string;
  serial: string;
  kind: "kit" | "personalized";
  state: "ordered" | "produced" | "production_failed" | "in_stock" | "active" | "replaced";
  lastFour: string;
  sealedNumber: string;
  /** HMAC-SHA-256 of the number, to find it by. */
  numberMac: string;
  sealedCvv: string;
  /** yyyy-MM-dd, the last day. */
  expiresOn: string;
  /** HMAC-SHA-256 of token and PIN; null without a PIN. */
  pinMac: string | null;
  nameOnCard: string;
  customerId: string | null;
  accountNo: string | null;
  /** The batch of a kit and where it was sent. */
  batchRef: string | null;
  officeId: string | null;
  /** The order of a card with a name, and when it is produced by itself. */
  orderReference: string | null;
  dueAt: number | null;
};

/** What a card account may do. One without a record has no locks and the usual limit. */
export type StandingRecord = {
  accountNo: string;
  customerId: string | null;
  memberLocked: boolean;
  adminLocked: boolean;
  freezeLocked: boolean;
  suspendedUntil: number | null;
  pinTries: number;
  deactivatedFor: string | null;
  /** Uses of the card that its holder switched off: store, online, cash, abroad. */
  usesOff: readonly string[];
  withdrawalLimit: bigint;
  /** A limit that is yet to come. */
  nextLimit: { amount: bigint; startsAt: number } | null;
};

/** An order by our caller's reference, and how it was answered. 'waiting' is taken and not yet done. */
export type OrderRecord = {
  reference: string;
  fingerprint: string;
  status: number;
  body: object;
  isWaiting: boolean;
};

/** An activation that failed after number and PIN were taken: it can be tried again. */
export type ActivationRecord = { reference: string; token: string; pinMac: string };

/** Instant cards an office ordered. `dueAt` is when they are delivered by themselves. */
export type BatchRecord = {
  batchRef: string;
  officeId: string;
  count: number;
  state: "ordered" | "delivered";
  dueAt: number | null;
};

/** What the issuer decides by itself, or leaves to whoever looks at the page. */
export const DECISION_KINDS = ["investigation", "production", "delivery"] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];
export type SettingRecord = { kind: DecisionKind; isByHand: boolean };

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

/** Money out of a card account to a rail ('debit'), or to another card account ('move'). */
export type FundsRecord = {
  reference: string;
  kind: "debit" | "move";
  /** Where it comes from. */
  accountNo: string;
  /** Of a move: where it goes. Of a debit: the rail that carries it. */
  toAccountNo: string;
  channel: "instapay" | "pesonet" | "partner" | "card";
  amount: bigint;
  code: "SP" | "TS" | "TF";
  /** The no in a word; empty unless TF. */
  reasonCode: string;
  description: string;
  issuerReference: string;
  receivedAt: number;
  /** While it is SP: when it is decided, and whether it is then done. */
  due: { at: number; isDone: boolean } | null;
  /** Of a debit that is put back: under way, or done. */
  reversal: { code: "SP" | "TS"; issuerReference: string; dueAt: number | null } | null;
};

export type Rail = "instapay" | "pesonet";

/**
 * A transfer on a rail. 'queued' waits for its cycle; 'waiting' is with the bank that receives, or nobody
 * knows; 'held' is held by that bank; 'rejected' was never settled over InstaPay; 'returned' was settled
 * and its money came back; 'abolished' was never settled.
 */
export type RailTransferRecord = {
  rail: Rail;
  /** TxId of the message, the product's reference number. */
  reference: string;
  endToEndId: string;
  messageId: string;
  amount: bigint;
  bank: string;
  accountNo: string;
  accountName: string;
  state: "queued" | "waiting" | "held" | "credited" | "rejected" | "returned" | "abolished";
  reasonCode: string;
  clearingReference: string;
  receivedAt: number;
  settledAt: number | null;
  returnedAt: number | null;
  /** What follows by itself; `isTold` when the rail says so unasked. */
  next: {
    at: number;
    does: "credit" | "reject" | "return";
    reasonCode: string;
    isTold: boolean;
  } | null;
};

/**
 * A transfer of another bank to an account of the participant, as the switch carries it. 'unanswered' until the
 * participant says how it ended; 'refused' is what it did not take as a transfer of its own.
 */
export type IncomingRecord = {
  rail: Rail;
  messageId: string;
  /** TxId, the name that the bank gave it. */
  reference: string;
  endToEndId: string;
  amount: bigint;
  bank: string;
  senderName: string;
  senderAccount: string;
  accountNo: string;
  state: "unanswered" | "credited" | "rejected" | "refused" | "returned";
  reasonCode: string;
  clearingReference: string;
  sentAt: number;
  /** Sent under a name that was used: it never settles, whatever it is answered. */
  isClaim: boolean;
  settledAt: number | null;
  /** When the participant sent it back, and under which MsgId. */
  returnedAt: number | null;
  returnId: string;
  /** When it is sent, or its status asked for; null once it is over. */
  next: { at: number; asks: "transfer" | "status" } | null;
  attempts: number;
  /** Of PESONet: the MsgId of the file that carried it. */
  file: string | null;
  /** How many times the transfer itself is still to be delivered: 2 while the fault 'duplicate' holds. */
  copies: number;
};

/** A file of PESONet as it was handed in. */
export type BatchFileRecord = {
  name: string;
  sha256: string;
  messageId: string;
  state: "taken" | "refused" | "settled" | "answered" | "abolished";
  references: string[];
  total: bigint;
  receivedAt: number;
  /** When it is cleared, and, once it is, when its banks answer. */
  clearsAt: number;
  answersAt: number | null;
};

/** What the clearing house has for the participant. */
export type ClearingFileRecord = {
  /** Its place in the list; null until it is shown, at `shownAt`. */
  cursor: number | null;
  name: string;
  kind: "acknowledgement" | "advice" | "status" | "return" | "settlement" | "inward";
  body: string;
  sha256: string;
  shownAt: number;
};

/** When a transfer that waits will be decided, and how. */
export type DecisionRecord = { reference: string; dueAt: number; code: "TS" | "TF" };

/** A message to the product that must reach it. */
export type EventRecord = {
  id: string;
  type:
    | "transfer.credited"
    | "transfer.refused"
    | "card.transaction"
    | "card.authorization"
    | "card.authorized"
    | "card.settled"
    | "card.produced"
    | "card.production_failed"
    | "card.suspended"
    | "card.deactivated"
    | "customer.investigated"
    | "text.report"
    | "instapay.message";
  body: string;
  dueAt: number;
  attempts: number;
  /** How many times it is still to be delivered: 2 while the fault 'duplicate' holds. */
  copies: number;
  state: "waiting" | "delivered" | "given_up";
  lastAnswer: string;
};

export const FAULT_TARGETS = ["sms", "issuer", "instapay", "pesonet", "mail", "push"] as const;
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
  mail: MailRecord;
  pushSubscriber: PushSubscriberRecord;
  push: PushRecord;
  card: CardRecord;
  customer: CustomerRecord;
  plastic: PlasticRecord;
  standing: StandingRecord;
  order: OrderRecord;
  activation: ActivationRecord;
  batch: BatchRecord;
  setting: SettingRecord;
  hold: HoldRecord;
  movement: MovementRecord;
  transfer: TransferRecord;
  funds: FundsRecord;
  railTransfer: RailTransferRecord;
  incoming: IncomingRecord;
  batchFile: BatchFileRecord;
  clearingFile: ClearingFileRecord;
  decision: DecisionRecord;
  event: EventRecord;
  fault: FaultRecord;
};
