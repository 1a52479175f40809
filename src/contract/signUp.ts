import * as z from "zod/mini";
import { codeSent } from "./auth.ts";
import { documentVersion, documentVersions } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, textFor, uuid } from "./fields.ts";
import {
  identifier,
  memberNumberField,
  membershipNumber,
  newPassword,
  newUsername,
  sameAs,
  typedPassword,
} from "./identity.ts";

/*
 * These answers never say whether anyone exists: the guid is made of what was asked, belongs to these
 * steps alone and is not the one that a signed-in member has.
 */

const newPasswords = z
  .object({ memberGuid: uuid, new_password: newPassword, confirm_password: typedPassword })
  .check(sameAs("new_password"));

/** The fields with which a program agrees, in a member's name, to the texts that it shows. */
export const agreedFields = {
  agreement: "true",
  privacy_version: documentVersions.privacy,
  terms_version: documentVersions.terms,
} as const;

export const signUp = endpoint({
  name: "signUp",
  method: "POST",
  path: "/signup",
  summary:
    "Create an online account for a member on the books. It is made when the code from the phone, or the first-time code from the counter, is entered.",
  access: "public",
  bodyType: "sealed",
  body: z
    .object({
      [memberNumberField]: membershipNumber,
      username: newUsername,
      password: newPassword,
      confirm_password: typedPassword,
      agreement: z.literal("true", { error: textFor(fieldTexts.agreement) }),
      // The versions of the texts that stood behind the form.
      privacy_version: documentVersion,
      terms_version: documentVersion,
    })
    .check(sameAs("password")),
  result: codeSent,
  refusals: [
    "documents_changed",
    "mobile_missing",
    "username_taken",
    "password_too_short_alone",
    "password_too_common",
    "password_is_personal",
    "busy",
    "too_many_requests",
  ],
});

export const forgotUsername = endpoint({
  name: "forgotUsername",
  method: "POST",
  path: "/members/forgotUsername",
  summary: "Ask for a code that allows to set a new username",
  access: "public",
  bodyType: "sealed",
  body: z.object({ [memberNumberField]: membershipNumber }),
  result: codeSent,
  refusals: ["otp_limit", "otp_source_limit", "texts_spent", "too_many_requests"],
});

export const forgotPassword = endpoint({
  name: "forgotPassword",
  method: "POST",
  path: "/members/forgotPassword",
  summary: "Ask for a code that allows to set a new password",
  access: "public",
  bodyType: "sealed",
  body: z.object({ identifier }),
  result: codeSent,
  refusals: ["otp_limit", "otp_source_limit", "texts_spent", "too_many_requests"],
});

export const setUsername = endpoint({
  name: "setUsername",
  method: "POST",
  path: "/members/setUsername",
  summary: "Set a new username, with the recovery cookie that the right code brought",
  access: "public",
  bodyType: "sealed",
  body: z.object({ memberGuid: uuid, new_username: newUsername }),
  refusals: ["recovery_grant_missing", "username_taken", "too_many_requests"],
});

export const setPassword = endpoint({
  name: "setPassword",
  method: "POST",
  path: "/members/setPassword",
  summary:
    "Set a new password, with the recovery cookie that the right code brought. Ends every session; signs nobody in.",
  access: "public",
  bodyType: "sealed",
  body: newPasswords,
  refusals: [
    "recovery_grant_missing",
    "password_too_short_alone",
    "password_too_common",
    "password_is_personal",
    "busy",
    "too_many_requests",
  ],
});

export const updatePassword = endpoint({
  name: "updatePassword",
  method: "POST",
  path: "/members/updatePassword",
  summary: "Change the password. Ends the member's other sessions; this one gets a new token.",
  access: "member",
  bodyType: "sealed",
  body: z
    .object({
      memberGuid: uuid,
      current_password: typedPassword,
      new_password: newPassword,
      confirm_password: typedPassword,
    })
    .check(sameAs("new_password")),
  result: z.object({ token: z.string() }),
  refusals: [
    "not_found",
    "current_password_wrong",
    "password_unchanged",
    "password_too_short_alone",
    "password_too_common",
    "password_is_personal",
    "busy",
  ],
});
