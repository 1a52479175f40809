import { operations as english } from "#console/texts/en/operations.ts";
import { operations as filipino } from "#console/texts/fil/operations.ts";
import { expect, test } from "vitest";
import { subjectText } from "./subjectText.ts";

test("a setting or a switch is named in words, a holiday by its day, anything else as the server names it", () => {
  const fee = { subject: "setting:personalizedCardFee", subjectName: "personalizedCardFee" };
  expect(subjectText(fee, english, "en")).toBe("Fee of a personalized card");
  expect(subjectText(fee, filipino, "fil")).toBe("Fee ng personalized card");
  const feature = { subject: "feature:transferFunds", subjectName: "transferFunds" };
  expect(subjectText(feature, english, "en")).toBe("Transfer funds");
  const approval = { subject: "approval:reveal_cvv:none:any:passkey", subjectName: "" };
  expect(subjectText(approval, english, "en")).toBe("Look at the CVV, With a passkey");
  const transfer = { subject: "approval:transfer_own:known:above:none", subjectName: "" };
  expect(subjectText(transfer, english, "en")).toBe(
    "Own account to card, Known payee, above the threshold, Without a passkey",
  );
  const holiday = { subject: "holiday:2027-08-06", subjectName: "2027-08-06" };
  expect(subjectText(holiday, english, "en")).toBe("Aug 6, 2027");
  const member = { subject: "member:a", subjectName: "Cruz, Juana · 0001" };
  expect(subjectText(member, english, "en")).toBe("Cruz, Juana · 0001");
  const unknown = { subject: "setting:moonFee", subjectName: "moonFee" };
  expect(subjectText(unknown, english, "en")).toBe("moonFee");
});
