import { brand } from "#brand";
import { hasValidCheckDigit } from "#common/checkDigit.ts";
import { isReservedName } from "#common/reservedNames.ts";
import * as z from "zod/mini";
import { codeText, fieldTexts, requiredCode } from "./fields.ts";

/** Code points, after normalization: what people count as characters. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
/** UTF-16 units that are looked at. */
const MAX_TYPED_LENGTH = 512;

/** The field that carries the membership number; its name has the product's slug in it. */
export const memberNumberField = `${brand.apiSlug}_member_number` as const;

/** What people write between the digits of a long number. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(/[\s\-\u2010-\u2015\u2212]/gu, "");
}

/** True for branch 4, year 4, serial 7 and the Luhn digit, without separators. */
export function isMembershipNumber(text: string): boolean {
  return /^[0-9]{16}$/.test(text) && hasValidCheckDigit(text);
}

/** 16 digits with a check digit; spaces and dashes are taken out. */
export const membershipNumber = codeText(fieldTexts.required).check(
  z.overwrite(withoutSeparators),
  z.minLength(1, fieldTexts.required),
  z.refine((text) => /^[0-9]{16}$/.test(text), {
    error: fieldTexts.membershipNumber,
    abort: true,
  }),
  z.refine(isMembershipNumber, fieldTexts.membershipNumberWrong),
);

/** A username that is being chosen. ASCII only, so that no two look alike but for case. */
export const newUsername = codeText(fieldTexts.required).check(
  z.trim(),
  z.minLength(1, fieldTexts.required),
  z.minLength(8, fieldTexts.usernameLength),
  z.maxLength(20, fieldTexts.usernameLength),
  z.regex(/^[A-Za-z0-9._-]*$/, fieldTexts.usernameCharacters),
  z.refine((name) => !isReservedName(name), fieldTexts.usernameReserved),
);

/** Username or membership number of who cannot sign in. */
export const identifier = z.pipe(codeText(fieldTexts.required).check(z.trim()), requiredCode(64));

/** A password as it was typed: any characters, nothing cut off. */
export const typedPassword = z
  .string(fieldTexts.required)
  .check(z.minLength(1, fieldTexts.required), z.maxLength(MAX_TYPED_LENGTH, fieldTexts.tooLong));

/** A password that is being chosen. What it may not be besides is the server's to say. */
export const newPassword = typedPassword.check(
  z.refine((text) => passwordLength(text) >= MIN_PASSWORD_LENGTH, fieldTexts.passwordTooShort),
  z.refine((text) => passwordLength(text) <= MAX_PASSWORD_LENGTH, fieldTexts.tooLong),
);

/** Code points of a password in the form in which it is stored; of one that was refused as too long, what there is. */
export function passwordLength(password: string): number {
  if (password.length > MAX_TYPED_LENGTH) return password.length;
  return Array.from(password.normalize("NFKC")).length;
}

/** The check of a body whose second typing must equal the first. */
export function sameAs<Name extends string>(name: Name) {
  return z.refine<Record<Name | "confirm_password", string>>(
    (body) => body[name] === body.confirm_password,
    { path: ["confirm_password"], error: fieldTexts.passwordsDiffer },
  );
}
