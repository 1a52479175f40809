import { expect, test } from "vitest";
import { withCheckDigit } from "#common/checkDigit.ts";
import { checkHeader } from "./checkHeader.ts";
import { checkRow } from "./checkRow.ts";

const header = checkHeader([
  "Membership_No",
  " last_name",
  "first_name",
  "birth_date",
  "office",
  "mobile",
  "capital_contribution",
  "savings",
]);
const columns = header.isRight ? header.columns : [];
const context = { columns, today: "2026-11-21", openOffices: new Set(["1", "12"]) };
const number = withCheckDigit("000120200000001");
const check = (...fields: string[]) => checkRow(fields, context);

test("a row is stored in one form, however its digits were grouped", () => {
  const spaced = `${number.slice(0, 4)} ${number.slice(4, 8)}-${number.slice(8)}`;
  const { content, problems } = check(
    spaced,
    "Peña",
    "María  Luz",
    "1980-06-02",
    "0012",
    "0917 555-1234",
    "1250.5",
    "",
  );
  expect(problems).toEqual([]);
  expect(content).toMatchObject({
    membershipNo: number,
    firstName: "María Luz",
    officeId: "12",
    mobileNumber: "+639175551234",
    capital: "125050",
    // An empty field opens no account, a zero would.
    savings: null,
  });
});

test("everything that is wrong with a row is said at once", () => {
  const { content, problems } = check(
    "1234",
    "",
    "R2-D2",
    "1980-02-30",
    "99",
    "12345",
    "1,25.00",
    "-5",
  );
  expect(content).toBeUndefined();
  expect(problems).toEqual([
    { column: "membership_no", problem: "membership_no" },
    { column: "first_name", problem: "letters" },
    { column: "birth_date", problem: "date" },
    { column: "mobile", problem: "mobile" },
    { column: "office", problem: "office" },
    { column: "capital_contribution", problem: "amount" },
    { column: "savings", problem: "amount" },
  ]);
});

test("a row with more fields than the header is no row: which field is which cannot be known", () => {
  expect(check(number, "Peña").problems).toEqual([{ column: "", problem: "field_count" }]);
});

test("nobody is born today or later", () => {
  expect(check(number, "A", "B", "2026-11-21", "1", "", "", "").problems).toEqual([
    { column: "birth_date", problem: "date" },
  ]);
});

test.each([
  [["membership_no", "nickname"], "unknown_column", "nickname"],
  [["membership_no", "rank", "Rank "], "repeated_column", "rank"],
  [["membership_no", "last_name"], "missing_column", "first_name"],
])("the header %j is refused", (fields, problem, detail) => {
  expect(checkHeader(fields)).toEqual({ isRight: false, problem, detail });
});
