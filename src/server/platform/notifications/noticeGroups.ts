import type { NoticeChannel, NoticeGroup, NoticeRule } from "#contract/noticeChoices.ts";
import { noticeTexts } from "#server/platform/messages/noticeTexts.ts";
import { cardLifeTexts } from "#server/platform/messages/notices/cardLifeTexts.ts";
import { cardUseTexts } from "#server/platform/messages/notices/cardUseTexts.ts";
import { caseTexts } from "#server/platform/messages/notices/caseTexts.ts";
import { loanTexts } from "#server/platform/messages/notices/loanTexts.ts";
import { railTexts } from "#server/platform/messages/notices/railTexts.ts";
import { scheduleTexts } from "#server/platform/messages/notices/scheduleTexts.ts";
import { transferTexts } from "#server/platform/messages/notices/transferTexts.ts";

/** What says that somebody may have got at a card belongs to security, in whatever catalogue it stands. */
const CARD_SECURITY = [
  "pin_changed",
  "pin_not_changed",
  "cvv_changed",
  "card_suspended",
  "card_reported_lost",
  "card_stop_refused",
  "card_stopped",
  "card_suspension_over",
  "withdrawal_limit_set",
  "limit_raise_asked",
  "limit_raise_dropped",
  "purchase_texts_set",
  "purchase_texts_every",
  "purchase_texts_off",
  "card_activated",
  "card_activated_late",
];

const MONEY_OUT = ["cash_withdrawn", "adjustment_out", "funds_held"];

const MONEY_IN = [
  "cash_deposit_taken",
  "payroll_deposit_taken",
  "adjustment_in",
  "funds_released",
  "card_transfer_in",
  "money_in_account",
  "money_on_card",
];

/** The first that has a notice says its group. What a new kind of transfer tells is money that goes out. */
const GROUPS: readonly (readonly [NoticeGroup, readonly string[]])[] = [
  ["security", CARD_SECURITY],
  ["money_in", MONEY_IN],
  ["money_out", MONEY_OUT],
  ["money_out", Object.keys({ ...transferTexts, ...railTexts })],
  ["card_use", Object.keys(cardUseTexts)],
  ["loans", Object.keys(loanTexts)],
  ["schedules", Object.keys(scheduleTexts)],
  ["account", Object.keys({ ...cardLifeTexts, ...caseTexts })],
];

/** The kind of notices that a notice belongs to. What no line names is a matter of security: never silenced. */
export function groupOf(notice: string): NoticeGroup {
  return GROUPS.find(([, notices]) => notices.includes(notice))?.[0] ?? "security";
}

/** What asks "Not you?" is a warning: whoever it was must not be able to have it told to nobody. */
export function isWarning(notice: string): boolean {
  const texts: Readonly<Record<string, { en: string }>> = noticeTexts;
  return Object.hasOwn(noticeTexts, notice) && texts[notice]?.en.includes("Not you?") === true;
}

const TEXT_RULES: Readonly<Record<NoticeGroup, NoticeRule>> = {
  security: "always",
  money_out: "warnings",
  money_in: "chosen",
  card_use: "by_amount",
  loans: "warnings",
  schedules: "warnings",
  account: "chosen",
};

/** How much of a group goes by a channel whatever the member chose. */
export function ruleOf(group: NoticeGroup, channel: NoticeChannel): NoticeRule {
  return channel === "text" ? TEXT_RULES[group] : "chosen";
}

/**
 * Whether a member who chose nothing gets a group by a channel: texts as ever, e-mail from nobody unasked. Whoever
 * has a browser subscribed asked for what is pushed.
 */
export const isOnUnchosen = (channel: NoticeChannel): boolean => channel !== "email";

/**
 * Whether a notice goes by text; `chosen` is what the member chose for its group, undefined if nothing. An
 * amount that decides has been asked before.
 */
export function goesByText(notice: string, chosen: boolean | undefined): boolean {
  const rule = ruleOf(groupOf(notice), "text");
  if (rule === "always" || rule === "by_amount") return true;
  return (rule === "warnings" && isWarning(notice)) || (chosen ?? isOnUnchosen("text"));
}
