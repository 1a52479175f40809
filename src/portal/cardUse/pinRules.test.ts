import { expect, test } from "vitest";
import { cardScreensTexts } from "#portal/texts/en/cardScreens.ts";
import { showTexts } from "#portal/texts/texts.ts";
import { weakness } from "./pinRules.ts";

test("L03 N07 a PIN of one digit or of a row is refused before it leaves the page", () => {
  showTexts("en", cardScreensTexts);
  for (const pin of ["000000", "777777"]) expect(weakness(pin)).toMatch(/same digit/);
  for (const pin of ["123456", "456789", "567890", "654321", "098765", "012345"])
    expect(weakness(pin)).toMatch(/in a row/);
  for (const pin of ["482913", "112358", "121212"]) expect(weakness(pin)).toBeUndefined();
});
