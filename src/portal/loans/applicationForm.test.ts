import { expect, test } from "vitest";
import { fieldTexts } from "#contract/fields.ts";
import { profile } from "#contract/members.ts";
import {
  applicationErrors,
  type ApplicationField,
  type ApplicationValues,
  isSame,
  monthsOf,
  prefilled,
} from "./applicationForm.ts";

const GUID = "0b9f8a52-6d0f-4a6e-9d7e-1f2a3b4c5d6e";
const WORDS = { email: "the e-mail", amountLow: "too little", amountHigh: "too much" };

const FILLED: ApplicationValues = {
  loan_type: "SL",
  loan_amount: "150000.00",
  months_wished: "",
  employer: "Others",
  last_name: "Peñaflorida-De los Santos",
  first_name: "Maria",
  middle_name: "",
  qualifier: "",
  contact_no: "0917 555 4821",
  email_address: "maria@example.com",
};

const errorsOf = (change: Partial<ApplicationValues>) =>
  applicationErrors(GUID, { ...FILLED, ...change }, WORDS, FILLED);

test("J01 the form is filled from the profile, and 'not available' is nothing", () => {
  const known = profile.parse({
    lastName: "Cruz",
    firstName: "Juana ",
    middleName: "Not Available",
    qualifier: " not available ",
    mobileNumber: "+639175554821",
    emailAddress: "not available",
  });
  expect(prefilled(known)).toEqual({
    loan_type: "SL",
    loan_amount: "",
    months_wished: "",
    employer: "Others",
    last_name: "Cruz",
    first_name: "Juana",
    middle_name: "",
    qualifier: "",
    contact_no: "+639175554821",
    email_address: "",
  });
});

test("J01 J04 J05 without a profile the form stands empty, with its two defaults", () => {
  const { loan_type, employer, ...rest } = prefilled(undefined);
  expect([loan_type, employer]).toEqual(["SL", "Others"]);
  expect(Object.values(rest).join("")).toBe("");
});

test("J02 J03 J06 a filled form has no errors, with or without what is optional", () => {
  expect(errorsOf({})).toEqual({});
  expect(errorsOf({ middle_name: "Dela Peña", qualifier: "Jr." })).toEqual({});
});

const REQUIRED: ApplicationField[] = [
  "last_name",
  "first_name",
  "contact_no",
  "email_address",
  "loan_amount",
];
test.each(REQUIRED)("J02 J03 J06 %s is required", (name) => {
  expect(errorsOf({ [name]: "" })).toEqual({ [name]: fieldTexts.required });
});

test("S162 who has one name on the books is asked for that one alone", () => {
  const known = { last_name: "", first_name: "Sukarno" };
  const errors = (names: Partial<ApplicationValues>) =>
    applicationErrors(GUID, { ...FILLED, last_name: "", first_name: "", ...names }, WORDS, known);
  expect(errors({ first_name: "Sukarno" })).toEqual({});
  expect(errors({})).toEqual({ first_name: fieldTexts.required });
});

const NOT_BLANK: ApplicationField[] = [
  "last_name",
  "first_name",
  "middle_name",
  "qualifier",
  "contact_no",
  "email_address",
];
test.each(NOT_BLANK)("J02 J03 %s may not be only spaces", (name) => {
  expect(errorsOf({ [name]: "   " })).toEqual({ [name]: fieldTexts.blank });
});

test.each(["maria", "maria@", "maria@example", "@example.com", "ma ria@example.com", "a@b@c.com"])(
  "J03 '%s' is no email address",
  (email_address) => {
    expect(errorsOf({ email_address })).toEqual({ email_address: WORDS.email });
  },
);

test("J06 amounts from 0 to 999,999,999 are taken", () => {
  for (const loan_amount of ["0", "0.00", "0.01", "999999999", "999999999.00"])
    expect(errorsOf({ loan_amount }), loan_amount).toEqual({});
  expect(errorsOf({ loan_amount: "-5" })).toEqual({ loan_amount: WORDS.amountLow });
  expect(errorsOf({ loan_amount: "999999999.01" })).toEqual({ loan_amount: WORDS.amountHigh });
});

test("J06 the months may be left out, and are a number of months", () => {
  for (const months_wished of ["", "24", "120"]) expect(errorsOf({ months_wished })).toEqual({});
  for (const months_wished of ["0", "121", "1.5", "two"])
    expect(errorsOf({ months_wished })).toEqual({ months_wished: fieldTexts.invalid });
  expect(monthsOf(FILLED)).toBeUndefined();
  expect(monthsOf({ ...FILLED, months_wished: "36" })).toBe(36);
});

test("J07 two forms are the same only if every answer is", () => {
  expect(isSame(FILLED, { ...FILLED })).toBe(true);
  expect(isSame(FILLED, { ...FILLED, loan_amount: "150000.01" })).toBe(false);
  expect(isSame(FILLED, { ...FILLED, months_wished: "12" })).toBe(false);
});
