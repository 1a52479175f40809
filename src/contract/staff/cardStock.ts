import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText, textFor } from "#contract/fields.ts";
import { CARD_KINDS, rowNumber } from "./cards.ts";
import { choiceFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/** Where a piece of plastic stands. */
export const KIT_STATES = [
  "announced",
  "in_stock",
  "reserved",
  "released",
  "activated",
  "returned",
  "destroyed",
  /** Announced, and never came. */
  "missing",
] as const;
export type KitState = (typeof KIT_STATES)[number];

/** The largest list of a delivery that is read. */
export const MAX_DELIVERY_BYTES = 1024 * 1024;
export const MAX_DELIVERY_LINES = 5000;
/** The columns of a list of a delivery; of a kit that is nobody's yet `reference` stays empty. */
export const DELIVERY_COLUMNS = [
  "serial",
  "token",
  "last_four",
  "expires_on",
  "reference",
] as const;
/** What one person scans in one go. */
const MAX_SCANNED = 500;

/** What is printed on the plastic's carrier: capitals, digits, dashes. */
export const serialNumber = codeText(fieldTexts.required).check(
  z.regex(/^[A-Z0-9-]{4,32}$/, fieldTexts.serial),
);

const serials = z
  .array(serialNumber, fieldTexts.required)
  .check(z.minLength(1, fieldTexts.required), z.maxLength(MAX_SCANNED, fieldTexts.tooLong));

const branchParams = z.object({ branchId: rowNumber });
const kitParams = z.object({ kitId: rowNumber });
const ofBranch = { access: "staff", object: "branch", params: branchParams } as const;
const ofKit = { access: "staff", object: "kit", params: kitParams } as const;
const why = z.object({ reason: requiredText(200) });
/** What came, by the paper that came with it. */
const batchReference = codeText(fieldTexts.required).check(
  z.regex(/^[A-Z0-9-]{3,20}$/, fieldTexts.invalid),
);

/* What lies where */

const stockOfBranch = z.object({
  branchId: z.string(),
  branchName: z.string(),
  /** Kits that are on their way. */
  announced: z.int(),
  inStock: z.int(),
  reserved: z.int(),
  /** Personalized cards that wait for their members. */
  personalized: z.int(),
  /** Below this many free kits the branch warns. */
  minimum: z.int(),
  isLow: z.boolean(),
});
export type StockOfBranch = z.output<typeof stockOfBranch>;

export const getCardStock = endpoint({
  name: "getCardStock",
  method: "GET",
  path: "/staff/card-stock",
  summary: "Card kits by branch, with a warning where few are left",
  access: "staff",
  action: "card_stock.view",
  results: z.array(stockOfBranch),
  refusals: [],
});

const SORTS = ["serial", "since"] as const;
const filters = {
  serial: textFilter,
  kind: choiceFilter(CARD_KINDS),
  state: choiceFilter(KIT_STATES),
  branch: textFilter,
  batch: textFilter,
};

const kitRow = z.object({
  id: z.string(),
  serial: z.string(),
  kind: z.enum(CARD_KINDS),
  state: z.enum(KIT_STATES),
  /** Last four digits of the number on it. */
  lastFour: z.string(),
  /** ISO 8601: when it came into this state. */
  since: z.string(),
  branchName: z.string(),
  batch: z.string(),
  /** Whose it is, or is to be; empty for nobody's. */
  member: z.string(),
  /** Of the application it is for; empty without one. */
  reference: z.string(),
});
export type KitRow = z.output<typeof kitRow>;

export const listCardKits = endpoint({
  name: "listCardKits",
  method: "GET",
  path: "/staff/card-kits",
  summary: "Plastic by serial in the branches that the caller sees",
  access: "staff",
  action: "card_stock.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(kitRow),
  refusals: [],
});

export const exportCardKits = endpoint({
  name: "exportCardKits",
  method: "GET",
  path: "/staff/card-kits/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "card_stock.view",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

const kitDetails = z.extend(kitRow, {
  events: z.array(
    z.object({ at: z.string(), who: z.string(), what: z.string(), detail: z.string() }),
  ),
  may: z.object({
    transfer: z.boolean(),
    destroy: z.boolean(),
    /** An unclaimed card goes back to the issuer, a kit back to the stock. */
    takeBack: z.boolean(),
  }),
});
export type KitDetails = z.output<typeof kitDetails>;

export const getCardKit = endpoint({
  ...ofKit,
  name: "getCardKit",
  method: "GET",
  path: "/staff/card-kits/{kitId}",
  summary: "One piece of plastic: where it is, whose it is, how it came there",
  action: "card_stock.view",
  result: kitDetails,
  refusals: ["not_found", "not_your_role"],
});

/* What comes and goes */

/** What became of a line of a delivery, or of a serial that was scanned. */
export const LINE_FINDINGS = [
  "added",
  "matched",
  "known",
  "double",
  "wrong",
  /** A spreadsheet wrote 1.2E+15 for it. */
  "shortened_number",
  "no_order",
  "received",
  "not_announced",
  "other_branch",
] as const;
export type LineFinding = (typeof LINE_FINDINGS)[number];

const finding = z.object({
  /** Line of the file, or place in what was scanned; the first is 1. */
  line: z.int(),
  serial: z.string(),
  finding: z.enum(LINE_FINDINGS),
  /** What is wrong or whose it is, in words. */
  detail: z.string(),
});
export type Finding = z.output<typeof finding>;

const findings = z.object({ batch: z.string(), lines: z.array(finding) });
export type Findings = z.output<typeof findings>;

export const orderCardKits = endpoint({
  ...ofBranch,
  name: "orderCardKits",
  method: "POST",
  path: "/staff/card-stock/{branchId}/orders",
  summary: "Order kits for a branch from the issuer; they are delivered under the reference",
  action: "card_stock.announce",
  bodyType: "json",
  body: z.object({
    count: z
      .int({ error: textFor(fieldTexts.invalid) })
      .check(z.gte(1, fieldTexts.invalid), z.lte(500, fieldTexts.invalid)),
  }),
  result: z.object({
    batch: z.string(),
    /** The issuer has not said yes so far; the order is sent again when the delivery is asked for. */
    isConfirmed: z.boolean(),
  }),
  needsIdempotencyKey: true,
  refusals: ["not_found", "not_your_role", "kit_order_refused", "idempotency_key_missing"],
});

export const sendDeliveryList = endpoint({
  ...ofBranch,
  name: "sendDeliveryList",
  method: "POST",
  path: "/staff/card-stock/{branchId}/deliveries",
  summary: "The list that announces plastic for a branch, as CSV; each line is answered",
  action: "card_stock.announce",
  bodyType: "csv",
  query: z.object({ batch: batchReference, kind: z.enum(CARD_KINDS, fieldTexts.invalid) }),
  result: findings,
  refusals: [
    "not_found",
    "not_your_role",
    "delivery_too_large",
    "delivery_empty",
    "delivery_unreadable",
    "delivery_header",
    "delivery_batch_taken",
    "invalid_parameters",
  ],
});

export const fetchDeliveryList = endpoint({
  ...ofBranch,
  name: "fetchDeliveryList",
  method: "POST",
  path: "/staff/card-stock/{branchId}/issuer-deliveries",
  summary: "The same list as the issuer has it, by the reference of the delivery",
  action: "card_stock.announce",
  bodyType: "json",
  body: z.object({ batch: batchReference }),
  result: findings,
  refusals: [
    "not_found",
    "not_your_role",
    "delivery_unknown",
    "delivery_on_its_way",
    "delivery_other_branch",
    "delivery_batch_taken",
    "issuer_unavailable",
  ],
});

export const receiveCardKits = endpoint({
  ...ofBranch,
  name: "receiveCardKits",
  method: "POST",
  path: "/staff/card-stock/{branchId}/receipts",
  summary:
    "Take announced plastic into the branch by its serials; a member's card is then for pick-up",
  action: "card_stock.receive",
  bodyType: "json",
  body: z.object({ serials }),
  result: findings,
  refusals: ["not_found", "not_your_role"],
});

export const countCardKits = endpoint({
  ...ofBranch,
  name: "countCardKits",
  method: "POST",
  path: "/staff/card-stock/{branchId}/counts",
  summary: "Count what lies in a branch by its serials: what is missing, what is too much",
  action: "card_stock.receive",
  bodyType: "json",
  body: z.object({ serials }),
  result: z.object({
    expected: z.int(),
    found: z.int(),
    missing: z.array(z.string()),
    unexpected: z.array(finding),
  }),
  refusals: ["not_found", "not_your_role"],
});

export const setKitMinimum = endpoint({
  ...ofBranch,
  name: "setKitMinimum",
  method: "POST",
  path: "/staff/card-stock/{branchId}/minimum",
  summary: "How few kits a branch may have before it warns",
  action: "card_stock.change",
  bodyType: "json",
  body: z.object({
    minimum: z
      .int({ error: textFor(fieldTexts.invalid) })
      .check(z.gte(0, fieldTexts.invalid), z.lte(10_000, fieldTexts.invalid)),
  }),
  refusals: ["not_found", "not_your_role"],
});

export const transferCardKit = endpoint({
  ...ofKit,
  name: "transferCardKit",
  method: "POST",
  path: "/staff/card-kits/{kitId}/transfer",
  summary: "Send a kit to another branch, which receives it by its serial",
  action: "card_stock.change",
  bodyType: "json",
  body: z.object({
    branchId: codeText(fieldTexts.required).check(
      z.minLength(1, fieldTexts.required),
      z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid),
    ),
    reason: requiredText(200),
  }),
  refusals: ["not_found", "not_your_role", "kit_state", "office_unknown"],
});

export const destroyCardKit = endpoint({
  ...ofKit,
  name: "destroyCardKit",
  method: "POST",
  path: "/staff/card-kits/{kitId}/destroy",
  summary: "Plastic that was cut up: damaged, or nobody's any more",
  action: "card_stock.change",
  bodyType: "form",
  body: why,
  refusals: ["not_found", "not_your_role", "kit_state"],
});

export const takeBackCardKit = endpoint({
  ...ofKit,
  name: "takeBackCardKit",
  method: "POST",
  path: "/staff/card-kits/{kitId}/take-back",
  summary: "What nobody came for: a kit goes back to the stock, a member's card to the issuer",
  action: "card_release.take_back",
  bodyType: "form",
  body: why,
  refusals: ["not_found", "not_your_role", "kit_state"],
});

/** Every call about plastic. */
export const cardStockCalls = [
  getCardStock,
  listCardKits,
  exportCardKits,
  getCardKit,
  orderCardKits,
  sendDeliveryList,
  fetchDeliveryList,
  receiveCardKits,
  countCardKits,
  setKitMinimum,
  transferCardKit,
  destroyCardKit,
  takeBackCardKit,
];
