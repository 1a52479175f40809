import { expect, test } from "vitest";
import { referenceGroups } from "./reference.ts";

test("S174 a reference is grouped in one way: letters, then digits in fours from the end", () => {
  const shown = (reference: string) => referenceGroups(reference).join(" ");
  expect(shown("OT261121-0000000012")).toBe("OT261121-00 0000 0012");
  expect(shown("PO00010000058")).toBe("PO 000 1000 0058");
  expect(shown("IP-0000123")).toBe("IP-0000123");
  expect(shown("000123456789")).toBe("0001 2345 6789");
  expect(shown("LA-2026-0000001")).toBe("LA-2026-0000001");
  expect(shown("CR-0006-0000001")).toBe("CR-0006-0000001");
  expect(shown("IP261128-D000000028")).toBe("IP261128-D0 0000 0028");
  // What is short is one word.
  expect(shown("IP-DDD4")).toBe("IP-DDD4");
  expect(shown("case 12b")).toBe("case 12b");
  for (const reference of ["OT261121-0000000012", "PO00010000058", "7", ""])
    expect(referenceGroups(reference).join("")).toBe(reference);
});
