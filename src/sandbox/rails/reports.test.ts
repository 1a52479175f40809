import { expect, test } from "vitest";
import { newClearingReference } from "./reports.ts";

test("S135 no reference of a rail has the length of a card number between its signs", () => {
  for (const letters of ["IPX", "PNX"] as const) {
    const parts = newClearingReference(letters).split("-");
    expect(parts.map(({ length }) => length)).toEqual([3, 20]);
  }
});
