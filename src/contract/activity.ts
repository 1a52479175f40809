import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams } from "./fields.ts";
import { place } from "./safety.ts";

/** What can have happened to the safety of an account, as its member is told it. */
export const ACTIVITY_KINDS = [
  "signed_up",
  "signed_in",
  "signed_in_new_device",
  "sign_in_refused",
  "code_sent",
  "code_refused",
  "logged_out",
  "device_renamed",
  "device_signed_out",
  "device_forgotten",
  "signed_out_elsewhere",
  "sessions_ended",
  "recovery_begun",
  "password_changed",
  "password_recovered",
  "current_password_wrong",
  "username_changed",
  "mobile_changed",
  "email_changed",
  "first_time_code_issued",
  "account_frozen",
  "account_unfrozen",
  "pause_ended",
  "access_closed",
  "access_suspended",
  "access_cancelled",
  "access_reopened",
  "card_locked",
  "card_unlocked",
  "card_suspended",
  "card_unsuspended",
  "card_deactivated",
  "card_reactivated",
  "pin_change_asked",
  "pin_reset_asked",
  "cvv_asked",
  "cvv_seen",
  "card_uses_asked",
  "limit_cut_asked",
  "limit_raise_asked",
  "passkey_added",
  "passkey_removed",
  "purchase_texts_set",
  "notice_choices_set",
  "push_turned_on",
  "push_turned_off",
  "own_limit_set",
  "own_limit_raise_asked",
  "money_locked",
  "lock_release_asked",
  "lock_release_taken_back",
  "money_freed",
  "cash_withdrawal_refused",
  "request_made",
  "request_approved",
  "request_rejected",
  "request_ended",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Requests of the office that are the member's business: what is asked for is told by its kind alone. */
export const TOLD_REQUESTS: readonly string[] = [
  "lift_admin_lock",
  "deactivate_card",
  "reactivate_card",
  "replace_card",
  "reactivate_member",
  "lift_freeze",
  "shorten_pause",
  "change_mobile",
  "change_email",
  "release_money_lock",
];

const activity = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  doer: z.enum(["member", "office", "bank", "unknown"]),
  /** The purpose of a code, the kind of a request; empty for the rest. */
  about: z.string(),
  /** How often, one after the other. */
  times: z.number(),
  browser: z.string(),
  system: z.string(),
  /** 'known' is another network than the one that asks, from which the member has signed in before. */
  place: z.enum([...place.options, "known"]),
});
export type Activity = z.output<typeof activity>;

const activityPage = z.object({
  rows: z.array(activity),
  /** There is more before the last one. */
  hasMore: z.boolean(),
});
export type ActivityPage = z.output<typeof activityPage>;

export const ACTIVITY_PAGE = 20;

export const getActivity = endpoint({
  name: "getActivity",
  method: "GET",
  path: "/members/{guid}/activity",
  summary:
    "What happened to the safety of the account in five years, newest first, twenty at a time: `before` is the id of the last one that was read",
  access: "member",
  params: guidParams,
  query: z.object({
    before: z.optional(codeText().check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid))),
  }),
  result: activityPage,
  refusals: ["not_found", "invalid_parameters"],
});
