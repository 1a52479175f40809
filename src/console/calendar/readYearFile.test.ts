import { expect, test } from "vitest";
import { readYearFile } from "./readYearFile.ts";

const row = {
  date: "2027-06-12",
  name: "Independence Day",
  type: "regular",
  bankingDay: false,
  basis: "RA 9492",
};
const known = {
  day: "2027-06-12",
  name: "Independence Day",
  type: "regular" as const,
  isBankingDay: false,
  closedFrom: null,
  isObserved: true,
  isProjected: false,
  basis: "",
};

test("a year's file asks for the days that the calendar does not have like that", () => {
  const file = JSON.stringify({
    holidays: [row, { ...row, date: "2027-11-30", name: "Bonifacio Day" }],
  });
  expect(readYearFile(file, [known])?.map(({ day }) => day)).toEqual(["2027-11-30"]);
  expect(readYearFile(JSON.stringify([{ ...row, bankingDay: true }]), [known])).toHaveLength(1);
  expect(readYearFile("[]", [known])).toEqual([]);
});

test("S164 a day that was only reckoned is asked for, so that it is proclaimed", () => {
  expect(readYearFile(JSON.stringify([row]), [{ ...known, isProjected: true }])).toHaveLength(1);
});

test.each(["", "{", "{}", "[1]", JSON.stringify([row, { ...row, date: "2027-02-30" }])])(
  "a file %j with anything else asks for nothing",
  (text) => {
    expect(readYearFile(text, [])).toBeUndefined();
  },
);
