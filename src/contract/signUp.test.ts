import { brand } from "#brand";
import { expect, test } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import {
  forgotPassword,
  forgotUsername,
  setPassword,
  setUsername,
  signUp,
  updatePassword,
} from "./signUp.ts";

const good = {
  [`${brand.apiSlug}_member_number`]: "0001200900010005",
  username: "juan.delacruz",
  password: "a long walk to Baguio",
  confirm_password: "a long walk to Baguio",
  agreement: "true",
  privacy_version: "2026-11-21",
  terms_version: "2026-11-21",
};
const guid = "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e11";

/** The texts of a body's wrong fields, as 'field: text': the first of each field, as both sides show it. */
function errorsOf({ body }: Endpoint, input: Record<string, unknown>): string[] {
  const texts = new Map<string, string>();
  for (const { path, message } of body?.safeParse(input).error?.issues ?? []) {
    const field = path.join(".");
    texts.set(field, texts.get(field) ?? `${field}: ${message}`);
  }
  return [...texts.values()];
}

test("B01 a membership number may be written in groups", () => {
  expect(errorsOf(signUp, good)).toEqual([]);
  for (const written of ["0001 2009 0001 0005", " 0001-2009-0001-0005 "]) {
    const parsed = signUp.body.safeParse({ ...good, [`${brand.apiSlug}_member_number`]: written });
    expect(parsed.data?.[`${brand.apiSlug}_member_number`]).toBe("0001200900010005");
  }
});

test("B05 a number with a wrong digit is not called short", () => {
  const field = `${brand.apiSlug}_member_number`;
  expect(errorsOf(signUp, { ...good, [field]: "0001 2009 0001 0006" })).toEqual([
    `${field}: Please check the digits: one of them is not right.`,
  ]);
});

test.each(["000120090001000", "00012009000100055", "０００１２００９０００１０００５", "abc"])(
  "B05 %s is no membership number",
  (number) => {
    const field = `${brand.apiSlug}_member_number`;
    expect(errorsOf(signUp, { ...good, [field]: number })).toEqual([
      `${field}: Enter the 16 digits of your membership no.`,
    ]);
  },
);

test("B02 B03 B04 T02 each field of the sign-up says what is wrong with it", () => {
  const empty = Object.fromEntries(Object.keys(good).map((field) => [field, ""]));
  expect(errorsOf(signUp, empty)).toEqual(
    Object.keys(good).map((field) => `${field}: This field is required`),
  );
  expect(errorsOf(signUp, { ...good, confirm_password: "a long walk to baguio" })).toEqual([
    "confirm_password: Password and Confirm password do not match",
  ]);
  expect(errorsOf(signUp, { ...good, agreement: "false" })).toEqual([
    `agreement: You must agree to ${brand.provider} Privacy Notice`,
  ]);
});

test.each([
  ["seven.7", "Username should be between 8 to 20 characters"],
  ["a".repeat(21), "Username should be between 8 to 20 characters"],
  ["juan dela cruz", "Use letters, digits, dots, dashes and underscores only"],
  // The first letter is Cyrillic.
  ["јuan.delacruz", "Use letters, digits, dots, dashes and underscores only"],
  ["juan\u0000cruz", "Use letters, digits, dots, dashes and underscores only"],
  ["", "This field is required"],
])("C06 S038 the username %j is refused", (username, text) => {
  expect(errorsOf(signUp, { ...good, username })[0]).toBe(`username: ${text}`);
  expect(errorsOf(setUsername, { memberGuid: guid, new_username: username })[0]).toBe(
    `new_username: ${text}`,
  );
});

test("S023 a password has 8 to 128 characters of any kind", () => {
  const errors = (password: string) =>
    errorsOf(setPassword, {
      memberGuid: guid,
      new_password: password,
      confirm_password: password,
    });
  for (const password of [
    "12345678",
    "ñ".repeat(8),
    "👍".repeat(128),
    "x".repeat(128),
    "with space",
  ]) {
    expect(errors(password)).toEqual([]);
  }
  expect(errors("1234567")).toEqual(["new_password: Use 8 characters or more"]);
  expect(errors("👍".repeat(7))).toEqual(["new_password: Use 8 characters or more"]);
  expect(errors("x".repeat(129))).toEqual(["new_password: This is too long"]);
});

test("C02 C03 what is asked of who cannot sign in is required and trimmed", () => {
  const field = `${brand.apiSlug}_member_number`;
  expect(errorsOf(forgotPassword, { identifier: "  " })).toEqual([
    "identifier: This field is required",
  ]);
  expect(forgotPassword.body.parse({ identifier: " juan.delacruz " }).identifier).toBe(
    "juan.delacruz",
  );
  expect(errorsOf(forgotUsername, { [field]: " " })).toEqual([`${field}: This field is required`]);
});

test("I01 C05 the second typing must be the first", () => {
  const differing = { memberGuid: guid, new_password: "one of these", confirm_password: "another" };
  const errors = ["confirm_password: Password and Confirm password do not match"];
  expect(errorsOf(setPassword, differing)).toEqual(errors);
  expect(errorsOf(updatePassword, { ...differing, current_password: "x" })).toEqual(errors);
});

test.each([
  "__proto__",
  "__PROTO__",
  " constructor ",
  "prototype",
  "toString",
  "hasOwnProperty",
  "isPrototypeOf",
  "__defineGetter__",
  "undefined",
])("S157 no member is called %s, at the sign-up or by a recovery", (name) => {
  const text = "Please choose another username";
  expect(errorsOf(signUp, { ...good, username: name })).toEqual([`username: ${text}`]);
  expect(errorsOf(setUsername, { memberGuid: guid, new_username: name })).toEqual([
    `new_username: ${text}`,
  ]);
});
