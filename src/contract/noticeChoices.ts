import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams } from "./fields.ts";

/** What members are told of, in the few kinds that they choose by. The portal itself always tells all of it. */
export const NOTICE_GROUPS = [
  "security",
  "money_out",
  "money_in",
  "card_use",
  "loans",
  "schedules",
  "account",
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** Where a notice goes besides the portal, as the member chooses. */
export const NOTICE_CHANNELS = ["text", "email", "push"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/**
 * How much of a group goes by a channel whatever was chosen. 'warnings': what asks "Not you?" always goes, the
 * choice is about the rest. 'by_amount': an amount decides, which has a call of its own (setPurchaseTexts).
 */
export const NOTICE_RULES = ["chosen", "warnings", "always", "by_amount"] as const;
export type NoticeRule = (typeof NOTICE_RULES)[number];

const channelState = z.object({ rule: z.enum(NOTICE_RULES), isOn: z.boolean() });

const noticeChoices = z.object({
  groups: z.array(
    z.object({
      group: z.enum(NOTICE_GROUPS),
      text: channelState,
      email: channelState,
      /** To the browsers that the member subscribed (push.ts). */
      push: channelState,
    }),
  ),
  /** Where texts go, masked; empty without a number. */
  mobileNumber: z.string(),
  /** Where e-mail goes: null where the bank sends none, empty where it knows no address. */
  emailAddress: z.nullable(z.string()),
});
export type NoticeChoices = z.output<typeof noticeChoices>;

export const getNoticeChoices = endpoint({
  name: "getNoticeChoices",
  method: "GET",
  path: "/members/{guid}/noticeChoices",
  summary: "By which channels each kind of notice goes to the member, besides the portal",
  access: "member",
  params: guidParams,
  result: noticeChoices,
  refusals: ["not_found"],
});

/** What is switched; all else stays as it is. */
const noticeChange = z.object({
  group: z.enum(NOTICE_GROUPS, fieldTexts.invalid),
  channel: z.enum(NOTICE_CHANNELS, fieldTexts.invalid),
  position: z.enum(["on", "off"], fieldTexts.invalid),
});
export type NoticeChange = z.output<typeof noticeChange>;

export const setNoticeChoices = endpoint({
  name: "setNoticeChoices",
  method: "POST",
  path: "/members/{guid}/noticeChoices",
  summary:
    "Switch channels of kinds of notices on or off: what always goes cannot be switched off, and what is switched off is told by text",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({
    changes: z
      .array(noticeChange, fieldTexts.required)
      .check(
        z.minLength(1, fieldTexts.required),
        z.maxLength(NOTICE_GROUPS.length * NOTICE_CHANNELS.length, fieldTexts.tooLong),
      ),
  }),
  refusals: ["not_found", "too_many_requests", "notice_choice_fixed", "unavailable"],
});

export const noticeCalls = [getNoticeChoices, setNoticeChoices] as const;
