import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredCode } from "#contract/fields.ts";
import { newPassword, sameAs, typedPassword } from "#contract/identity.ts";
import { STAFF_ROLES } from "./actions.ts";
import { choiceFilter, listAnswer, listQuery, textFilter } from "./list.ts";
import { idText, totpCode } from "./session.ts";

/**
 * 'enrolling' waits for its owner to set password and authenticator, 'enrolled' for somebody else to
 * confirm that it was the owner.
 */
export const STAFF_STATES = ["enrolling", "enrolled", "active", "disabled"] as const;

const staffAccount = z.object({
  id: idText,
  username: z.string(),
  fullName: z.string(),
  /** Employee number: the person, the same in each of their accounts. */
  personKey: z.string(),
  /** Which member the person is, too; null where none is known. */
  membershipNo: z.nullable(z.string()),
  office: z.object({ id: idText, name: z.string() }),
  state: z.enum(STAFF_STATES),
  /** officeName null: in every branch. */
  roles: z.array(
    z.object({
      role: z.enum(STAFF_ROLES),
      officeId: z.nullable(idText),
      officeName: z.nullable(z.string()),
    }),
  ),
  /** ISO 8601; null for who has never signed in. */
  lastLoginAt: z.nullable(z.string()),
});
export type StaffAccount = z.output<typeof staffAccount>;

export const getStaffAccounts = endpoint({
  name: "getStaffAccounts",
  method: "GET",
  path: "/staff/accounts",
  summary: "Who works here, and as what",
  access: "staff",
  action: "staff.view",
  query: listQuery(["username", "fullName", "lastLoginAt"], {
    /** A part of the username, the name or the employee number. */
    search: textFilter,
    role: choiceFilter(STAFF_ROLES),
    state: choiceFilter(STAFF_STATES),
  }),
  result: listAnswer(staffAccount),
  refusals: [],
});

export const issueEnrolmentCode = endpoint({
  name: "issueEnrolmentCode",
  method: "POST",
  path: "/staff/accounts/{staffId}/enrolment-code",
  summary:
    "Make the code with which the owner of a new account sets password and authenticator. It stands nowhere else; a newer one replaces it.",
  access: "staff",
  action: "enrolment_code.issue",
  object: "staff",
  params: z.object({ staffId: idText }),
  result: z.object({ code: z.string(), expiresAt: z.string() }),
  refusals: [
    "enrolment_not_open",
    "enrolment_handled_by_you",
    "staff_own_account",
    "not_your_role",
  ],
});

export const confirmEnrolment = endpoint({
  name: "confirmEnrolment",
  method: "POST",
  path: "/staff/accounts/{staffId}/confirmation",
  summary:
    "Open an account whose owner has set password and authenticator: the caller saw the person, their ID and their phone, and neither asked for the account nor handed out its code",
  access: "staff",
  action: "enrolment_code.issue",
  object: "staff",
  params: z.object({ staffId: idText }),
  refusals: [
    "enrolment_not_done",
    "enrolment_handled_by_you",
    "staff_own_account",
    "not_your_role",
  ],
});

export const liftStaffLock = endpoint({
  name: "liftStaffLock",
  method: "POST",
  path: "/staff/accounts/{staffId}/lock-lift",
  summary: "Give another person's account its tries to sign in back",
  access: "staff",
  action: "enrolment_code.issue",
  object: "staff",
  params: z.object({ staffId: idText }),
  refusals: ["staff_own_account", "not_your_role"],
});

const ofEnrolment = {
  username: requiredCode(64),
  enrolment_code: codeText(fieldTexts.required).check(
    z.trim(),
    z.minLength(1, fieldTexts.required),
    z.maxLength(30, fieldTexts.tooLong),
  ),
};
const enrolmentRefusals = [
  "enrolment_incorrect",
  "staff_login_suspended",
  "staff_access_locked",
  "too_many_requests",
] as const;

export const startEnrolment = endpoint({
  name: "startEnrolment",
  method: "POST",
  path: "/staff/enrolment/start",
  summary: "Show the secret of a new authenticator, once; asking again makes another",
  access: "public",
  bodyType: "sealed",
  body: z.object(ofEnrolment),
  /** `secret` in base32, and the same as an otpauth address for authenticators. */
  result: z.object({ secret: z.string(), uri: z.string() }),
  sealedResult: true,
  refusals: enrolmentRefusals,
});

export const finishEnrolment = endpoint({
  name: "finishEnrolment",
  method: "POST",
  path: "/staff/enrolment/finish",
  summary: "Set the password and prove the authenticator; the account waits to be confirmed then",
  access: "public",
  bodyType: "sealed",
  body: z
    .object({
      ...ofEnrolment,
      code: totpCode,
      new_password: newPassword,
      confirm_password: typedPassword,
    })
    .check(sameAs("new_password")),
  /** Null for an account that somebody else has to confirm first: all but the first administrators. */
  result: z.object({ token: z.nullable(z.string()) }),
  refusals: [
    ...enrolmentRefusals,
    "authenticator_code_wrong",
    "password_too_common",
    "password_is_personal",
  ],
});
