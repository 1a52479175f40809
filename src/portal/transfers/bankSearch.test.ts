import { expect, test } from "vitest";
import { searchBanks } from "./bankSearch.ts";

const names = [
  "Asia United Bank Corporation",
  "BDO Unibank, Inc.",
  "Bank of the Philippine Islands (BPI) Direct",
  "Bank of the Philippine Islands",
  "China Banking Corporation",
  "Peñafrancia Rural Bank",
  "Philippine National Bank (PNB)",
  "Union Bank of the Philippines",
];
const banks = names.map((label, index) => ({
  value: String(index),
  label,
  alias: label === "Asia United Bank Corporation" ? "AUB" : "",
}));
const found = (text: string) => searchBanks(banks, text).map(({ label }) => label);

test("O03 a bank is found by its name, its initials, a word of it and without accents", () => {
  expect(found("bdo")).toEqual(["BDO Unibank, Inc."]);
  expect(found("aub")).toEqual(["Asia United Bank Corporation"]);
  expect(found("BPI")[0]).toContain("Bank of the Philippine Islands");
  expect(found("BPI")).toHaveLength(2);
  expect(found("  island ")).toHaveLength(2);
  expect(found("bank union")).toEqual(["Union Bank of the Philippines"]);
  expect(found("penafrancia")).toEqual(["Peñafrancia Rural Bank"]);
  expect(found("unibank inc")).toEqual(["BDO Unibank, Inc."]);
});

test("O03 what begins with the text comes first, what nobody has finds nothing", () => {
  expect(found("bank")[0]).toContain("Bank of the Philippine Islands");
  expect(found("bank").length).toBeGreaterThan(3);
  expect(found("zzz")).toEqual([]);
  expect(found(" ")).toEqual(names);
});
