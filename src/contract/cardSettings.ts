import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { cardNumber, publicKey, sealedPin } from "./cardFields.ts";
import { purchaseTextFrom, withdrawalLimit } from "./cardIntents.ts";
import { LOCK_ENDS } from "./cardLocks.ts";
import { CARD_USES } from "./cardUses.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, otpCode, textFor, uuid } from "./fields.ts";
import { pendingLimit } from "./members.ts";

/** How long a page shows a revealed CVV. */
export const CVV_SHOWN_SECONDS = 30;

export const getPinKey = endpoint({
  name: "getPinKey",
  method: "GET",
  path: "/members/{guid}/card/pinKey",
  summary:
    "The card issuer's public key: the browser seals an ATM PIN to it, and we pass it on unread",
  access: "member",
  params: guidParams,
  result: z.object({ kid: z.string(), pub: z.string() }),
  refusals: ["not_found", "issuer_unavailable"],
});

/** Why a change to a card may be refused whatever it is. */
const cardRefusals = [
  "no_eon_account",
  "card_state",
  "card_suspended",
  "card_deactivated",
  "card_admin_locked",
  "issuer_unavailable",
] as const;

export const lockCard = endpoint({
  name: "lockCard",
  method: "POST",
  path: "/members/{guid}/lockCard",
  summary: "Stop purchases and withdrawals; success once the issuer has confirmed it",
  access: "member",
  feature: "cardSettings",
  params: guidParams,
  refusals: ["not_found", ...cardRefusals],
});

export const unlockCard = endpoint({
  name: "unlockCard",
  method: "POST",
  path: "/members/{guid}/unlockCard",
  summary: "Lift the member's own lock; one that staff set stays",
  access: "member",
  feature: "cardSettings",
  params: guidParams,
  refusals: ["not_found", ...cardRefusals],
});

export const setLockEnd = endpoint({
  name: "setLockEnd",
  method: "POST",
  path: "/members/{guid}/card/lockEnd",
  summary: "Say when the member's own lock ends by itself: in an hour, tomorrow, in a day, or not",
  access: "member",
  feature: "cardSettings",
  bodyType: "json",
  params: guidParams,
  body: z.object({ ends: z.enum(LOCK_ENDS, { error: textFor(fieldTexts.invalid) }) }),
  /** ISO 8601; null where it ends by hand alone. */
  result: z.object({ lockEndsAt: z.nullable(z.string()) }),
  refusals: [
    "not_found",
    "no_eon_account",
    "card_state",
    "card_suspended",
    "card_deactivated",
    "card_admin_locked",
    "card_not_locked",
  ],
});

export const changePin = endpoint({
  name: "changePin",
  method: "POST",
  path: "/members/{guid}/changePin",
  summary:
    "Change the ATM PIN: both travel sealed to the issuer. The third wrong one suspends the card",
  access: "member",
  feature: "cardSettings",
  params: guidParams,
  bodyType: "sealed",
  body: z.object({ current_pin: sealedPin, new_pin: sealedPin }),
  refusals: [
    "not_found",
    ...cardRefusals,
    "card_member_locked",
    "pin_change_open",
    "pin_changed_earlier",
    "pin_incorrect",
    "weak_pin",
    "pin_same",
    "pin_key_changed",
    "tampered",
  ],
});

export const resetPin = endpoint({
  name: "resetPin",
  method: "POST",
  path: "/members/{guid}/resetPin",
  summary:
    "Set a new ATM PIN in place of one that was forgotten: with the card's number and an approval. It travels sealed to the issuer.",
  access: "member",
  feature: "cardSettings",
  params: guidParams,
  bodyType: "sealed",
  body: z.object({ visa_card_no: cardNumber, new_pin: sealedPin, pinId: uuid, pin: otpCode }),
  refusals: [
    "not_found",
    ...cardRefusals,
    "card_member_locked",
    "pin_reset_paused",
    "pin_change_open",
    "pin_changed_earlier",
    "invalid_card",
    "card_number_limit",
    "weak_pin",
    "pin_key_changed",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
    "tampered",
  ],
});

export const generateCvv = endpoint({
  name: "generateCvv",
  method: "POST",
  path: "/members/cvv/v2/generate",
  summary: "Have the issuer make a new CVV, once in 24 hours; the answer does not carry it",
  access: "member",
  feature: "cardSettings",
  bodyType: "sealed",
  body: z.object({ visa_card_no: cardNumber }),
  refusals: [
    ...cardRefusals,
    "card_member_locked",
    "invalid_card",
    "card_number_limit",
    "cvv_daily_limit",
    "cvv_change_open",
    "tampered",
  ],
});

export const revealCvv = endpoint({
  name: "revealCvv",
  method: "POST",
  path: "/members/cvv/v2/reveal",
  summary: "A new CVV, once, sealed by the issuer to the key of the page that asks (cvvReveal.ts)",
  access: "member",
  feature: "cardSettings",
  bodyType: "sealed",
  body: z.object({ public_key: publicKey, pinId: uuid, pin: otpCode }),
  result: z.object({ sealed: z.string() }),
  refusals: [
    ...cardRefusals,
    "card_member_locked",
    "cvv_nothing_to_show",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "passkey_removed_lately",
    "office_needed",
    "tampered",
  ],
});

export const setWithdrawalLimit = endpoint({
  name: "setWithdrawalLimit",
  method: "POST",
  path: "/members/card/withdrawalLimit",
  summary:
    "The most a day in cash. A cut works at once; a raise needs a code and starts 24 hours later, or as long as the policy says",
  access: "member",
  feature: "cardSettings",
  bodyType: "json",
  body: z.object({
    transaction_limit: withdrawalLimit,
    /** Of the code that approves a raise to exactly this amount. */
    pinId: z.optional(uuid),
    pin: z.optional(otpCode),
  }),
  result: z.object({ transactionLimit: pesosOut, pendingLimit: z.nullable(pendingLimit) }),
  refusals: [
    ...cardRefusals,
    "card_member_locked",
    "withdrawal_limit_too_high",
    "limit_change_open",
    "otp_needed",
    "raise_paused",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const setCardUse = endpoint({
  name: "setCardUse",
  method: "POST",
  path: "/members/{guid}/card/uses",
  summary:
    "Switch one use of the card on or off: in stores, online, for cash, abroad; success once the issuer has confirmed it",
  access: "member",
  feature: "cardSettings",
  bodyType: "json",
  params: guidParams,
  body: z.object({
    use: z.enum(CARD_USES, { error: textFor(fieldTexts.invalid) }),
    position: z.enum(["on", "off"], { error: textFor(fieldTexts.invalid) }),
  }),
  refusals: ["not_found", ...cardRefusals, "card_member_locked"],
});

export const setPurchaseTexts = endpoint({
  name: "setPurchaseTexts",
  method: "POST",
  path: "/members/{guid}/card/purchaseTexts",
  summary:
    "From which amount on purchases and withdrawals with the card are told by text: 0.00 each of them, null none",
  access: "member",
  feature: "cardSettings",
  bodyType: "json",
  params: guidParams,
  body: z.object({ text_from: purchaseTextFrom }),
  refusals: ["not_found", "too_many_requests"],
});

export const cardSettingsCalls = [
  getPinKey,
  lockCard,
  unlockCard,
  setLockEnd,
  changePin,
  resetPin,
  generateCvv,
  revealCvv,
  setWithdrawalLimit,
  setCardUse,
  setPurchaseTexts,
] as const;
