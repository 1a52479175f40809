import { isReservedName } from "#common/reservedNames.ts";
import * as z from "zod/mini";
import { personName } from "#contract/people.ts";
import { membershipNumber } from "#contract/identity.ts";
import { codeText, fieldTexts, textFor } from "#contract/fields.ts";
import { STAFF_ROLES, type StaffRole } from "./actions.ts";

export type WantedRole = { role: StaffRole; officeId: string | null };

const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum(choices, { error: textFor(fieldTexts.invalid) });
const officeId = codeText(fieldTexts.required).check(
  z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid),
);
const username = codeText(fieldTexts.required).check(
  z.trim(),
  z.minLength(1, fieldTexts.required),
  z.regex(/^[a-z0-9][a-z0-9._-]{2,31}$/, fieldTexts.staffUsername),
);

/** officeId null: in every branch. Who checks on others works for nobody they check. */
const roles = z
  .array(
    z.object({ role: choice(STAFF_ROLES), officeId: z.nullable(officeId) }),
    fieldTexts.required,
  )
  .check(
    z.maxLength(20, fieldTexts.tooLong),
    z.refine((wanted) => !isTwice(wanted), fieldTexts.roleTwice),
    z.refine((wanted) => !clashes(wanted), fieldTexts.rolesClash),
  );

/** What is asked for about the staff themselves, by kind; part of requestPayloads. */
export const staffPayloads = {
  /** Exactly these roles from now on; none takes every right away. */
  role_change: z.object({ username, roles }),
  /** A new account, which its owner opens with an enrolment code. */
  staff_account: z.object({
    username: username.check(
      z.refine((name) => !isReservedName(name), fieldTexts.usernameReserved),
    ),
    fullName: personName(80),
    personKey: codeText(fieldTexts.required).check(
      z.overwrite(asPersonKey),
      z.minLength(1, fieldTexts.required),
      z.regex(/^[A-Z0-9-]{3,20}$/, fieldTexts.invalid),
    ),
    officeId,
    roles,
  }),
  /** 'renew': password and authenticator are set anew with an enrolment code. 'disable' ends all access. */
  staff_access: z.object({ username, access: choice(["renew", "disable"]) }),
  /** Which member the person is, too; null: none. Nobody of the staff acts on their own membership. */
  staff_membership: z.object({ username, membershipNo: z.nullable(membershipNumber) }),
} as const;

/** More than any number with what is written in it: what is cut leaves it too long. */
const LONGEST_WRITTEN = 100;

/** An employee number however a keyboard writes it: in capitals, without blanks, its dashes plain ones. */
function asPersonKey(written: string): string {
  return written
    .slice(0, LONGEST_WRITTEN)
    .normalize("NFKC")
    .replaceAll(/\s/g, "")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .toUpperCase();
}

/** A role for one branch beside the same for all, or the same twice. */
function isTwice(wanted: readonly WantedRole[]): boolean {
  return wanted.some(({ role, officeId: office }, index) =>
    wanted.some(
      (other, at) =>
        at !== index && other.role === role && (other.officeId === office || office === null),
    ),
  );
}

/** An auditor and an administrator hold no other role: they see, or say, what others may do. */
function clashes(wanted: readonly WantedRole[]): boolean {
  const held = new Set(wanted.map(({ role }) => role));
  return held.size > 1 && (held.has("auditor") || held.has("administrator"));
}
