import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, otpCode, textFor, uuid, words } from "./fields.ts";
import { officeIdField, replacementKind } from "./cardIntents.ts";

/** What became of a card that its member reports, and that new plastic then takes the place of. */
export const LOSS_CAUSES = ["lost", "stolen"] as const;
export type LossCause = (typeof LOSS_CAUSES)[number];
export const isLoss = (cause: string | null): cause is LossCause =>
  LOSS_CAUSES.some((one) => one === cause);

/** A new card in place of the lost one, as it can be ordered now. */
const replacement = z.object({
  kind: replacementKind,
  fee: pesosOut,
  /** Name of the account that the fee comes from; null where none covers it, or nothing is charged. */
  feeAccount: z.nullable(z.string()),
  /** yyyy-MM-dd */
  readyOn: z.string(),
  /** Where a default card is fetched; empty for a personalized one, whose office is chosen. */
  office: z.string(),
  /** What a personalized card has printed; null of a default card, and where the member says it. */
  printedName: z.nullable(z.string()),
});
export type Replacement = z.output<typeof replacement>;

/** A card that was reported, as it stands. */
export const cardLoss = z.object({
  cause: z.enum(LOSS_CAUSES),
  /** ISO 8601 */
  at: z.string(),
  /** The issuer has confirmed that the card works no more. */
  isConfirmed: z.boolean(),
  /** The issuer said no: the card may still work there. Reported again, it is asked again. */
  isRefused: z.boolean(),
  /** What can be ordered; empty where a personalized card is on its way already, which takes its place. */
  replacements: z.array(replacement),
});
export type CardLoss = z.output<typeof cardLoss>;

export const reportLostCard = endpoint({
  name: "reportLostCard",
  method: "POST",
  path: "/members/{guid}/card/reportLost",
  summary:
    "Block the card for good because it was lost or stolen: with us at once, and at the issuer. The account and its balance stay.",
  access: "member",
  feature: "cardSettings",
  bodyType: "json",
  params: guidParams,
  body: z.object({ cause: z.enum(LOSS_CAUSES, { error: textFor(fieldTexts.invalid) }) }),
  /** Whether the issuer has confirmed it; without its word it is asked on. */
  result: z.object({ isConfirmed: z.boolean() }),
  refusals: ["not_found", "no_eon_account", "card_state", "card_deactivated"],
});

export const replaceLostCard = endpoint({
  name: "replaceLostCard",
  method: "POST",
  path: "/members/{guid}/card/replace",
  summary:
    "Order a new card in place of one that was lost or stolen, to be fetched at an office, for exactly the fee that was approved. A repeat answers with the same transactionId.",
  access: "member",
  feature: "cardSettings",
  bodyType: "json",
  params: guidParams,
  body: z.object({
    card: replacementKind,
    /** Of a personalized card. */
    office_id: z._default(officeIdField, ""),
    /** The name to be printed, where the review says none; passed over where it says one. */
    printed_name: z._default(words(60, fieldTexts.required), ""),
    pinId: uuid,
    pin: otpCode,
  }),
  result: z.object({ transactionId: z.string() }),
  refusals: [
    "not_found",
    "too_many_requests",
    "no_eon_account",
    "card_state",
    "card_suspended",
    "card_deactivated",
    "card_admin_locked",
    "card_stop_open",
    "card_maintenance",
    "card_fee_not_covered",
    "invalid_parameters",
    "pickup_office_unknown",
    "printed_name",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const cardLossCalls = [reportLostCard, replaceLostCard] as const;
