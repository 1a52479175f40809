import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredCode, uuid } from "#contract/fields.ts";
import { typedPassword } from "#contract/identity.ts";
import {
  bytesText,
  creationOptions,
  passkey,
  passkeyName,
  registration,
  requestOptions,
} from "#contract/passkeys.ts";
import { staffLogin, totpCode } from "./session.ts";

/** What a browser keeps of its step and brings back with what was signed or made in it. */
const step = codeText(fieldTexts.required).check(
  z.regex(/^[A-Za-z0-9_-]{72}$/, fieldTexts.invalid),
);
/** A sealed field carries as much. */
const signedPart = bytesText(1_364);
const passkeyParams = z.object({ passkeyId: uuid });

export const askStaffPasskey = endpoint({
  name: "askStaffPasskey",
  method: "POST",
  path: "/staff/login/passkey/options",
  summary:
    "What a passkey is to sign in place of the authenticator's code, at a sign-in under this username. It tells nothing about the username.",
  access: "public",
  bodyType: "sealed",
  body: z.object({ username: requiredCode(64) }),
  result: z.object({ step: z.string(), options: requestOptions }),
  refusals: ["too_many_requests"],
});

export const staffLoginWithPasskey = endpoint({
  name: "staffLoginWithPasskey",
  method: "POST",
  path: "/staff/login/passkey",
  summary:
    "Sign in with username, password and what a passkey signed, in one step. Each step counts once.",
  access: "public",
  bodyType: "sealed",
  /** The parts of what get() brings that count: a sealed call has flat fields. */
  body: z.object({
    username: requiredCode(64),
    password: typedPassword,
    step,
    credential_id: signedPart,
    client_data: signedPart,
    authenticator_data: signedPart,
    signature: signedPart,
  }),
  result: z.object({ token: z.string() }),
  refusals: staffLogin.refusals,
});

export const getStaffPasskeys = endpoint({
  name: "getStaffPasskeys",
  method: "GET",
  path: "/staff/passkeys",
  summary: "One's own passkeys, the newest first",
  access: "staff",
  action: "own_access.use",
  result: z.array(passkey),
  refusals: [],
});

export const askForStaffPasskey = endpoint({
  name: "askForStaffPasskey",
  method: "POST",
  path: "/staff/passkeys/options",
  summary:
    "What the browser is to make for oneself, once password and code were shown again. Each code counts once.",
  access: "staff",
  action: "own_access.use",
  bodyType: "sealed",
  body: z.object({ current_password: typedPassword, code: totpCode }),
  result: z.object({ step: z.string(), options: creationOptions }),
  refusals: [
    "password_or_code_wrong",
    "staff_login_suspended",
    "staff_access_locked",
    "too_many_requests",
    "passkeys_full",
  ],
});

export const addStaffPasskey = endpoint({
  name: "addStaffPasskey",
  method: "POST",
  path: "/staff/passkeys",
  summary: "Keep the passkey that the browser has made. The step counts once, in this session",
  access: "staff",
  action: "own_access.use",
  bodyType: "json",
  body: z.object({ step, name: passkeyName, registration }),
  result: passkey,
  refusals: ["passkey_refused", "passkey_exists", "passkeys_full"],
});

export const renameStaffPasskey = endpoint({
  name: "renameStaffPasskey",
  method: "POST",
  path: "/staff/passkeys/{passkeyId}/rename",
  summary: "Give one's own passkey another name",
  access: "staff",
  action: "own_access.use",
  bodyType: "json",
  params: passkeyParams,
  body: z.object({ name: passkeyName }),
  result: passkey,
  refusals: ["not_found"],
});

export const removeStaffPasskey = endpoint({
  name: "removeStaffPasskey",
  method: "POST",
  path: "/staff/passkeys/{passkeyId}/remove",
  summary: "Remove one's own passkey: it signs nobody in any more. Other sessions end.",
  access: "staff",
  action: "own_access.use",
  params: passkeyParams,
  refusals: ["not_found"],
});

export const staffPasskeyCalls = [
  askStaffPasskey,
  staffLoginWithPasskey,
  getStaffPasskeys,
  askForStaffPasskey,
  addStaffPasskey,
  renameStaffPasskey,
  removeStaffPasskey,
] as const;
