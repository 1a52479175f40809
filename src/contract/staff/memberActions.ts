import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { frozen, frozenElsewhere } from "#contract/frozen.ts";
import { codeText, fieldTexts, lines, requiredText, textFor, uuid } from "#contract/fields.ts";
import { membershipNumber } from "#contract/identity.ts";

export const memberParams = z.object({ memberGuid: uuid });

/** What was decided holds with us; the issuer may not have confirmed it so far, and is asked until then. */
export const issuerConfirmed = z.object({ isConfirmed: z.boolean() });

export const issueMemberCode = endpoint({
  name: "issueMemberCode",
  method: "POST",
  path: "/staff/members/{memberGuid}/first-time-code",
  summary: "Make the first time user's code for a member at the counter; it is told here only",
  access: "staff",
  action: "first_time_code.issue",
  object: "member",
  bodyType: "json",
  params: memberParams,
  body: z.object({
    isIdentityChecked: z.literal(true, { error: textFor(fieldTexts.identityUnchecked) }),
  }),
  result: z.object({ code: z.string(), expiresAt: z.string() }),
  refusals: ["not_found", "not_your_role", "member_has_access", "member_closed_by_staff"],
});

export const endMemberSession = endpoint({
  name: "endMemberSession",
  method: "POST",
  path: "/staff/members/{memberGuid}/sessions/{sessionId}/end",
  summary: "End one session of a member",
  access: "staff",
  action: "session.end",
  object: "member",
  params: z.object({
    memberGuid: uuid,
    sessionId: codeText().check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid)),
  }),
  result: z.object({ ended: z.number() }),
  refusals: ["not_found", "not_your_role"],
});

export const endMemberSessions = endpoint({
  name: "endMemberSessions",
  method: "POST",
  path: "/staff/members/{memberGuid}/sessions/end",
  summary: "End every session of a member",
  access: "staff",
  action: "session.end",
  object: "member",
  params: memberParams,
  result: z.object({ ended: z.number() }),
  refusals: ["not_found", "not_your_role"],
});

export const forgetMemberDevice = endpoint({
  name: "forgetMemberDevice",
  method: "POST",
  path: "/staff/members/{memberGuid}/devices/{deviceId}/forget",
  summary:
    "End the sessions of one of a member's devices and forget it: a sign-in there takes a code again. One that is forgotten already is fine",
  access: "staff",
  action: "session.end",
  object: "member",
  params: z.object({ memberGuid: uuid, deviceId: uuid }),
  result: z.object({ ended: z.number() }),
  refusals: ["not_found", "not_your_role"],
});

export const removeMemberPasskey = endpoint({
  name: "removeMemberPasskey",
  method: "POST",
  path: "/staff/members/{memberGuid}/passkeys/{passkeyId}/remove",
  summary:
    "Remove one of a member's passkeys: it signs nobody in and approves nothing any more. The member is told",
  access: "staff",
  action: "session.end",
  object: "member",
  params: z.object({ memberGuid: uuid, passkeyId: uuid }),
  refusals: ["not_found", "not_your_role"],
});

export const closeMemberAccess = endpoint({
  name: "closeMemberAccess",
  method: "POST",
  path: "/staff/members/{memberGuid}/access/close",
  summary: "Close a member's online access at once; opening it again takes two people",
  access: "staff",
  action: "member_access.close",
  object: "member",
  bodyType: "form",
  params: memberParams,
  body: z.object({ reason: requiredText(200) }),
  refusals: ["not_found", "not_your_role"],
});

/** Where somebody of the staff heard from the member. */
export const FREEZE_CHANNELS = ["hotline", "office"] as const;

const freezeReason = {
  channel: z.enum(FREEZE_CHANNELS, { error: textFor(fieldTexts.invalid) }),
  reason: requiredText(200),
};

export const freezeMember = endpoint({
  name: "freezeMember",
  method: "POST",
  path: "/staff/members/{memberGuid}/freeze",
  summary: "Freeze a member's account at once; ending the freeze takes two people",
  access: "staff",
  action: "member_access.freeze",
  object: "member",
  bodyType: "form",
  params: memberParams,
  body: z.object(freezeReason),
  result: frozen,
  refusals: ["not_found", "not_your_role", "access_closed"],
});

/** Where the caller has no way to the member's file: the hotline, an office that is not the member's. */
export const freezeByNumber = endpoint({
  name: "freezeByNumber",
  method: "POST",
  path: "/staff/freezes",
  summary:
    "Freeze the account of a member of any branch at once, by membership number and last name; the answer names nobody",
  access: "staff",
  action: "member_access.freeze",
  bodyType: "form",
  body: z.object({
    membershipNo: membershipNumber,
    /** Of who has one name, that name. */
    lastName: requiredText(100).check(z.regex(/[\p{L}\p{N}]/u, fieldTexts.blank)),
    ...freezeReason,
  }),
  result: frozenElsewhere,
  refusals: ["not_your_role", "no_such_member", "access_closed", "too_many_requests"],
});

export const lockMemberCard = endpoint({
  name: "lockMemberCard",
  method: "POST",
  path: "/staff/members/{memberGuid}/card/lock",
  summary: "Lock a member's card at once; lifting the lock takes two people",
  access: "staff",
  action: "card.lock",
  object: "member",
  bodyType: "form",
  params: memberParams,
  body: z.object({ reason: requiredText(200) }),
  result: issuerConfirmed,
  refusals: ["not_found", "not_your_role", "member_has_no_card"],
});

export const writeMemberNote = endpoint({
  name: "writeMemberNote",
  method: "POST",
  path: "/staff/members/{memberGuid}/notes",
  summary: "Leave a note for colleagues; it is never changed and never shown to the member",
  access: "staff",
  action: "member_note.write",
  object: "member",
  bodyType: "form",
  params: memberParams,
  body: z.object({
    body: lines(1000, fieldTexts.required).check(z.minLength(1, fieldTexts.required)),
  }),
  refusals: ["not_found", "not_your_role"],
});
