import { railLength, railText, signsNotCarried } from "#common/railText.ts";
import * as z from "zod/mini";
import { codeText, fieldTexts, textFor, words } from "./fields.ts";

/** As long as a rail's message has room for. */
const LONGEST_NAME = 140;
const LONGEST_NUMBER = 34;

/** Identifies a bank of the two lists of the setup. */
export const bankId = codeText(fieldTexts.required).check(
  z.regex(/^[1-9]\d{0,8}$/, { error: textFor(fieldTexts.invalid) }),
);

/** An account at another bank: digits only, of any length that the rails carry. */
export const payeeNumber = codeText(fieldTexts.required).check(
  z.maxLength(LONGEST_NUMBER, fieldTexts.tooLong),
  z.regex(/^[0-9]+$/, { error: textFor(fieldTexts.numbersOnly) }),
);

/**
 * Who holds the account. Refused are a name of blanks, one longer than 140 characters, and one that the
 * rails cannot carry (railText) or not whole: the name that is approved is the one that goes out.
 */
export const payeeName = words(LONGEST_NAME * 2, fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.refine((name) => name === "" || name.trim() !== "", fieldTexts.blank),
  z.refine(
    (name) => Math.max(Array.from(name).length, railLength(name)) <= LONGEST_NAME,
    fieldTexts.tooLong,
  ),
  z.refine((name) => signsNotCarried(name).length === 0, {
    error: ({ input }) => `${fieldTexts.notCarried}${signsNotCarried(String(input)).join(" ")}`,
    abort: true,
  }),
  z.refine((name) => name.trim() === "" || railText(name) !== undefined, fieldTexts.invalid),
);
