import { expect, test } from "vitest";
import { hasInvisible, shownWords, trimBlanks, withoutInvisible } from "./invisible.ts";

/** As they come along from pages, messages and word processors. */
const codePoints = [
  0x00_ad, 0x03_4f, 0x06_1c, 0x11_5f, 0x18_0e, 0x20_0b, 0x20_0c, 0x20_0d, 0x20_0e, 0x20_0f, 0x20_28,
  0x20_29, 0x20_2a, 0x20_2b, 0x20_2c, 0x20_2d, 0x20_2e, 0x20_60, 0x20_64, 0x20_66, 0x20_67, 0x20_68,
  0x20_69, 0x28_00, 0x31_64, 0xfe_0f, 0xfe_ff, 0xff_a0, 0xff_f9, 0xe_00_41,
];

test.each(codePoints.map((point) => [point.toString(16), String.fromCodePoint(point)]))(
  "S162 U+%s is seen to be there, and goes from a number",
  (_, character) => {
    expect(hasInvisible(`Ana${character}Cruz`)).toBe(true);
    expect(withoutInvisible(`09${character}17`)).toBe("0917");
    expect(shownWords(`KAPE${character} AT`)).toBe("KAPE AT");
  },
);

test.each(["Peña", "O’Hara", "₱1,250.00 – “paid”", "👨‍👩‍👧 ❤️ 👩🏽‍🚒", "Ana\nCruz", "日本"])(
  "%j is all seen",
  (text) => {
    expect(hasInvisible(text)).toBe(false);
  },
);

test("words from outside are shown composed, in one line, with nothing unseen", () => {
  expect(shownWords(" Nin\u0303a\u202e\u0007\r\n Cafe\u00a0 ")).toBe("Niña Cafe");
});

test("S162 blanks of any width go from both ends, and a text of blanks costs no more than its length", () => {
  expect(trimBlanks("\u3000\t Jr.\u00a0\r\n")).toBe("Jr.");
  expect(trimBlanks(" \t ")).toBe("");
  expect(trimBlanks("\ufeffJr.")).toBe("\ufeffJr.");
  // Square, it would take hours.
  const long = `2nd${" ".repeat(3_000_000)}3rd`;
  expect(trimBlanks(long)).toBe(long);
});
