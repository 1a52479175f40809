import * as z from "zod/mini";
import { REPEATS } from "#common/scheduleDays.ts";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText, textFor } from "#contract/fields.ts";
import { dayStates, endReasons, pauseReasons } from "#contract/schedules.ts";
import { TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import { memberParams } from "./memberActions.ts";

const memberSchedule = z.object({
  scheduleId: z.string(),
  kind: z.enum(TRANSFER_KIND_NAMES),
  /** The account that it leaves, and who is paid: of the account the last digits alone. */
  from: z.string(),
  bankName: z.nullable(z.string()),
  accountTail: z.string(),
  accountName: z.string(),
  amount: pesosOut,
  most: pesosOut,
  repeats: z.enum(REPEATS),
  /** yyyy-MM-dd, on which it is sent next; null where no day comes. */
  nextOn: z.nullable(z.string()),
  state: z.enum(["active", "paused", "ended"]),
  pausedFor: z.nullable(z.enum(pauseReasons)),
  endedFor: z.nullable(z.enum(endReasons)),
  /** What became of the latest days, the newest first. */
  days: z.array(
    z.object({
      sendOn: z.string(),
      state: z.enum(dayStates),
      /** What stood against it, in the caller's language; "" for nothing. */
      reason: z.string(),
      refNo: z.nullable(z.string()),
    }),
  ),
});
export type MemberSchedule = z.output<typeof memberSchedule>;

export const getMemberSchedules = endpoint({
  name: "getMemberSchedules",
  method: "GET",
  path: "/staff/members/{memberGuid}/schedules",
  summary: "A member's scheduled transfers, with their next day and what became of the latest",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: z.object({
    /** Whether this caller may stop one of them. */
    mayStop: z.boolean(),
    schedules: z.array(memberSchedule),
  }),
  refusals: ["not_found", "not_your_role"],
});

export const STOPS = ["pause", "end"] as const;
export type ScheduleStop = (typeof STOPS)[number];

const invalid = { error: textFor(fieldTexts.invalid) };

export const stopMemberSchedule = endpoint({
  name: "stopMemberSchedule",
  method: "POST",
  path: "/staff/members/{memberGuid}/schedules/{scheduleId}/stop",
  summary:
    "Pause one of a member's scheduled transfers, which the member may resume, or end it; the member is told",
  access: "staff",
  action: "schedule.stop",
  object: "member",
  bodyType: "form",
  params: z.extend(memberParams, {
    scheduleId: codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, invalid)),
  }),
  body: z.object({ stop: z.enum(STOPS, invalid), reason: requiredText(200) }),
  refusals: ["not_found", "not_your_role", "schedule_ended"],
});

export const memberScheduleCalls = [getMemberSchedules, stopMemberSchedule] as const;
