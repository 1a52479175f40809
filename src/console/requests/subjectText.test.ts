import { operations as english } from "#console/texts/en/operations.ts";
import { operations as filipino } from "#console/texts/fil/operations.ts";
import { expect, test } from "vitest";
import { subjectText } from "./subjectText.ts";

test("a setting or a switch is named in words, anything else as the server names it", () => {
  const fee = { subject: "setting:personalizedCardFee", subjectName: "personalizedCardFee" };
  expect(subjectText(fee, english)).toBe("Fee of a personalized card");
  expect(subjectText(fee, filipino)).toBe("Fee ng personalized card");
  const feature = { subject: "feature:transferFunds", subjectName: "transferFunds" };
  expect(subjectText(feature, english)).toBe("Transfer funds");
  const member = { subject: "member:a", subjectName: "Cruz, Juana · 0001" };
  expect(subjectText(member, english)).toBe("Cruz, Juana · 0001");
  const unknown = { subject: "setting:moonFee", subjectName: "moonFee" };
  expect(subjectText(unknown, english)).toBe("moonFee");
});
