import { expect, test } from "vitest";
import { filledIn } from "./refusalValues.ts";

test("a sentence of which a value is not known is left out, and no name of one is ever shown", () => {
  const text = "Not enough in this account. You have {available}.";
  expect(filledIn(text, "en", { available: "₱5.00" })).toBe(
    "Not enough in this account. You have ₱5.00.",
  );
  expect(filledIn(text, "en", {})).toBe("Not enough in this account.");
});
