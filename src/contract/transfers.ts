import { brand } from "#brand";
import * as z from "zod/mini";
import { pesos, pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { cardAccountNumber, fieldTexts, otpCode, requiredText, textFor, uuid } from "./fields.ts";

export const OWN_TRANSFER_MIN_CENTAVOS = 1_00n;
export const OWN_TRANSFER_MAX_CENTAVOS = 999_999_999_00n;

const ownAmount = pesos.check(
  z.refine((amount) => amount >= OWN_TRANSFER_MIN_CENTAVOS, "Enter ₱1.00 or more"),
  z.refine((amount) => amount <= OWN_TRANSFER_MAX_CENTAVOS, "The most is ₱999,999,999.00"),
);

/** What the member reviewed and the code approves. Any other figure voids the code. */
export const transferIntent = z.object(
  {
    kind: z.literal("own"),
    source_account: requiredText(20),
    destination_account: cardAccountNumber,
    amount: ownAmount,
  },
  { error: textFor(fieldTexts.invalid) },
);
export type TransferIntent = z.output<typeof transferIntent>;

/** accepted -> sent -> credited | returned; 'unknown' in between is never shown as failed. */
export const transferState = z.enum(["accepted", "sent", "unknown", "credited", "returned"]);
export type TransferState = z.output<typeof transferState>;

const refNo = z.string().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid));

export const transferReceipt = z.object({
  refNo,
  /** ISO 8601. */
  txnDate: z.string(),
  state: transferState,
});
export type TransferReceipt = z.output<typeof transferReceipt>;

export const transferOwnAccountToCard = endpoint({
  name: "transferOwnAccountToCard",
  method: "POST",
  path: `/members/eon/transfer/v2/${brand.apiSlug}`,
  summary: "Move money from one of the member's accounts to the member's own card",
  access: "member",
  feature: "transferFunds",
  bodyType: "json",
  body: z.object({
    source_account: requiredText(20),
    destination_account: cardAccountNumber,
    amount: ownAmount,
    pinId: uuid,
    pin: otpCode,
  }),
  result: transferReceipt,
  needsIdempotencyKey: true,
  refusals: [
    "insufficient_funds",
    "amount_too_low",
    "source_account_unknown",
    "destination_not_own_card",
    "load_limit_exceeded",
    "no_eon_account",
    "card_suspended",
    "card_deactivated",
    "card_admin_locked",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this_transfer",
    "idempotency_key_missing",
    "idempotency_key_reused",
  ],
});

const sourceAccount = z.object({
  accountNumber: z.string(),
  name: z.string(),
  type: z.enum(["me", "savings", "storage"]),
  withdrawableBalance: pesosOut,
});
const bank = z.object({ id: z.string(), bankName: z.string() });

export const transferSetup = z.object({
  eonAccount: z.nullable(
    z.object({ accountNo: z.string(), cardNumber: z.string(), balance: pesosOut }),
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
    /** Reminder shown on the own-account form; the specification's transfer{product}ToVisaSpiel. */
    transferToVisaSpiel: z.string(),
    transferHolidayReminder: z.string(),
    /** What the card can still receive this month (issuer level of the card type). */
    loadLimitLeft: pesosOut,
  }),
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

export const transferDetails = z.object({
  refNo,
  tranDate: z.string(),
  state: transferState,
  amount: pesosOut,
  transactionFee: pesosOut,
  merchant: z.string(),
  transferFrom: z.string(),
  transferTo: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  transferVia: z.string(),
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
