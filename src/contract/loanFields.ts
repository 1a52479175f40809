import * as z from "zod/mini";
import { pesos } from "./amounts.ts";
import { codeText, fieldTexts, guidParams, requiredText, textFor, uuid } from "./fields.ts";
import { applicationNo } from "./loanIntent.ts";
import { nameOrNone, qualifierOrNone } from "./people.ts";
import { type LoanType, loanTypes } from "./loanTypes.ts";

export const LOAN_AMOUNT_MAX_CENTAVOS = 999_999_999_00n;
/** The most that a member may send in one day in Manila. */
export const LOAN_APPLICATIONS_A_DAY = 5;
/** Working days in which an application is usually checked. */
export const LOAN_CHECK_DAYS = 2;
/** How long an offer can be accepted. */
export const LOAN_OFFER_DAYS = 30;

export const employers = ["PNP", "BFP", "Others"] as const;

// Object.keys gives text; these are the keys of that very object.
const codes = Object.keys(loanTypes) as [LoanType, ...LoanType[]];
export const loanType = z.enum(codes, { error: textFor(fieldTexts.invalid) });

/** 'LPRO-2026-0000001' */
export const loanNo = codeText(fieldTexts.required).check(
  z.regex(/^LPRO-\d{4}-\d{7,10}$/, fieldTexts.invalid),
);

/** A required text that is more than spaces; the spaces around it go. */
const filled = (maximum: number) => requiredText(maximum).check(z.trim());

/** Blanks alone are no name, and not nothing either. */
const notBlank = z.regex(/^$|\S/, { error: fieldTexts.blank });
const nameField = z.pipe(z.string(fieldTexts.required).check(notBlank), nameOrNone(100));
const nameLeftOut = (name: typeof nameOrNone, maximum: number) =>
  z._default(
    z.pipe(z.string({ error: textFor(fieldTexts.invalid) }).check(notBlank), name(maximum)),
    "",
  );

/** One @, dots and no spaces; each part is read once, so that a long text costs no time. */
const email = requiredText(254).check(
  z.regex(/\S/, fieldTexts.blank),
  z.trim(),
  z.refine(isEmail, fieldTexts.email),
);

function isEmail(text: string): boolean {
  const [name = "", domain = "", ...more] = text.split("@");
  const labels = domain.split(".");
  return (
    more.length === 0 &&
    /^[^\s"(),:;<>[\\\]]{1,64}$/.test(name) &&
    labels.length >= 2 &&
    labels.every((label) => /^[A-Za-z0-9-]{1,63}$/.test(label))
  );
}

export const loanAmount = pesos.check(
  z.refine((amount) => amount <= LOAN_AMOUNT_MAX_CENTAVOS, "The most is ₱999,999,999.00"),
);

/** How long a loan runs; `error` where it is no number. */
const monthsOr = (error: string | ReturnType<typeof textFor>) =>
  z.int({ error }).check(z.gte(1, fieldTexts.invalid), z.lte(120, fieldTexts.invalid));
export const loanMonths = monthsOr(textFor(fieldTexts.invalid));

/** The form of rows J01 to J07; form and server check the same. */
export const loanForm = z.object({
  guid: uuid,
  last_name: nameField,
  first_name: nameField,
  middle_name: nameLeftOut(nameOrNone, 100),
  contact_no: filled(30),
  qualifier: nameLeftOut(qualifierOrNone, 20),
  email_address: email,
  employer: z.enum(employers, { error: textFor(fieldTexts.invalid) }),
  /** Sent by the form, taken, and not looked at. */
  member: z.optional(
    z.union([codeText().check(z.maxLength(100, fieldTexts.tooLong)), z.number(), z.boolean()]),
  ),
  loan_type: loanType,
  loan_amount: loanAmount,
  /** Over how many months the member wishes to pay: one of the product's terms. It binds nobody. */
  months_wished: z.optional(monthsOr(fieldTexts.invalid)),
});

const NAMES = ["last_name", "first_name"] as const;
type Names = Record<(typeof NAMES)[number], string>;

/**
 * The names that a form lacks: both are asked for, but of somebody of whom the books have one. Contract and
 * books together decide, so page and server ask this besides.
 */
export function missingNames(form: Names, books: Names): (typeof NAMES)[number][] {
  const hasOneName = NAMES.filter((name) => books[name] !== "").length === 1;
  return NAMES.filter((name) => form[name].trim() === "" && !(hasOneName && books[name] === ""));
}

export const applicationParams = z.extend(guidParams, { applicationNo });
export const loanParams = z.extend(guidParams, { loanNo });
