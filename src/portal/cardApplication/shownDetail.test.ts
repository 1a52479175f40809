import { expect, test } from "vitest";
import { cardApplication } from "#portal/texts/en/cardApplication.ts";
import { formatDate } from "#ui/DateText.tsx";
import { shownDetail } from "./shownDetail.ts";

const shown = (field: string, value: string) =>
  shownDetail(field, value, cardApplication, (date) => formatDate(date, "dayLong", "en"));

test.each([
  ["dateOfBirth", "19850704", "July 4, 1985"],
  ["dateOfBirth", "19851332", "19851332"],
  ["dateOfBirth", "July", "July"],
  ["civilStatus", "s", "Single"],
  ["civilStatus", "M", "Married"],
  ["civilStatus", "widowed", "widowed"],
  ["gender", "m", "Male"],
  ["gender", "f", "Female"],
  ["nationality", "PHL", "Filipino"],
  ["nationality", "USA", "USA"],
  ["pStreet", "12 Mabini St", "12 Mabini St"],
  ["employer", "", "N/A"],
  ["idNumber", "  ", "N/A"],
  ["dateOfBirth", "", "N/A"],
])("K04 %s '%s' reads '%s'", (field, value, text) => {
  expect(shown(field, value)).toBe(text);
});
