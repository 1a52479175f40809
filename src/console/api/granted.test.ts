import { expect, test } from "vitest";
import { type Granted, isGranted } from "./granted.ts";

const OWN = "6";
const OTHER = "7";
/** Loan officer in the one branch, teller in another: sees members of both, transfers of the second. */
const granted: Granted[] = [
  { action: "member.view", offices: [OWN, OTHER] },
  { action: "transfer.view", offices: [OTHER] },
  { action: "audit.view", offices: "all" },
];

test("what is allowed in one branch is offered there, not in another nor where there is none", () => {
  expect(isGranted(granted, "transfer.view", OTHER)).toBe(true);
  expect(isGranted(granted, "transfer.view", OWN)).toBe(false);
  expect(isGranted(granted, "transfer.view", "")).toBe(false);
});

test("who works for all branches is offered it everywhere", () => {
  expect(isGranted(granted, "audit.view", OWN)).toBe(true);
  expect(isGranted(granted, "audit.view", "")).toBe(true);
});

test("without a branch it counts whether there is one at all", () => {
  expect(isGranted(granted, "transfer.view")).toBe(true);
  expect(isGranted(granted, "transfer.inquire")).toBe(false);
});
