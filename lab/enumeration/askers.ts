import { withCheckDigit } from "#common/checkDigit.ts";
import { login } from "#contract/auth.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, forgotPassword, forgotUsername, signUp } from "#contract/signUp.ts";

/** Somebody whom the bank knows, as a stranger would name them. */
export type Person = { username: string; membershipNo: string };

/** Who is asked about: what the bank must not tell apart. */
export type Group = "known" | "unknown" | "suspended" | "without a number";

export type Question = {
  endpoint: Endpoint;
  groups: readonly Group[];
  /** The fields of the n-th call about this person. */
  fields: (person: Person, n: number) => Record<string, string>;
};

/** A long sentence, in no list of common passwords and with nobody's name in it. */
const PASSWORD = "seven carabaos cross the river slowly";

/** The calls at which a stranger names somebody. */
export const QUESTIONS: readonly Question[] = [
  {
    endpoint: login,
    groups: ["known", "unknown", "suspended"],
    fields: ({ username }) => ({ username, password: PASSWORD }),
  },
  {
    endpoint: forgotUsername,
    groups: ["known", "unknown", "suspended", "without a number"],
    fields: ({ membershipNo }) => ({ [memberNumberField]: membershipNo }),
  },
  {
    endpoint: forgotPassword,
    groups: ["known", "unknown", "suspended", "without a number"],
    fields: ({ username }) => ({ identifier: username }),
  },
  {
    // Without a number it is told, because row B07 wants it (docs/requirements/decisions.md, 4.4).
    endpoint: signUp,
    groups: ["known", "unknown", "suspended"],
    fields: ({ membershipNo }, n) => ({
      [memberNumberField]: membershipNo,
      username: `fresh.${String(n).padStart(6, "0")}`,
      password: PASSWORD,
      confirm_password: PASSWORD,
      ...agreedFields,
    }),
  },
];

/** The n-th somebody whom nobody knows, of the same form as a member. */
export function nobody(n: number): Person {
  const serial = String(n).padStart(7, "0");
  return { username: `nobody.${serial}`, membershipNo: withCheckDigit(`00011999${serial}`) };
}
