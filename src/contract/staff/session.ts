import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredCode } from "#contract/fields.ts";
import { newPassword, sameAs, typedPassword } from "#contract/identity.ts";
import { ACTION_SCOPES, STAFF_ACTIONS, STAFF_ROLES } from "./actions.ts";

/** Six digits of an authenticator. */
export const totpCode = codeText(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.regex(/^[0-9]{6}$/, fieldTexts.sixDigits),
);

/** An id of ours as it travels: its digits. */
export const idText = codeText().check(z.regex(/^[1-9][0-9]{0,18}$/, fieldTexts.invalid));

export const staffLogin = endpoint({
  name: "staffLogin",
  method: "POST",
  path: "/staff/login",
  summary:
    "Sign in with username, password and the authenticator's code, in one step. Each code counts once.",
  access: "public",
  bodyType: "sealed",
  body: z.object({ username: requiredCode(64), password: typedPassword, code: totpCode }),
  result: z.object({ token: z.string() }),
  refusals: [
    "staff_login_incorrect",
    "staff_login_suspended",
    "staff_access_locked",
    "too_many_requests",
  ],
});

export const staffLogout = endpoint({
  name: "staffLogout",
  method: "POST",
  path: "/staff/logout",
  summary: "End this session",
  access: "staff",
  action: "own_access.use",
  refusals: [],
});

export const staffRefresh = endpoint({
  name: "staffRefresh",
  method: "POST",
  path: "/staff/session/refresh",
  summary: "Go on working: restarts the idle time and replaces the token",
  access: "staff",
  action: "own_access.use",
  result: z.object({ token: z.string() }),
  refusals: [],
});

export const changeStaffPassword = endpoint({
  name: "changeStaffPassword",
  method: "POST",
  path: "/staff/password",
  summary: "Change one's own password. Other sessions end, this one gets a new token.",
  access: "staff",
  action: "own_access.use",
  bodyType: "sealed",
  body: z
    .object({
      current_password: typedPassword,
      code: totpCode,
      new_password: newPassword,
      confirm_password: typedPassword,
    })
    .check(sameAs("new_password")),
  result: z.object({ token: z.string() }),
  refusals: [
    "password_or_code_wrong",
    "staff_login_suspended",
    "staff_access_locked",
    "too_many_requests",
    "password_too_common",
    "password_is_personal",
    "password_unchanged",
  ],
});

export const getStaffMe = endpoint({
  name: "getStaffMe",
  method: "GET",
  path: "/staff/me",
  summary: "Who is signed in, as what, and what that allows where",
  access: "staff",
  action: "own_access.use",
  result: z.object({
    username: z.string(),
    fullName: z.string(),
    office: z.object({ id: idText, name: z.string() }),
    /** office null: in every branch. */
    roles: z.array(
      z.object({
        role: z.enum(STAFF_ROLES),
        office: z.nullable(z.object({ id: idText, name: z.string() })),
      }),
    ),
    /** offices 'all', or the ids of the branches. */
    actions: z.array(
      z.object({
        action: z.enum(STAFF_ACTIONS),
        offices: z.union([z.literal("all"), z.array(idText)]),
      }),
    ),
    /** Seconds without a call of one's own until the session ends; reading does not count as one. */
    idleSeconds: z.number(),
    /** Seconds since the last call that counted, as the server knows it. */
    idleForSeconds: z.number(),
  }),
  refusals: [],
});

export const getRoleTable = endpoint({
  name: "getRoleTable",
  method: "GET",
  path: "/staff/roles",
  summary: "Which role may do what, and where",
  access: "staff",
  action: "role_table.view",
  results: z.array(
    z.object({
      action: z.enum(STAFF_ACTIONS),
      roles: z.array(z.object({ role: z.enum(STAFF_ROLES), scope: z.enum(ACTION_SCOPES) })),
    }),
  ),
  refusals: [],
});

export const getStaffBranches = endpoint({
  name: "getStaffBranches",
  method: "GET",
  path: "/staff/branches",
  summary: "Numbers and names of the branches, for choosing one",
  access: "staff",
  action: "own_access.use",
  results: z.array(z.object({ id: idText, name: z.string() })),
  refusals: [],
});
