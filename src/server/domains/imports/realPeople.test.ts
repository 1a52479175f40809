import { expect, test } from "vitest";
import { withCheckDigit } from "#common/checkDigit.ts";
import { checkRow } from "./checkRow.ts";

const number = withCheckDigit("000120200000001");
const context = { today: "2026-11-21", openOffices: new Set(["1"]) };

function check(row: Partial<Record<"last_name" | "first_name" | "qualifier" | "mobile", string>>) {
  const fields = {
    membership_no: number,
    last_name: "Reyes",
    first_name: "Ana",
    qualifier: "",
    birth_date: "1990-05-05",
    mobile: "",
    office: "1",
    ...row,
  };
  // The keys of this very object.
  const columns = Object.keys(fields) as (keyof typeof fields)[];
  return checkRow(Object.values(fields), { ...context, columns });
}

test.each([
  ["De la Cruz", "Ma. Teresa", "Jr.", {}],
  ["dela Peña", "José", "III", {}],
  ["O’Hara", "Seán", "", { lastName: "O'Hara" }],
  ["D’Souza-Ñáñez", "Ana", "", { lastName: "D'Souza-Ñáñez" }],
  [
    "Abdulrahman-Macapagal Al-Hajj Datu Mangudadatu Sinsuat Ampatuan",
    "Sittie Fatimah Zahra Noraisah Princess Bai Omaimah",
    "",
    {},
  ],
  ["Sukarno", "", "", {}],
  ["", "Sukarno", "", {}],
  ["Santos", "Ana", "Jr", {}],
  ["Santos", "Ana", "2nd", {}],
  ["Santos\u00a0Cruz", "Ana", "", { lastName: "Santos Cruz" }],
  ["Santos", "Ana‐Marie", "", { firstName: "Ana-Marie" }],
  ["Ño", "Ana", "", {}],
  ["Nin\u0303o", "Ana", "", { lastName: "Niño" }],
  ["Santos", "Ma`Luz", "", { firstName: "Ma'Luz" }],
  ["Sta. Ana", "Ma´", "", { firstName: "Ma'" }],
  ["Y", "O", "", {}],
])("S162 %j, %j %j is taken over", (lastName, firstName, qualifier, kept) => {
  const { content, problems } = check({ last_name: lastName, first_name: firstName, qualifier });
  expect(problems).toEqual([]);
  expect(content).toMatchObject({ lastName, firstName, qualifier, ...kept });
});

test.each([
  ["Sukarno", ".", "first_name", "name_no_letter"],
  ["Sukarno", "-", "first_name", "name_no_letter"],
  ["Santos", "Ana (Nena)", "first_name", "name_marks"],
  ["Santos", "Ana, RN", "first_name", "name_marks"],
  ["Santos/Cruz", "Ana", "last_name", "name_marks"],
  ["Santos", "Ana\u200b", "first_name", "invisible"],
  ["Santos\ufeff", "Ana", "last_name", "invisible"],
])("S162 %j, %j is refused with the reason", (lastName, firstName, column, problem) => {
  expect(check({ last_name: lastName, first_name: firstName }).problems).toEqual([
    { column, problem },
  ]);
});

test("S162 a row without any name says so of both fields", () => {
  expect(check({ last_name: " ", first_name: "" }).problems).toEqual([
    { column: "first_name", problem: "required" },
    { column: "last_name", problem: "required" },
  ]);
});

test.each([
  ["09175551234", "+639175551234"],
  ["639175551234", "+639175551234"],
  ["+63 917 555 1234", "+639175551234"],
  ["63-917-555-1234", "+639175551234"],
  ["+63(0)917 555 1234", "+639175551234"],
  ["+6309175551234", "+639175551234"],
  ["9175551234", "+639175551234"],
  ["0917-555-1234", "+639175551234"],
  ["0917.555.1234", "+639175551234"],
  ["0895 123 4567", "+638951234567"],
  ["0991 555 1234", "+639915551234"],
  ["'09175551234", "+639175551234"],
  ["00639175551234", "+639175551234"],
  ["tel:+639175551234", "+639175551234"],
  ["+63\u00a0917\u00a0555\u00a01234", "+639175551234"],
  ["0917\u2011555\u20111234", "+639175551234"],
  ["0817 123 4567", "+638171234567"],
  ["+63 898 123 4567", "+638981234567"],
])("S159 the mobile number %j is taken over as %s", (mobile, mobileNumber) => {
  const { content, problems } = check({ mobile });
  expect(problems).toEqual([]);
  expect(content).toMatchObject({ mobileNumber });
});

test.each([
  ["(02) 8888-1234", "mobile_landline"],
  ["028881234", "mobile_landline"],
  ["+639175551234 / 09181112222", "mobile_two_numbers"],
  ["9.17556E+09", "shortened_number"],
  ["12345", "mobile"],
])("S159 the mobile number %j is refused as %s", (mobile, problem) => {
  expect(check({ mobile }).problems).toEqual([{ column: "mobile", problem }]);
});

test("S162 what cannot be seen goes from every number of a row", () => {
  const columns = ["membership_no", "last_name", "birth_date", "zip", "office", "savings"] as const;
  const unseen = ["\u202a", "\u202c"].join("");
  const row = [number, "Reyes", "1990-05-05", "2600", "1", "100.00"].map((text, index) =>
    index === 1 ? text : `${text.slice(0, 1)}${unseen}${text.slice(1)}\u200b`,
  );
  const { content, problems } = checkRow(row, { ...context, columns: [...columns] });
  expect(problems).toEqual([]);
  expect(content).toMatchObject({ membershipNo: number, zip: "2600", savings: "10000" });
});
