import { expect, test } from "vitest";
import { holderLines } from "./holderLines.ts";

test("a name that ends before the mark is one line of the usual size", () => {
  for (const name of ["Juana  Cruz", "Florante Ordonez Yambao"]) {
    const { lines, size } = holderLines(name);
    expect([lines.length, size]).toEqual([1, 11.5]);
  }
  expect(holderLines("Juana  Cruz").lines).toEqual(["JUANA CRUZ"]);
});

test("a longer one is two lines, cut between words", () => {
  expect(holderLines("Maria Consolacion Villanueva-Macapagal")).toEqual({
    lines: ["MARIA CONSOLACION", "VILLANUEVA-MACAPAGAL"],
    size: 11.5,
  });
});

test("what is too long for two lines has smaller letters, and stays before the band", () => {
  const long = holderLines("Maria Consolacion Niña Dimaculangan-De los Santos");
  expect(long.lines).toEqual(["MARIA CONSOLACION NIÑA", "DIMACULANGAN-DE LOS SANTOS"]);
  expect(long.size).toBeLessThan(11.5);
  const { lines, size } = holderLines("W".repeat(60));
  expect(lines).toHaveLength(1);
  expect(60 * size * 0.9).toBeLessThan(181);
});
