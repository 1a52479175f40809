import { plainPesos } from "#common/money.ts";
import { wholeNumber } from "#console/parts/numbers.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";

/** What may be asked for about a member, in the order of the menu. */
export const MEMBER_REQUESTS = [
  "change_mobile",
  "change_email",
  "reactivate_member",
  "lift_freeze",
  "shorten_pause",
  "lift_admin_lock",
  "deactivate_card",
  "reactivate_card",
  "replace_card",
  "disputed_funds_hold",
  "disputed_funds_release",
  "release_money_lock",
] as const satisfies readonly RequestKind[];
export type MemberRequest = (typeof MEMBER_REQUESTS)[number];

/** Fields that the dialog of each kind does not send empty. */
export const REQUIRED: Partial<Record<MemberRequest, readonly string[]>> = {
  change_mobile: ["mobileNumber", "identityDocument"],
  change_email: ["emailAddress", "identityDocument"],
  reactivate_member: ["identityDocument"],
  lift_freeze: ["identityDocument"],
  shorten_pause: ["identityDocument"],
  deactivate_card: ["cause"],
  disputed_funds_hold: ["accountNumber", "amount", "caseReference", "days"],
  disputed_funds_release: ["holdId"],
  release_money_lock: ["accountNumber", "identityDocument"],
};

/** What is asked for, from the fields of the dialog; what is wrong with it the server says. */
export function payloadOf(
  kind: MemberRequest,
  memberGuid: string,
  field: (name: string) => string,
): Record<string, unknown> {
  const given = (REQUIRED[kind] ?? []).map((name) => [name, field(name).trim()]);
  const payload = { memberGuid, ...Object.fromEntries(given) };
  if (kind !== "disputed_funds_hold") return payload;
  return { ...payload, amount: plainPesos(field("amount")), days: wholeNumber(field("days")) };
}
