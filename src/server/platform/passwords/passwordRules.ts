import { brand } from "#brand";
import { passwordLength, withoutSeparators } from "#contract/identity.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { isEasyPassword } from "./isEasyPassword.ts";

/** What a password may not be made of, because others know it. */
export type PersonalWords = {
  username: string;
  membershipNo: string;
  /** yyyy-MM-dd; null when it is not known, or not to be told. */
  birthDate: string | null;
};

/**
 * Refuses a password that is easy to guess, or that has the username, the membership number, the birth date
 * or the association's name in it. `param` is the call's name for the field. What it is made of is nobody's
 * business otherwise: no rules of composition (NIST SP 800-63B).
 */
export async function refuseWeakPassword(
  password: string,
  words: PersonalWords,
  param: "password" | "new_password",
): Promise<void> {
  const folded = fold(password);
  const isPersonal =
    folded.includes(fold(words.username)) ||
    withoutSeparators(folded).includes(words.membershipNo) ||
    [brand.product, brand.apiSlug].some((word) => folded.includes(fold(word))) ||
    hasBirthDate(password, words.birthDate);
  if (isPersonal) throw new Refusal("password_is_personal", { param });
  if (new Set(folded).size === 1 || (await isEasyPassword(folded))) {
    throw new Refusal("password_too_common", { param });
  }
}

/** As the only factor a password is longer than as one of two (docs/security.md S023). */
const MIN_LENGTH_ALONE = 15;

/** Refuses a password under 15 characters where a sign-in never asks for a code. */
export function refuseShortAlone(
  app: App,
  password: string,
  param: "password" | "new_password",
): void {
  if (app.config.LOGIN_OTP !== "off" || passwordLength(password) >= MIN_LENGTH_ALONE) return;
  throw new Refusal("password_too_short_alone", { param });
}

/** True when the password has this date in it, in any order of day, month and year. */
export function hasBirthDate(password: string, birthDate: string | null): boolean {
  const [year, month, day] = birthDate?.split("-") ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const text = fold(password).replaceAll(/[\s./_-]/g, "");
  return [year, year.slice(2)].some((y) =>
    [y + month + day, y + day + month, month + day + y, day + month + y].some((date) =>
      text.includes(date),
    ),
  );
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
