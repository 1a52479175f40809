import * as z from "zod/mini";
import { REPEATS } from "#common/scheduleDays.ts";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, otpCode, textFor, uuid } from "./fields.ts";
import { TRANSFER_KIND_NAMES } from "./transferKinds.ts";
import { transferIntent } from "./transfers.ts";

const error = textFor(fieldTexts.invalid);
const day = z.iso.date({ error });

/** How far ahead a schedule may begin, in days, and how many one member may have that have not ended. */
export const FURTHEST_FIRST_DAY = 366;
export const MOST_SCHEDULES = 50;
/** How many of the days to come are told of, and how many of those that were. */
const NEXT_DAYS = 4;

/** From which hour of its day, Manila's, a scheduled transfer is sent. */
export const SENT_FROM_HOUR = 7;

const dueDay = z.object({
  /** yyyy-MM-dd: the day by the rule, and the one on which it is sent, which of PESONet is a banking day. */
  dueOn: z.string(),
  sendOn: z.string(),
});
export type DueDay = z.output<typeof dueDay>;

export const dayStates = ["announced", "sent", "missed", "skipped", "stopped"] as const;
/** Who stopped it for a while: the member, the end of their access, a changed name of the payee's account, or staff. */
export const pauseReasons = ["member", "access", "payee_name", "staff"] as const;
export const endReasons = [
  "member",
  "staff",
  "done",
  "fee_changed",
  "order_changed",
  "card_closed",
  "approval",
] as const;

export const scheduledTransfer = z.object({
  scheduleId: z.string(),
  kind: z.enum(TRANSFER_KIND_NAMES),
  /** The account that it leaves, and where it goes: the bank null in our own house, the name "" where none was given. */
  from: z.string(),
  /** As members read it: its name with the last digits of its number. */
  fromName: z.string(),
  bankName: z.nullable(z.string()),
  accountNumber: z.string(),
  accountName: z.string(),
  amount: pesosOut,
  /** Amount and fee: what was approved, and no more leaves on a day. */
  most: pesosOut,
  repeats: z.enum(REPEATS),
  firstOn: z.string(),
  state: z.enum(["active", "paused", "ended"]),
  /** Why it is paused; null while it is not. */
  pausedFor: z.nullable(z.enum(pauseReasons)),
  /** Why it ended; null while it has not. */
  endedFor: z.nullable(z.enum(endReasons)),
  /** The days to come, the next first; of one that is paused those that would come. */
  next: z.array(dueDay),
  /** What became of the latest days, the newest first; 'announced' is still open. */
  days: z.array(
    z.extend(dueDay, {
      state: z.enum(dayStates),
      /** What stood against it when it was tried last, in the caller's language; "" for nothing. */
      reason: z.string(),
      /** Of the transfer that it became. */
      refNo: z.nullable(z.string()),
    }),
  ),
});
export type ScheduledTransfer = z.output<typeof scheduledTransfer>;

export const getSchedules = endpoint({
  name: "getSchedules",
  method: "GET",
  path: "/members/{guid}/schedules",
  summary:
    "The member's scheduled transfers, those that go on first, with their next days and what became of the latest",
  access: "member",
  params: guidParams,
  result: z.array(scheduledTransfer),
  refusals: ["not_found"],
});

export const getScheduleDays = endpoint({
  name: "getScheduleDays",
  method: "GET",
  path: "/members/{guid}/scheduleDays",
  summary: `The first ${NEXT_DAYS} days of a schedule that begins so: what falls on a day without clearing goes on the next banking day`,
  access: "member",
  params: guidParams,
  query: z.object({
    transferKind: z.enum(TRANSFER_KIND_NAMES, { error }),
    repeats: z.enum(REPEATS, { error }),
    firstOn: day,
  }),
  result: z.array(dueDay),
  refusals: ["not_found", "schedule_day"],
});

/** What stands against a schedule when it is made; what a day decides (money, what is left of a limit) the day does. */
const MADE_REFUSALS = [
  "schedule_day",
  "schedule_too_many",
  "source_account_unknown",
  "destination_not_own_card",
  "load_limit_exceeded",
  "amount_too_low",
  "over_transaction_limit",
  "bank_unknown",
  "shop_code_later",
  "destination_unknown",
  "destination_same",
  "payee_paused",
  "own_limit_off",
  "own_payee_off",
  "over_own_transfer_limit",
  "no_eon_account",
  "card_suspended",
  "card_deactivated",
  "card_admin_locked",
  "fee_changed",
  "otp_incorrect",
  "otp_used_up",
  "otp_not_for_this_transfer",
  "passkey_needed",
  "office_needed",
] as const;

export const makeSchedule = endpoint({
  name: "makeSchedule",
  method: "POST",
  path: "/members/{guid}/schedules",
  summary:
    "Schedule a transfer, with an approval for exactly this order, its days and its cost. The same approval again answers the same schedule",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ order: transferIntent, pinId: uuid, pin: otpCode }),
  result: scheduledTransfer,
  refusals: ["not_found", ...MADE_REFUSALS],
});

export const CHANGES = ["skip", "pause", "resume", "end"] as const;
export type ScheduleChange = (typeof CHANGES)[number];

const scheduleId = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, { error }));

export const changeSchedule = endpoint({
  name: "changeSchedule",
  method: "POST",
  path: "/members/{guid}/schedules/{scheduleId}",
  summary:
    "Skip the next day of a schedule, which `day` names, pause it, resume it or end it. What it is already it stays",
  access: "member",
  bodyType: "json",
  params: z.extend(guidParams, { scheduleId }),
  body: z.object({ change: z.enum(CHANGES, { error }), day: z.optional(day) }),
  result: scheduledTransfer,
  refusals: ["not_found", "schedule_ended", "schedule_day"],
});

export const scheduleCalls = [getSchedules, getScheduleDays, makeSchedule, changeSchedule] as const;
