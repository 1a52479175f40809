import { brand } from "#brand";

/** A step of a recipe in data/live/journal-templates.json: operation and step. */
export type EntryStep = readonly [operation: string, step: string];

type RailFacts = {
  /** 'switch': each transfer by itself, answered at once. 'clearing_house': in batches, at cut-offs. */
  operator: "switch" | "clearing_house";
  /** Its name on the wire and in data/live/banks.json. */
  system: string;
  /** Whether orders are refused while it answers nothing; what is cleared in batches waits anyway. */
  closesWhenSilent: boolean;
  /** Accounts of the card book: what is in process with the rail, and our position there. */
  holdAccount: string;
  positionAccount: string;
  /** How the issuer names the amount and the fee in the card's history. */
  history: { sent: string; fee: string };
  entries: {
    hold: EntryStep;
    settle: EntryStep;
    /** The rail keeps what we had given back; that came back; it was not given back in the end. */
    lateSuccess: EntryStep;
    recover: EntryStep;
    keep: EntryStep;
    /** Given back to the card before it was settled with the rail, and after. */
    refundFromHold: EntryStep;
    refundFromRail: EntryStep;
    /** The same of what left an account at the association: through the accounts between the two books. */
    accountHold: EntryStep;
    accountRefundFromHold: EntryStep;
    accountRefundFromRail: EntryStep;
  };
};

/** What carries money to other banks. A transfer's kind that goes over a rail has the rail's name. */
export const RAILS = {
  instapay: {
    operator: "switch",
    system: "INSTAPAY",
    closesWhenSilent: true,
    holdAccount: "2520",
    positionAccount: "1520",
    history: { sent: "Instapay Send", fee: "Instapay Fee" },
    entries: {
      hold: ["INSTAPAY_OUT", "hold"],
      settle: ["INSTAPAY_OUT", "success"],
      lateSuccess: ["INSTAPAY_OUT", "late_success"],
      recover: ["INSTAPAY_RETURN", "recover"],
      keep: ["INSTAPAY_OUT", "kept"],
      refundFromHold: ["INSTAPAY_OUT", "reject"],
      refundFromRail: ["INSTAPAY_RETURN", "post"],
      accountHold: ["INSTAPAY_OUT", "account_hold"],
      accountRefundFromHold: ["INSTAPAY_OUT", "account_reject"],
      accountRefundFromRail: ["INSTAPAY_RETURN", "account_post"],
    },
  },
  pesonet: {
    operator: "clearing_house",
    system: "PESONET",
    closesWhenSilent: false,
    holdAccount: "2530",
    positionAccount: "1530",
    history: { sent: "Pesonet Send", fee: "Pesonet Fee" },
    entries: {
      hold: ["PESONET_OUT", "hold"],
      settle: ["PESONET_OUT", "settle"],
      lateSuccess: ["PESONET_OUT", "late_success"],
      recover: ["PESONET_OUT", "recover"],
      keep: ["PESONET_OUT", "kept"],
      refundFromHold: ["PESONET_OUT", "abolished"],
      refundFromRail: ["PESONET_OUT", "return"],
      accountHold: ["PESONET_OUT", "account_hold"],
      accountRefundFromHold: ["PESONET_OUT", "account_abolished"],
      accountRefundFromRail: ["PESONET_OUT", "account_return"],
    },
  },
} as const satisfies Record<string, RailFacts>;
export type Rail = keyof typeof RAILS;
export const RAIL_NAMES = Object.keys(RAILS) as Rail[];

/** Rails whose silence closes them. */
export type ClosingRail = {
  [Each in Rail]: (typeof RAILS)[Each]["closesWhenSilent"] extends true ? Each : never;
}[Rail];
export const CLOSING_RAILS = RAIL_NAMES.filter(
  (rail): rail is ClosingRail => RAILS[rail].closesWhenSilent,
);

/** Words by language. */
type Names = { en: string; fil: string };

/** Accounts in our own house, and places there: the member's own account of that sort, or somebody else's. */
export type AccountSort = "card" | "savings";
export type PlaceInHouse = `own_${AccountSort}` | AccountSort;

type KindFacts = {
  /** The two letters that its references begin with. */
  referencePrefix: string;
  /**
   * What the money leaves: an account of the member's at the association, or the member's card; the card unless the
   * order names an account, where `fromAccount` says so.
   */
  leaves: "account" | "card";
  /** The entry that accepts it from an account that the order names instead of the card; null where it names none. */
  fromAccount: EntryStep | null;
  /** How staff read it in the console, by language. */
  staffName: Names;
  /** Where it arrives: in the house, or at another bank. */
  arrives: PlaceInHouse | "bank";
  /** What carries and settles it; null where the issuer's word alone ends it. */
  rail: Rail | null;
  /** The form of the portal that orders it. */
  form: "own" | "card" | "deposit" | "bank";
  /** The job that sends what was accepted (server/entry/jobHandlers.ts, for one of the issuer by itself). */
  job: "credit_card" | "move_between_cards" | "deposit_from_card" | "send_rail_transfer";
  /** Its own switch, by which staff stop this kind and no other (contract/features.ts). */
  feature: string;
  /** The least and the most that the field takes, in centavos. */
  least: bigint;
  fieldMost: bigint;
  /** Rows of transfer_limit and figures of the setup: what it costs, and the most in one; null: nothing, no limit. */
  fee: { limit: string; figure: string } | null;
  most: { limit: string; figure: string } | null;
  /** Totals it counts against: what a card may receive in a month, what goes to other banks in a day and a month. */
  countsAgainst: readonly ("card_load" | "other_banks")[];
  /** Whether the payee can be kept and is paused while new; false where it is the member. */
  hasPayee: boolean;
  /** The member's words for the way (row V04). */
  via: string;
  /**
   * The reason of the ledger hold that stands on the card until it ends; null where an entry moves the money at once.
   * What leaves an account that the order names is moved by `fromAccount`, and no hold.
   */
  hold: string | null;
  /** Whether what leaves an account for a card stands in the account for top-ups in transit until it ends. */
  isInTransit: boolean;
  /** Its line in the card's history, as the issuer names it; null where the rail has the names. */
  history: Names | null;
  /** What the member is told: that it is under way, that it arrived, that it came back: one of those named. */
  notices: { sent: string; credited: string; returned: readonly string[] };
  /** Whether the card's history has amount and fee in one line. */
  hasFeeInLine: boolean;
  /**
   * Entries that are in the books exactly when it is accepted, credited, returned: one of those named. None
   * where the books do not say so: a hold on a card is placed and released, and a rail settles apart from the credit.
   */
  entries: {
    accept: readonly EntryStep[];
    credit: readonly EntryStep[];
    return: readonly EntryStep[];
  };
};

const LEAST = 1_00n;
/** The field's; what leaves a card has lower limits, which the setup tells. */
const FIELD_MOST = 999_999_999_00n;

const overRail = (rail: Rail) =>
  ({
    leaves: "card",
    arrives: "bank",
    form: "bank",
    job: "send_rail_transfer",
    least: LEAST,
    fieldMost: FIELD_MOST,
    countsAgainst: ["other_banks"],
    hasPayee: true,
    hold: null,
    isInTransit: false,
    history: null,
    notices: {
      sent: "transfer_out",
      credited: "transfer_out_credited",
      returned: ["transfer_out_returned", "transfer_out_unanswered", "transfer_out_not_sent"],
    },
    hasFeeInLine: false,
    fromAccount: RAILS[rail].entries.accountHold,
    entries: {
      accept: [RAILS[rail].entries.hold, RAILS[rail].entries.accountHold],
      credit: [],
      return: [
        RAILS[rail].entries.refundFromHold,
        RAILS[rail].entries.refundFromRail,
        RAILS[rail].entries.accountRefundFromHold,
        RAILS[rail].entries.accountRefundFromRail,
      ],
    },
  }) as const;

/**
 * All that sets one kind of transfer apart from another, once: contract, server, ledger, portal, console and
 * tests read it here and compare no kind by its name (test/transferKinds.test.ts). CONTRIBUTING.md says what
 * else a new kind needs.
 */
export const TRANSFER_KINDS = {
  own: {
    referencePrefix: "OT",
    staffName: { en: "Own account to card", fil: "Sariling account papunta sa card" },
    leaves: "account",
    fromAccount: null,
    arrives: "own_card",
    rail: null,
    form: "own",
    job: "credit_card",
    feature: "ownTransfers",
    least: LEAST,
    fieldMost: FIELD_MOST,
    fee: null,
    most: null,
    countsAgainst: ["card_load"],
    hasPayee: false,
    via: "Own account",
    hold: null,
    isInTransit: true,
    history: { en: `Transfer to ${brand.cardName}`, fil: `Transfer sa ${brand.cardName}` },
    notices: {
      sent: "transfer_accepted",
      credited: "transfer_credited",
      returned: ["transfer_returned"],
    },
    hasFeeInLine: false,
    entries: {
      accept: [["OWN_TOPUP", "accept"]],
      credit: [["OWN_TOPUP", "complete"]],
      return: [["OWN_TOPUP", "fail"]],
    },
  },
  card: {
    referencePrefix: "CT",
    staffName: { en: "Card to card", fil: "Card papunta sa card" },
    leaves: "card",
    fromAccount: ["CARD_TO_CARD", "account_accept"],
    arrives: "card",
    rail: null,
    form: "card",
    job: "move_between_cards",
    feature: "cardTransfers",
    least: LEAST,
    fieldMost: FIELD_MOST,
    fee: { limit: "card_to_card_fee", figure: "cardToCardFee" },
    most: { limit: "card_to_card_most", figure: "cardToCardMost" },
    countsAgainst: ["card_load"],
    hasPayee: true,
    via: brand.cardAccount,
    hold: "card_transfer",
    isInTransit: true,
    history: { en: "Fund Transfer Internal", fil: "Transfer sa pagitan ng mga card" },
    notices: {
      sent: "card_transfer_out",
      credited: "card_transfer_credited",
      returned: ["card_transfer_returned"],
    },
    hasFeeInLine: true,
    entries: {
      accept: [["CARD_TO_CARD", "account_accept"]],
      credit: [
        ["CARD_TO_CARD", "post"],
        ["CARD_TO_CARD", "account_complete"],
      ],
      return: [["CARD_TO_CARD", "account_fail"]],
    },
  },
  deposit: {
    referencePrefix: "DP",
    staffName: { en: "Card to own savings", fil: "Card papunta sa sariling savings" },
    leaves: "card",
    fromAccount: null,
    arrives: "own_savings",
    rail: null,
    form: "deposit",
    job: "deposit_from_card",
    feature: "depositTransfers",
    least: LEAST,
    fieldMost: FIELD_MOST,
    fee: null,
    most: null,
    countsAgainst: [],
    hasPayee: false,
    via: "Own account",
    hold: "deposit_out",
    isInTransit: false,
    history: { en: "Transfer to Savings", fil: "Transfer sa Savings" },
    notices: {
      sent: "deposit_out",
      credited: "deposit_credited",
      returned: ["deposit_returned"],
    },
    hasFeeInLine: true,
    entries: { accept: [], credit: [["CARD_TO_OWN_SAVINGS", "post"]], return: [] },
  },
  instapay: {
    ...overRail("instapay"),
    referencePrefix: "IP",
    staffName: { en: "InstaPay", fil: "InstaPay" },
    rail: "instapay",
    feature: "instapayTransfers",
    fee: { limit: "instapay_fee", figure: "instapayFee" },
    most: { limit: "instapay_most", figure: "instapayMost" },
    via: "InstaPay",
  },
  pesonet: {
    ...overRail("pesonet"),
    referencePrefix: "PN",
    staffName: { en: "PESONet", fil: "PESONet" },
    rail: "pesonet",
    feature: "pesonetTransfers",
    fee: { limit: "pesonet_fee", figure: "pesonetFee" },
    most: { limit: "pesonet_most", figure: "pesonetMost" },
    via: "PESONET",
  },
} as const satisfies Record<string, KindFacts>;

type Table = typeof TRANSFER_KINDS;
export type TransferKind = keyof Table;
/** Where a transfer arrives, without what goes to other banks. */
export type ArrivesInHouse = Exclude<Table[TransferKind]["arrives"], "bank">;
/** The kinds whose facts have these values: `KindWhere<{ leaves: "card" }>`. */
export type KindWhere<Facts> = {
  [Kind in TransferKind]: Table[Kind] extends Facts ? Kind : never;
}[TransferKind];
/** What comes out of the member's card, and what the member sends to somebody who can be kept. */
export type FromCardKind = KindWhere<{ leaves: "card" }>;
export type PayeeKind = KindWhere<{ hasPayee: true }>;

export const TRANSFER_KIND_NAMES = Object.keys(TRANSFER_KINDS) as TransferKind[];

/** The kinds of which this holds, in the order of the table. */
export const kindsWhere = (holds: (facts: KindFacts) => boolean): TransferKind[] =>
  TRANSFER_KIND_NAMES.filter((kind) => holds(TRANSFER_KINDS[kind]));

export const FROM_CARD_KINDS = kindsWhere(({ leaves }) => leaves === "card") as FromCardKind[];
export const PAYEE_KINDS = kindsWhere(({ hasPayee }) => hasPayee) as PayeeKind[];
/** Those that the card issuer's word ends, and those that a rail carries. */
export const ISSUER_KINDS = kindsWhere(({ rail }) => rail === null);
export const RAIL_KINDS = kindsWhere(({ rail }) => rail !== null);

/** One value a kind, made by this. */
export const byKind = <Value>(make: (kind: TransferKind) => Value): Record<TransferKind, Value> =>
  // Every kind is in the list.
  Object.fromEntries(TRANSFER_KIND_NAMES.map((kind) => [kind, make(kind)])) as Record<
    TransferKind,
    Value
  >;

/** Whether a name that came from outside is that of a kind. */
export const isTransferKind = (name: string): name is TransferKind =>
  Object.hasOwn(TRANSFER_KINDS, name);

/** Whether a rail takes transfers in batches and answers by files; else one by one, at once. */
export const isBatched = (rail: Rail): boolean => RAILS[rail].operator === "clearing_house";

/** A pattern of what references of these kinds begin with, for JavaScript and PostgreSQL alike. */
export const prefixes = (kinds: readonly TransferKind[]): string =>
  `(${kinds.map((kind) => TRANSFER_KINDS[kind].referencePrefix).join("|")})`;
export const prefixPattern = (kinds: readonly TransferKind[]): string => `^${prefixes(kinds)}`;

/** One value a rail, made by this. */
export const byRail = <Value>(make: (rail: Rail) => Value): Record<Rail, Value> =>
  // Every rail is in the list.
  Object.fromEntries(RAIL_NAMES.map((rail) => [rail, make(rail)])) as Record<Rail, Value>;
