import { brand } from "#brand";
import * as z from "zod/mini";
import { formatPesos } from "#common/money.ts";
import { LONGEST_CODE } from "#common/readQrPh.ts";
import { REPEATS } from "#common/scheduleDays.ts";
import { pesos } from "./amounts.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import {
  cardAccountNumber,
  codeText,
  fieldTexts,
  otpCode,
  requiredCode,
  requiredText,
  textFor,
  uuid,
} from "./fields.ts";
import { bankId, payeeName, payeeNumber } from "./payees.ts";
import { isTransferKind, TRANSFER_KINDS, type TransferKind } from "./transferKinds.ts";

/** What the field takes; what leaves a card has lower limits, which the setup tells. */
function amountOf(kind: TransferKind) {
  const { least, fieldMost } = TRANSFER_KINDS[kind];
  return pesos.check(
    z.refine((centavos) => centavos >= least, `Enter ${formatPesos(least)} or more`),
    z.refine((centavos) => centavos <= fieldMost, `The most is ${formatPesos(fieldMost)}`),
  );
}

/** An account of the member's own to send from; the card where it is left out. */
const anySource = { source_account: z.optional(requiredText(20)) };
const toBank = {
  ...anySource,
  destination_bank: bankId,
  destination_account_number: payeeNumber,
  destination_account_name: payeeName,
};
/** The text of a shop's QR Ph code, where it is paid by that: what else is ordered is as the code has it. */
const byShopCode = { qr: z.optional(requiredCode(LONGEST_CODE)) };
/** What is ordered, by kind. The names and their order are those of what is stored of an intent. */
const orders = {
  own: {
    source_account: requiredText(20),
    destination_account: cardAccountNumber,
    amount: amountOf("own"),
  },
  card: { ...anySource, destination_account: cardAccountNumber, amount: amountOf("card") },
  deposit: { destination_account: requiredText(20), amount: amountOf("deposit") },
  instapay: { ...toBank, ...byShopCode, amount: amountOf("instapay") },
  pesonet: { ...toBank, amount: amountOf("pesonet") },
} as const satisfies Record<TransferKind, object>;

/** What the member was shown; no code is sent for another one. Nothing is compared where it is left out. */
const shownFee = { shown_fee: z.optional(pesos) };

/** Of what is sent by a schedule: how often, and its first day. Both, or neither for what goes now. */
const due = {
  repeats: z.optional(z.enum(REPEATS, { error: textFor(fieldTexts.invalid) })),
  first_on: z.optional(z.iso.date({ error: textFor(fieldTexts.invalid) })),
};

/** What the member reviewed and the code approves: another figure voids it. The server adds source, fee and total. */
export const transferIntent = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("own"), ...orders.own, ...due }),
    z.object({ kind: z.literal("card"), ...orders.card, ...shownFee, ...due }),
    z.object({ kind: z.literal("deposit"), ...orders.deposit, ...shownFee, ...due }),
    z.object({ kind: z.literal("instapay"), ...orders.instapay, ...shownFee, ...due }),
    z.object({ kind: z.literal("pesonet"), ...orders.pesonet, ...shownFee, ...due }),
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

export const transferRefNo = codeText().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid));

export const transferReceipt = z.object({
  refNo: transferRefNo,
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
  "source_account_unknown",
  "fee_changed",
  "over_daily_limit",
  "over_monthly_limit",
  "bank_unknown",
] as const;

export const transferToBankByPesonet = endpoint({
  name: "transferToBankByPesonet",
  method: "POST",
  path: "/members/eon/transfer/v2/bank",
  summary:
    "Send money from the card, or an account of the member's own, to an account at another bank, with the next PESONet cycle",
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
  summary:
    "Send money from the card, or an account of the member's own, to an account at another bank, at once",
  access: "member",
  feature: TRANSFER_KINDS.instapay.feature,
  bodyType: "json",
  body: z.object({ ...orders.instapay, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [
    ...BANK_ORDER_REFUSALS,
    "instapay_closed",
    "shop_code_unreadable",
    "shop_code_differs",
    "shop_code_paid",
  ],
});

export const transferToCard = endpoint({
  name: "transferToCard",
  method: "POST",
  path: "/members/eon/transfer/v2/eon",
  summary:
    "Send money from the card, or an account of the member's own, to another card account of the association",
  access: "member",
  feature: TRANSFER_KINDS.card.feature,
  bodyType: "json",
  body: z.object({ ...orders.card, ...proof }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [
    ...TO_PAYEE_REFUSALS,
    "source_account_unknown",
    "destination_unknown",
    "destination_same",
    "destination_own_card",
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
