import { brand } from "#brand";
import * as z from "zod/mini";
import { formatPesos } from "#common/money.ts";
import { pesos, pesosOut } from "./amounts.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import {
  cardAccountNumber,
  codeText,
  fieldTexts,
  otpCode,
  requiredText,
  textFor,
  uuid,
} from "./fields.ts";
import { ownLimitsLeft } from "./ownLimits.ts";
import { bankId, payeeName, payeeNumber } from "./payees.ts";
import {
  isTransferKind,
  TRANSFER_KIND_NAMES,
  TRANSFER_KINDS,
  type TransferKind,
} from "./transferKinds.ts";

/** What the field takes; what leaves a card has lower limits, which the setup tells. */
function amountOf(kind: TransferKind) {
  const { least, fieldMost } = TRANSFER_KINDS[kind];
  return pesos.check(
    z.refine((centavos) => centavos >= least, `Enter ${formatPesos(least)} or more`),
    z.refine((centavos) => centavos <= fieldMost, `The most is ${formatPesos(fieldMost)}`),
  );
}

const toBank = {
  destination_bank: bankId,
  destination_account_number: payeeNumber,
  destination_account_name: payeeName,
};
/** What is ordered, by kind. The names and their order are those of what is stored of an intent. */
const orders = {
  own: {
    source_account: requiredText(20),
    destination_account: cardAccountNumber,
    amount: amountOf("own"),
  },
  card: { destination_account: cardAccountNumber, amount: amountOf("card") },
  deposit: { destination_account: requiredText(20), amount: amountOf("deposit") },
  instapay: { ...toBank, amount: amountOf("instapay") },
  pesonet: { ...toBank, amount: amountOf("pesonet") },
} as const satisfies Record<TransferKind, object>;

/** What the member was shown; no code is sent for another one. Nothing is compared where it is left out. */
const shownFee = { shown_fee: z.optional(pesos) };

/** What the member reviewed and the code approves: another figure voids it. The server adds source, fee and total. */
export const transferIntent = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("own"), ...orders.own }),
    z.object({ kind: z.literal("card"), ...orders.card, ...shownFee }),
    z.object({ kind: z.literal("deposit"), ...orders.deposit, ...shownFee }),
    z.object({ kind: z.literal("instapay"), ...orders.instapay, ...shownFee }),
    z.object({ kind: z.literal("pesonet"), ...orders.pesonet, ...shownFee }),
  ],
  { error: textFor(fieldTexts.invalid) },
);
export type TransferIntent = z.output<typeof transferIntent>;
export type IntentOf<Kind extends TransferKind> = Extract<TransferIntent, { kind: Kind }>;

/** Whether what a code approves is a transfer. */
export const isTransferIntent = <Other extends { kind: string }>(
  intent: TransferIntent | Other,
): intent is TransferIntent => isTransferKind(intent.kind);

/** The names of an order's fields, by kind, in the order in which an intent is stored. */
export const orderFields = (kind: TransferKind): string[] => Object.keys(orders[kind]);

/** accepted -> sent -> credited | returned; 'unknown' in between is never shown as failed. */
export const transferState = z.enum(["accepted", "sent", "unknown", "credited", "returned"]);
export type TransferState = z.output<typeof transferState>;

const refNo = codeText().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid));

export const transferReceipt = z.object({
  refNo,
  /** ISO 8601. */
  txnDate: z.string(),
  state: transferState,
  /** Of PESONet: by when the other bank credits it, ISO 8601. */
  creditBy: z.optional(z.string()),
});
export type TransferReceipt = z.output<typeof transferReceipt>;

/**
 * In place of the code, by whoever has lost the answer and the code with it: never one that is sent. It voids the
 * code of `pinId`, so that what is answered about the order then is the end of it.
 */
export const NO_CODE = "000000";

/** The code that approves an order, and what it was asked for with. */
const proof = { pinId: uuid, pin: otpCode };

/** Of every order. */
const ORDER_REFUSALS = [
  "insufficient_funds",
  "amount_too_low",
  "own_limit_off",
  "over_own_transfer_limit",
  "over_own_daily_limit",
  "over_own_monthly_limit",
  "no_eon_account",
  "card_suspended",
  "card_deactivated",
  "card_admin_locked",
  "otp_incorrect",
  "otp_used_up",
  "otp_not_for_this_transfer",
  "passkey_needed",
  "office_needed",
  "idempotency_key_missing",
  "idempotency_key_reused",
] as const;

export const transferOwnAccountToCard = endpoint({
  name: "transferOwnAccountToCard",
  method: "POST",
  path: `/members/eon/transfer/v2/${brand.apiSlug}`,
  summary: "Move money from one of the member's accounts to the member's own card",
  access: "member",
  feature: TRANSFER_KINDS.own.feature,
  bodyType: "json",
  body: z.object({ ...orders.own, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [
    ...ORDER_REFUSALS,
    "source_account_unknown",
    "destination_not_own_card",
    "load_limit_exceeded",
  ],
});

/** Of what the member sends to somebody else. */
const TO_PAYEE_REFUSALS = [
  ...ORDER_REFUSALS,
  "over_transaction_limit",
  "payee_paused",
  "own_payee_off",
  "over_own_payee_limit",
] as const;

const BANK_ORDER_REFUSALS = [
  ...TO_PAYEE_REFUSALS,
  "fee_changed",
  "over_daily_limit",
  "over_monthly_limit",
  "bank_unknown",
] as const;

export const transferToBankByPesonet = endpoint({
  name: "transferToBankByPesonet",
  method: "POST",
  path: "/members/eon/transfer/v2/bank",
  summary: "Send money from the card to an account at another bank, with the next PESONet cycle",
  access: "member",
  feature: TRANSFER_KINDS.pesonet.feature,
  bodyType: "json",
  body: z.object({ ...orders.pesonet, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: BANK_ORDER_REFUSALS,
});

export const transferToBankByInstapay = endpoint({
  name: "transferToBankByInstapay",
  method: "POST",
  path: "/members/eon/transfer/v2/bank/instapay",
  summary: "Send money from the card to an account at another bank, at once",
  access: "member",
  feature: TRANSFER_KINDS.instapay.feature,
  bodyType: "json",
  body: z.object({ ...orders.instapay, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [...BANK_ORDER_REFUSALS, "instapay_closed"],
});

export const transferToCard = endpoint({
  name: "transferToCard",
  method: "POST",
  path: "/members/eon/transfer/v2/eon",
  summary: "Send money from the card to another card account of the association",
  access: "member",
  feature: TRANSFER_KINDS.card.feature,
  bodyType: "json",
  body: z.object({ ...orders.card, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [
    ...TO_PAYEE_REFUSALS,
    "destination_unknown",
    "destination_same",
    "destination_over_load_limit",
  ],
});

export const depositToSavings = endpoint({
  name: "depositToSavings",
  method: "POST",
  path: "/members/eon/transfer/v2/savings",
  summary: "Move money from the card back to the member's own savings account",
  access: "member",
  feature: TRANSFER_KINDS.deposit.feature,
  bodyType: "json",
  body: z.object({ ...orders.deposit, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [...ORDER_REFUSALS, "destination_unknown"],
});

/** The call that orders a transfer of each kind: two rails, two calls (row O11). */
export const orderCalls = {
  own: transferOwnAccountToCard,
  pesonet: transferToBankByPesonet,
  instapay: transferToBankByInstapay,
  card: transferToCard,
  deposit: depositToSavings,
} satisfies Record<TransferKind, Endpoint>;

const sourceAccount = z.object({
  accountNumber: z.string(),
  name: z.string(),
  type: z.enum(["me", "savings", "storage"]),
  withdrawableBalance: pesosOut,
  /** What the member has locked, beside it. */
  lockedBalance: pesosOut,
});
const bank = z.object({
  id: z.string(),
  bankName: z.string(),
  /** Under which name people know it. */
  shortName: z.string(),
  /** How long its account numbers usually are: a warning, never a rule. */
  minDigits: z.number(),
  maxDigits: z.number(),
  isPopular: z.boolean(),
});

/** What the forms count with. Each is what the order itself is judged by. */
const transferFigures = z.object({
  instapayFee: pesosOut,
  pesonetFee: pesosOut,
  cardToCardFee: pesosOut,
  /** The most in one transfer. */
  instapayMost: pesosOut,
  pesonetMost: pesosOut,
  cardToCardMost: pesosOut,
  /** To other banks, over both rails, in a Manila day and month. */
  otherBankDaily: pesosOut,
  otherBankMonthly: pesosOut,
  leftToday: pesosOut,
  leftThisMonth: pesosOut,
  /** When the Manila day and month end, and both begin anew; ISO 8601. */
  dayEnds: z.string(),
  monthEnds: z.string(),
});

/** When PESONet brings what is ordered at a moment. Days are Manila's, 'yyyy-MM-dd'. */
export const pesonetArrival = z.object({
  day: z.string(),
  cycleNo: z.number(),
  /** ISO 8601. */
  creditBy: z.string(),
  /** The second banking day: the outer limit that members are told. */
  latest: z.string(),
  /** False where the day may still be proclaimed a holiday: it is expected then, and not promised. */
  isConfirmed: z._default(z.boolean(), true),
});

/**
 * New payees wait: from when on they can be paid, ISO 8601, and who is none of them, by account and bank (null
 * for a card account of ours).
 */
const payeePause = z.object({
  endsAt: z.string(),
  known: z.array(z.object({ bankId: z.nullable(z.string()), accountNumber: z.string() })),
});

/** Reminder of the own-account form (row P03) by the name that clients know: transfer{product}ToVisaSpiel. */
export const visaSpielField = `transfer${brand.product}ToVisaSpiel` as const;

export const transferSetup = z.object({
  eonAccount: z.nullable(
    z.object({
      accountNo: z.string(),
      cardNumber: z.string(),
      balance: pesosOut,
      /** Without what is on hold. */
      available: pesosOut,
    }),
  ),
  sourceAccounts: z.array(sourceAccount),
  otherDetails: z.object({
    rawTransferToOtherBankInstaPayFee: z.string(),
    rawTransferToOtherBankPesonetFee: z.string(),
    transferToOtherBankPesonetFee: z.string(),
    transferToOtherBankDailyLimit: z.string(),
    transferToOtherBankMonthlyLimit: z.string(),
    transferToOtherBankInstapayFee: z.string(),
    transferToOtherBanksInstaPayTxnLimit: z.string(),
    [visaSpielField]: z.string(),
    transferHolidayReminder: z.string(),
    /** Fee, limits and cut-offs of each way, a sentence each, made from what is enforced. */
    pesonetReminders: z.array(z.string()),
    instapayReminders: z.array(z.string()),
    cardToCardReminders: z.array(z.string()),
    /** What the card can still receive this month (issuer level of the card type). */
    loadLimitLeft: pesosOut,
  }),
  figures: transferFigures,
  /** Of an order made now. */
  pesonetArrival,
  payeePause: z._default(z.nullable(payeePause), null),
  ownLimits: z._default(ownLimitsLeft, { kinds: [], payees: [] }),
  instapayBankList: z.array(bank),
  pesonetBankList: z.array(bank),
});
export type TransferSetup = z.output<typeof transferSetup>;

export const getTransferSetup = endpoint({
  name: "getTransferSetup",
  method: "GET",
  path: "/members/eon/transfer/details",
  summary: "What the transfer forms need: accounts, banks, fees, limits",
  access: "member",
  result: transferSetup,
  refusals: ["no_eon_account"],
});

/** What has happened to a transfer; the last is how it stands. */
export const transferStep = z.enum([
  "accepted",
  "debited",
  "sent",
  "batched",
  "acknowledged",
  "unknown",
  "settled",
  "held",
  "credited",
  "credited_late",
  "rejected",
  "giving_back",
  "returned",
]);
export type TransferStep = z.output<typeof transferStep>;

export const transferDetails = z.object({
  refNo,
  kind: z.enum(TRANSFER_KIND_NAMES),
  /** From another card to the caller's: what the receiver may know of it. */
  isReceived: z.boolean(),
  tranDate: z.string(),
  state: transferState,
  amount: pesosOut,
  transactionFee: pesosOut,
  total: pesosOut,
  merchant: z.string(),
  transferFrom: z.string(),
  /** The number of the member's own account that it left; null where it left a card. */
  sourceAccount: z._default(z.nullable(z.string()), null),
  transferTo: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  transferVia: z.string(),
  /** Null within our own house. */
  destinationBank: z.nullable(z.string()),
  /** Of PESONet: by when the other bank credits it, ISO 8601. */
  creditBy: z.nullable(z.string()),
  /** False where that day may still be proclaimed a holiday: it is expected then, and not promised. */
  isCreditDayConfirmed: z._default(z.boolean(), true),
  steps: z.array(z.object({ state: transferStep, at: z.string() })),
  /** Why the money came back or is held, in the member's words and language. */
  reason: z.nullable(z.string()),
  /** Whether "report a problem" is offered; until `reportBy`, ISO 8601, a report is in time (terms). */
  canReport: z.boolean(),
  reportBy: z.string(),
});
export type TransferDetails = z.output<typeof transferDetails>;

export const getTransferDetails = endpoint({
  name: "getTransferDetails",
  method: "GET",
  path: "/members/{guid}/card/fundTransferDetails/{refNo}",
  summary: "One transfer: what it was and how it stands",
  access: "member",
  params: z.object({ guid: uuid, refNo }),
  query: z.object({ tranDate: z.optional(z.iso.date(fieldTexts.invalid)) }),
  result: transferDetails,
  refusals: ["not_found"],
});
