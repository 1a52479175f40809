import { expect, test } from "vitest";
import { operations as english } from "#console/texts/en/operations.ts";
import { operations as filipino } from "#console/texts/fil/operations.ts";

const cycle = { day: "Jan 3, 2028", no: 1, creditBy: "1:00 PM" };

test("S164 the calendar promises an arrival only on a day whose proclamations are known", () => {
  for (const [texts, promised, expected] of [
    [english, "credited by 1:00 PM", "expected by 1:00 PM"],
    [filipino, "papasok bago 1:00 PM", "inaasahang pumasok bago 1:00 PM"],
  ] as const) {
    expect(texts.pesonet({ ...cycle, isConfirmed: true })).toContain(promised);
    const open = texts.pesonet({ ...cycle, isConfirmed: false });
    expect(open).toContain(expected);
    expect(open).not.toContain(promised);
  }
});
