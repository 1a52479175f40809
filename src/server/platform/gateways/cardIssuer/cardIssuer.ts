import type { SettlementFault } from "#contract/staff/settlementFaults.ts";
import type { Centavos } from "#common/money.ts";
import type { CardUse } from "#contract/cardUses.ts";
import type { Rail } from "#contract/transferKinds.ts";

/** No answer, a time-out, an outage, an answer that cannot be read: neither a yes nor a refusal. */
export type Unknown = { kind: "unknown"; reason: string };

/** The issuer's refusal, with its code and text. Nothing was changed, and asking again does not change that. */
export type Refused = { kind: "refused"; code: string; reason: string };

/** Credits a member's card account. `reference` is ours, at most 20 of [A-Za-z0-9-]. */
export type CreditOrder = { reference: string; accountNo: string; amount: Centavos };

/**
 * The outcome of a credit. 'absent' only answers an inquiry: the issuer has never received the reference, so
 * it may be sent again.
 */
export type CreditOutcome =
  | { kind: "credited"; issuerReference: string }
  | { kind: "refused"; reason: string }
  | { kind: "pending" }
  | { kind: "absent" }
  | Unknown;

/** A debit of a card account, fee included. `reference` is ours, at most 20 of [A-Za-z0-9-]. */
export type MoneyOrder = { reference: string; accountNo: string; amount: Centavos };

/** A transfer from one card account to another. */
export type MoveOrder = { reference: string; from: string; to: string; amount: Centavos };

/**
 * The outcome of a debit or move. 'absent' is the issuer's own answer that it has never done anything under
 * the reference.
 */
export type MoneyOutcome =
  | { kind: "done"; issuerReference: string }
  | Refused
  | { kind: "pending" }
  | { kind: "absent" }
  | Unknown;

/** The applicant, as the issuer requires it. Missing fields come back as 'missing'. */
export type IssuerCustomer = {
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  /** yyyy-MM-dd */
  birthDate?: string | undefined;
  birthPlace?: string | undefined;
  /** +639… */
  mobileNumber?: string | undefined;
  emailAddress?: string | undefined;
  gender?: string | undefined;
  civilStatus?: string | undefined;
  mothersMaidenName?: string | undefined;
  nationality?: string | undefined;
  presentAddress?:
    | { street: string; barangay: string; city: string; province: string; postalCode: string }
    | undefined;
  sourceOfFunds?: string | undefined;
  employment?:
    | {
        status: string;
        natureOfWork?: string | undefined;
        companyName?: string | undefined;
        companyAddress?: string | undefined;
      }
    | undefined;
  primaryIdType?: string | undefined;
  primaryIdNumber?: string | undefined;
  images?:
    | { selfie: Uint8Array; primaryIdFront: Uint8Array; primaryIdBack: Uint8Array }
    | undefined;
};

/** An order about one plastic. `reference` is ours, at most 40 of [A-Za-z0-9-]; the same is one order. */
export type CardOrder = { reference: string; token: string };

/** The outcome of an order that is either done or refused. */
export type DoneOutcome = { kind: "done" } | Refused | Unknown;

/** `pin1.<kid>.<enc>.<ct>`: an ISO 9564 format 4 PIN field that only the issuer opens. */
export type PinBlock = string;

/** Someone who locks: the flags are independent, and a card is free only when neither is set. */
export type LockScope = "member" | "admin" | "freeze";

export type DeactivationReason =
  | "lost"
  | "stolen"
  | "fraud"
  | "expiry"
  | "death"
  | "closed"
  | "replaced";

export type ActivationOutcome =
  | {
      kind: "activated";
      accountNo: string;
      lastFour: string;
      /** yyyy-MM-dd, the last day. */
      expiresOn: string;
    }
  /** The number is not this plastic's, or the plastic is not this customer's to activate. */
  | { kind: "invalid_card" }
  | { kind: "weak_pin" }
  /** Not six digits, or sealed to a key that is not the issuer's: get the key again. */
  | { kind: "unreadable_pin" }
  /** The number and the PIN were taken, the activation itself failed: `retryActivation` may succeed. */
  | { kind: "failed"; reason: string }
  | Refused
  | Unknown;

export type PinOutcome =
  | { kind: "changed" }
  | { kind: "wrong_pin"; triesLeft: number }
  /** By this try or before. */
  | { kind: "suspended"; until: Date }
  | { kind: "weak_pin" }
  | { kind: "unreadable_pin" }
  | Refused
  | Unknown;

/** The state of a card at the issuer. The locks, the limit and the account belong to the account. */
export type IssuerCard = {
  kind: "card";
  token: string;
  state:
    | "ordered"
    | "produced"
    | "production_failed"
    | "in_stock"
    | "active"
    | "suspended"
    | "deactivated"
    | "replaced";
  serial: string;
  lastFour: string;
  /** yyyy-MM-dd */
  expiresOn: string;
  customerId: string | undefined;
  accountNo: string | undefined;
  memberLocked: boolean;
  adminLocked: boolean;
  freezeLocked: boolean;
  suspendedUntil: Date | undefined;
  pinTries: number;
  withdrawalLimit: Centavos;
};

/** A plastic of a delivery of instant cards. */
export type IssuerKit = { serial: string; token: string; lastFour: string; expiresOn: string };

/** The movements on the issuer's card accounts on a day in Manila; the totals were checked. */
export type SettlementFile = {
  kind: "file";
  day: string;
  lines: {
    reference: string;
    accountNo: string;
    at: Date;
    /** Negative for money out. */
    amount: Centavos;
    description: string;
  }[];
  debits: Centavos;
  credits: Centavos;
};

/** A file that is not the one requested, cannot be read or does not add up. */
export type WrongFile = { kind: "wrong"; fault: SettlementFault };

/**
 * The card issuer, in the terms of the product. Every call is one request, never repeated here. The same
 * reference sent twice has one effect, and the second is answered with the first's outcome. The same reference
 * for something else is 'unknown'.
 */
export type CardIssuer = {
  credit: (order: CreditOrder) => Promise<CreditOutcome>;
  /** Inquires about a credit. An answer about another account or amount is 'unknown'. */
  inquire: (order: CreditOrder) => Promise<CreditOutcome>;

  /**
   * Debits a card account for a rail, or for the association itself ('partner'). The member's own lock does
   * not stop it; it is refused when the account is suspended, deactivated, locked by staff, unknown or short.
   * Never 'absent'.
   */
  debitCard: (order: MoneyOrder & { channel: Rail | "partner" }) => Promise<MoneyOutcome>;
  /** Inquires about a debit. A debit that was refunded is 'done' all the same (findRefund). */
  findDebit: (order: MoneyOrder) => Promise<MoneyOutcome>;
  /**
   * Refunds the debit under this reference, once however often it is requested. 'absent': nothing was ever
   * debited, and the issuer refuses a debit under this reference from now on. 'pending' also while the debit
   * itself is pending. Refused NOTHING_TAKEN: the debit was refused. A request that reaches the issuer later
   * than `notAfter` does nothing.
   */
  refundDebit: (order: MoneyOrder & { notAfter: Date }) => Promise<MoneyOutcome>;
  /** Inquires whether a debit was refunded. 'absent': it was not, and the card is still debited. */
  findRefund: (order: MoneyOrder) => Promise<MoneyOutcome>;
  /**
   * Moves money to another card account, both sides at once. Refused as `debitCard`, and when the receiver
   * cannot be credited.
   */
  moveBetween: (order: MoveOrder) => Promise<MoneyOutcome>;
  /** Inquires about a move. */
  findMove: (order: MoveOrder) => Promise<MoneyOutcome>;

  /** The issuer's own balance of a card account, for reconciliation; undefined when it cannot say. */
  balance: (accountNo: string) => Promise<Centavos | undefined>;

  /** Submits a customer to the issuer. The decision arrives as an event and by `investigation`. */
  submitCustomer: (order: { reference: string; customer: IssuerCustomer }) => Promise<
    | { kind: "submitted"; transactionId: string }
    /** Names of IssuerCustomer, 'presentAddress.street' for those inside. */
    | { kind: "missing"; fields: string[] }
    | Refused
    | Unknown
  >;
  /** The decision on a customer. `transactionId` is the issuer's, from `submitCustomer`. */
  investigation: (
    transactionId: string,
  ) => Promise<
    | { kind: "pending" }
    | { kind: "approved"; customerId: string }
    | { kind: "rejected"; reason: string }
    | { kind: "absent" }
    | Unknown
  >;
  /** A customer and their plastics, tokens only. */
  customerState: (
    customerId: string,
  ) => Promise<
    { kind: "customer"; customerId: string; tokens: string[] } | { kind: "absent" } | Unknown
  >;

  /**
   * Links an instant card to a customer, with its first PIN (purpose "new", account ""). Opens the card
   * account when the customer has none. `number` is encrypted on the way and stored nowhere.
   */
  linkCard: (
    order: CardOrder & { customerId: string; number: string; newPin: PinBlock },
  ) => Promise<ActivationOutcome>;
  /** Orders a personalized card. An existing card account stays; the old card works until then. */
  personalize: (order: {
    reference: string;
    customerId: string;
    nameOnCard: string;
  }) => Promise<{ kind: "ordered"; token: string; lastFour: string } | Refused | Unknown>;
  /**
   * Activates a produced card with its first PIN (purpose "new", account "" or the card account kept).
   * The plastic it replaces becomes 'replaced' at the same moment.
   */
  activatePersonalized: (
    order: CardOrder & { number: string; newPin: PinBlock },
  ) => Promise<ActivationOutcome>;
  /** Retries a 'failed' activation by its reference: the issuer has number and PIN. */
  retryActivation: (order: CardOrder) => Promise<ActivationOutcome | { kind: "absent" }>;
  /** Cancels a 'failed' activation by its reference: number and PIN must be entered again. */
  cancelActivation: (order: CardOrder) => Promise<DoneOutcome>;

  /** The public key that PINs are sealed to: 65 bytes of a P-256 point in base64url. */
  pinKey: () => Promise<{ kind: "key"; kid: string; pub: string } | Unknown>;
  /** Changes the PIN. Both blocks are bound to the card account's number. The issuer counts the tries. */
  changePin: (order: CardOrder & { currentPin: PinBlock; newPin: PinBlock }) => Promise<PinOutcome>;
  /** Sets a new PIN without the old one: whoever asks has been recognized. The block is bound as that of a change. */
  resetPin: (order: CardOrder & { newPin: PinBlock }) => Promise<PinOutcome>;
  /** The outcome of a change of the PIN, without its blocks. 'absent': never received, nothing changed. */
  pinOutcome: (order: { reference: string }) => Promise<PinOutcome | { kind: "absent" }>;

  /** Makes a new CVV; the old one is refused from now on. */
  generateCvv: (order: CardOrder) => Promise<DoneOutcome>;
  /**
   * The CVV, sealed to a P-256 public key (65 bytes in base64url): `cvv1.<enc>.<ct>`, HPKE bound to the
   * card account. Only whoever holds the private key reads it.
   */
  revealCvv: (ask: {
    token: string;
    publicKey: string;
  }) => Promise<{ kind: "revealed"; sealed: string } | Refused | Unknown>;

  /** Sets the withdrawal limit of a day in Manila, from a moment on; 0 is no cash. */
  setLimit: (
    order: CardOrder & { amount: Centavos; startsAt: Date },
  ) => Promise<{ kind: "done" } | { kind: "over_ceiling"; ceiling: Centavos } | Refused | Unknown>;

  /** Switches uses of the card off, all others on. */
  setUses: (order: CardOrder & { off: readonly CardUse[] }) => Promise<DoneOutcome>;

  /** Refuses purchases and withdrawals from now on. One that is locked already is 'done'. */
  lock: (order: CardOrder & { scope: LockScope }) => Promise<DoneOutcome>;
  /** Removes one of the locks. One that is not locked is 'done'. */
  unlock: (order: CardOrder & { scope: LockScope }) => Promise<DoneOutcome>;
  suspend: (order: CardOrder & { until: Date }) => Promise<DoneOutcome>;
  /** Ends a suspension and sets the PIN tries back. */
  unsuspend: (order: CardOrder) => Promise<DoneOutcome>;
  deactivate: (order: CardOrder & { reason: DeactivationReason }) => Promise<DoneOutcome>;
  /** Refused after expiry, theft and replacement. */
  reactivate: (order: CardOrder) => Promise<DoneOutcome>;
  /** The state of a card. 'absent' is the issuer's own answer that it knows no such token. */
  cardState: (token: string) => Promise<IssuerCard | { kind: "absent" } | Unknown>;

  /** Orders instant cards for an office; they are delivered under this `batchRef`. */
  orderKits: (order: { batchRef: string; officeId: string; count: number }) => Promise<DoneOutcome>;
  /** The delivery of a batch. 'pending' is ordered and not yet sent. */
  kitDelivery: (
    batchRef: string,
  ) => Promise<
    | { kind: "delivered"; officeId: string; kits: IssuerKit[] }
    | { kind: "pending" }
    | { kind: "absent" }
    | Unknown
  >;

  /** The file of a day, yyyy-MM-dd. One whose control totals do not add up is 'unknown'. */
  settlementFile: (
    day: string,
  ) => Promise<SettlementFile | WrongFile | { kind: "absent" } | Unknown>;
};
