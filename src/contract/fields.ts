import { brand } from "#brand";
import { composed, hasInvisible, withoutInvisible } from "#common/invisible.ts";
import * as z from "zod/mini";

/** The texts of the field rules; the portal shows their translation by this text. */
export const fieldTexts = {
  required: "This field is required",
  blank: "This field cannot be empty",
  numbersOnly: "This field should only contain numbers",
  sixDigits: "Enter the 6 digits",
  twelveDigits: "Account number should be 12 digits long",
  sixteenDigits: "Enter the 16 digits of your card",
  tooLong: "This is too long",
  invalid: "This is not valid",
  invisible: "There is a character here that cannot be seen. Type it again",
  invalidAmount: "Invalid amount",
  leadingZeros: "Leave out the zeros in front of the amount",
  /** The characters follow it. */
  notCarried: "Leave out what banks cannot receive: ",
  email: "Invalid email address",
  membershipNumber: "Enter the 16 digits of your membership no.",
  membershipNumberWrong: "Please check the digits: one of them is not right.",
  usernameLength: "Username should be between 8 to 20 characters",
  usernameCharacters: "Use letters, digits, dots, dashes and underscores only",
  usernameReserved: "Please choose another username",
  twoLetters: "Enter 2 letters or more",
  lastFourDigits: "Enter the last 4 digits",
  mobileNumber: "Enter a mobile number, for example 0917 555 1234",
  identityUnchecked: "Check the member's identity first",
  unsigned: "The member signs for the card first",
  noteUnsigned: "The member signs the promissory note first",
  deductionUnsigned: "The member signs the authority to deduct first",
  termNotLent: "Choose one of the months that this loan has",
  serial: "Use the letters, digits and dashes of the serial number",
  staffUsername: "Use 3 to 32 small letters, digits, dots, dashes and underscores",
  roleTwice: "A role is named twice",
  rolesClash: "An auditor and an administrator hold no other role",
  passwordTooShort: "Use 8 characters or more",
  passwordsDiffer: "Password and Confirm password do not match",
  agreement: `You must agree to ${brand.provider} Privacy Notice`,
} as const;

/** The text for a field that is there but wrong; a missing or empty one is required. */
export const textFor =
  (wrong: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === "" ? fieldTexts.required : wrong;

/** An identifier of ours, in small letters however it was written: it names one thing in one way. */
export const uuid = z.uuid({ error: textFor(fieldTexts.invalid) }).check(z.toLowerCase());
export const guidParams = z.object({ guid: uuid });

type TextError = Parameters<typeof z.string>[0];

/**
 * A number or a code: what cannot be seen came along with a copy, and is dropped. Every field that is not
 * words is one of these, but for passwords.
 */
export const codeText = (error?: TextError) =>
  z.string(error).check(z.overwrite((text) => withoutInvisible(composed(text))));

const seen = z.refine<string>((text) => !hasInvisible(text), {
  error: fieldTexts.invisible,
  abort: true,
});

/** What is longer is looked at no further. */
const notLonger = (maximum: number) =>
  z.maxLength(maximum, { error: fieldTexts.tooLong, abort: true });

/**
 * Words of bounded length, composed (NFC) when read. What cannot be seen and control characters are refused.
 * Every field of words is one of these, of `lines`, or a name (people.ts).
 */
export const words = (maximum: number, error?: TextError) =>
  z.string(error).check(
    z.overwrite((text) => composed(withBlanksAlike(text))),
    seen,
    notLonger(maximum),
    z.regex(/^\P{Cc}*$/u, fieldTexts.invalid),
  );

/** Tabs and ends of lines alone are as empty as spaces alone. */
const withBlanksAlike = (text: string) =>
  text.trim() === "" ? text.replaceAll(/[\t\n\v\f\r]/g, " ") : text;

/** Words of several lines, ended by U+000A when read. */
export const lines = (maximum: number, error?: TextError) =>
  z.string(error).check(
    z.overwrite((text) => composed(text).replaceAll(/\r\n?/g, "\n")),
    seen,
    z.trim(),
    notLonger(maximum),
    z.regex(/^[\P{Cc}\t\n]*$/u, fieldTexts.invalid),
  );

/** A required number or code of bounded length, of any characters that are seen. */
export const requiredCode = (maximum: number) =>
  codeText(fieldTexts.required).check(
    z.minLength(1, fieldTexts.required),
    notLonger(maximum),
    z.regex(/^\P{Cc}*$/u, fieldTexts.invalid),
  );

/** Required words: something of them is seen. */
export const requiredText = (maximum: number) =>
  words(maximum, fieldTexts.required).check(
    z.minLength(1, fieldTexts.required),
    z.regex(/^$|\S/, fieldTexts.blank),
  );

/** 12 digits: a card account (EON) number. */
export const cardAccountNumber = codeText(fieldTexts.required).check(
  z.regex(/^$|\S/, { error: fieldTexts.blank, abort: true }),
  z.regex(/^\d{12}$/, fieldTexts.twelveDigits),
);

/** Six ASCII digits. Anything else counts as a wrong code, so its text is the wrong code's. */
export const otpCode = codeText(fieldTexts.required).check(
  z.regex(/^[0-9]{6}$/, "OTP is incorrect. Please try again."),
);

export const zeroOrOne = z.union([z.literal(0), z.literal(1)]);
