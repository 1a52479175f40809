import fc from "fast-check";
import { expect, test } from "vitest";
import { wrap } from "./wrap.ts";

const widthOf = (text: string) => Array.from(text).length;

test("a text that fits stays one line, a longer one is broken at spaces", () => {
  expect(wrap("SM Cubao", 8, widthOf)).toEqual(["SM Cubao"]);
  expect(wrap("SM Cubao Quezon City", 12, widthOf)).toEqual(["SM Cubao", "Quezon City"]);
});

test("no line is too wide and no letter is lost, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (text, width) => {
        const lines = wrap(text, width, widthOf);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        const letters = (of: string) => of.replaceAll(" ", "");
        expect(letters(lines.join(""))).toBe(letters(text));
      },
    ),
  );
});
