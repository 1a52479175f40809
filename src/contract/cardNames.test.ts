import { expect, test } from "vitest";
import { brand } from "#brand";
import { cardAccountText, cardOfAccountText, cardText } from "./cardNames.ts";

test("a card is named by the digits printed on it, its account by those of its own number", () => {
  expect(cardText("1234")).toBe(`${brand.cardDisplayName} ••••\u00a01234`);
  expect(cardText(undefined)).toBe(brand.cardDisplayName);
  expect(cardAccountText("990112345678")).toBe(`${brand.cardAccount} ••••\u00a05678`);
  expect(cardOfAccountText("990112345678")).toBe(
    `${brand.cardDisplayName}, ${brand.cardAccount} ••••\u00a05678`,
  );
});
