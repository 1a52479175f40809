import { expect, test } from "vitest";
import { isOpenTo, type Standing } from "./eligibility.ts";

const soldier: Standing = {
  status: "active",
  employer: "PNP",
  employment: "Employed",
  member_statuses: ["active"],
  employers: ["PNP", "BFP", "Others"],
};

test.each<[string, Partial<Standing>, boolean]>([
  ["in service with a named employer", {}, true],
  ["with another employer, which the form calls Others", { employer: "BJMP" }, true],
  ["with another employer than the product names", { employer: "BJMP", employers: ["PNP"] }, false],
  ["whose employer nobody knows", { employer: " " }, false],
  ["whose employer does not matter", { employer: "", employers: [] }, true],
  ["whose membership is suspended", { status: "suspended" }, false],
  ["whose membership has ended", { status: "cancelled" }, false],
  ["who is retired, of a loan on pay", { employment: "Retired" }, false],
  [
    "who is retired, of a loan to both",
    { employment: "retired ", member_statuses: ["active", "retired"] },
    true,
  ],
  [
    "who is retired, of a pension loan",
    { employment: "RETIRED", member_statuses: ["retired"] },
    true,
  ],
  ["in service, of a pension loan", { member_statuses: ["retired"] }, false],
  [
    "of whom nobody wrote an employment down, of a pension loan",
    { employment: null, member_statuses: ["retired"] },
    false,
  ],
  [
    "who survives a pensioner",
    { employment: "Survivor", member_statuses: ["retired", "survivor"] },
    true,
  ],
])("a product is lent to a member %s, or is not", (_who, differing, isOpen) => {
  expect(isOpenTo({ ...soldier, ...differing })).toBe(isOpen);
});
