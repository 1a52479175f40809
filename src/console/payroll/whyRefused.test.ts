import { expect, test } from "vitest";
import { loans as english } from "#console/texts/en/loans.ts";
import { loans as filipino } from "#console/texts/fil/loans.ts";
import { whyRefused } from "./whyRefused.ts";

test.each([
  [
    { invalid: 0, total: 100_00n, received: 200_00n },
    "Its rows add up to ₱100.00, and ₱200.00 was received.",
  ],
  [{ invalid: 1, total: 100_00n, received: 100_00n }, "1 row has no amount that can be read."],
  [
    { invalid: 2, total: 100_00n, received: 300_00n },
    "2 rows have no amount that can be read. Its rows add up to ₱100.00, and ₱300.00 was received.",
  ],
])("S131 of a file that is not usable only what is wrong is said: %o", (file, why) => {
  expect(whyRefused(file, english)).toBe(
    `Nothing was taken in from this file. ${why} Send it again when it is right.`,
  );
  expect(whyRefused(file, filipino)).toMatch(
    /^Walang tinanggap mula sa file na ito\. .* tama na\.$/,
  );
});
