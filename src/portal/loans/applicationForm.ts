import { fieldTexts } from "#contract/fields.ts";
import { missingNames } from "#contract/loanFields.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import { sendLoanApplication } from "#contract/loans.ts";
import type { Profile } from "#contract/members.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import * as z from "zod/mini";

/** What a member types to ask for a loan, as text, under the names that the call and its errors use. */
const values = z.object({
  loan_type: z.string(),
  loan_amount: z.string(),
  /** Empty until it is chosen; a form that an older page kept has none. */
  months_wished: z._default(z.string(), ""),
  employer: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  qualifier: z.string(),
  contact_no: z.string(),
  email_address: z.string(),
});
export type ApplicationValues = z.output<typeof values>;
export type ApplicationField = keyof ApplicationValues;

const DEFAULT_TYPE: LoanType = "SL";
const NOT_AVAILABLE = /^\s*not available\s*$/i;

/** What the file knows of the member; 'not available' is nothing (row J01). */
export function prefilled(profile: Profile | undefined): ApplicationValues {
  const known = (text: string | undefined) =>
    text === undefined || NOT_AVAILABLE.test(text) ? "" : text.trim();
  return {
    loan_type: DEFAULT_TYPE,
    loan_amount: "",
    months_wished: "",
    employer: "Others",
    last_name: known(profile?.lastName),
    first_name: known(profile?.firstName),
    middle_name: known(profile?.middleName),
    qualifier: known(profile?.qualifier),
    contact_no: known(profile?.mobileNumber),
    email_address: known(profile?.emailAddress),
  };
}

/** As the call takes it: what was not chosen is not sent. */
export const monthsOf = ({ months_wished: months }: ApplicationValues): number | undefined =>
  months === "" ? undefined : Number(months);

/** Of those texts of the contract that no other form has, what the page says instead. */
type ErrorTexts = { email: string; amountLow: string; amountHigh: string };

/**
 * What is wrong with each field (rows J02 to J06): the server checks by the same contract. `known` is what
 * the books have.
 */
export function applicationErrors(
  guid: string,
  typed: ApplicationValues,
  words: ErrorTexts,
  known: Pick<ApplicationValues, "last_name" | "first_name">,
): Partial<Record<ApplicationField, string>> {
  const found = contractErrors(sendLoanApplication, {
    guid,
    ...typed,
    months_wished: monthsOf(typed),
  });
  const errors: Partial<Record<ApplicationField, string>> = {};
  for (const name of missingNames(typed, known)) errors[name] = fieldTexts.required;
  for (const [name, text] of Object.entries(found)) {
    if (!isField(name)) continue;
    if (text === fieldTexts.email) errors[name] = words.email;
    else if (name === "loan_amount" && typed.loan_amount.startsWith("-"))
      errors[name] = words.amountLow;
    else if (text.startsWith("The most")) errors[name] = words.amountHigh;
    else errors[name] = text;
  }
  return errors;
}

const isField = (name: string): name is ApplicationField => name in values.shape;

/**
 * What was typed and not answered for good. `sent` is what went out without an answer: it may have
 * arrived.
 */
const kept = z.object({ values, sent: z.nullable(values) });
export type KeptApplication = z.output<typeof kept>;

const FORM = "loanApplication";

export const keepApplication = (state: KeptApplication): Promise<void> => keepDraft(FORM, state);
export const forgetApplication = (): Promise<void> => forgetDraft(FORM);

/** What was kept; undefined when nothing was, or an older page wrote it differently. */
export async function findKeptApplication(): Promise<KeptApplication | undefined> {
  const parsed = kept.safeParse(await findDraft(FORM));
  return parsed.success ? parsed.data : undefined;
}

/** Whether two forms say the same. */
export const isSame = (one: ApplicationValues, other: ApplicationValues): boolean =>
  Object.entries(one).every(([name, text]) => isField(name) && other[name] === text);
