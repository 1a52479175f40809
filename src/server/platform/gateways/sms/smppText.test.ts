import { expect, test } from "vitest";
import { addressOf, segmentsOf, validityPeriod } from "./smppText.ts";

const GSM = 0;
const UCS2 = 8;

test("a text of up to 160 letters is one message in GSM 03.38, one letter an octet", () => {
  const [only, ...more] = segmentsOf("@ £5_{", 7);
  expect(more).toEqual([]);
  expect(only).toEqual({
    dataCoding: GSM,
    hasHeader: false,
    bytes: Buffer.from([0x00, 0x20, 0x01, 0x35, 0x11, 0x1b, 0x28]),
  });
  expect(segmentsOf("a".repeat(160), 7)).toHaveLength(1);
  expect(segmentsOf(`${"a".repeat(158)}€`, 7)).toHaveLength(1);
});

test("a longer one is parts under one reference that the phone puts together", () => {
  const parts = segmentsOf("a".repeat(161), 0xc8);
  expect(parts.map(({ bytes }) => bytes.length)).toEqual([6 + 153, 6 + 8]);
  expect(parts.map(({ hasHeader }) => hasHeader)).toEqual([true, true]);
  expect(parts.map(({ bytes }) => bytes.subarray(0, 6).toString("hex"))).toEqual([
    "050003c80201",
    "050003c80202",
  ]);
});

test("a letter of two octets is never cut", () => {
  const [first] = segmentsOf(`${"a".repeat(152)}€${"b".repeat(20)}`, 1);
  expect(first?.bytes).toHaveLength(6 + 152);
  const [ucs2] = segmentsOf(`${"a".repeat(66)}\u{1f600}${"b".repeat(20)}`, 1);
  expect(ucs2?.bytes).toHaveLength(6 + 66 * 2);
});

test("one letter outside the alphabet makes it UCS-2, 70 letters a message", () => {
  expect(segmentsOf("₱5", 1)).toEqual([
    { dataCoding: UCS2, hasHeader: false, bytes: Buffer.from([0x20, 0xb1, 0x00, 0x35]) },
  ]);
  expect(segmentsOf("₱".repeat(70), 1)).toHaveLength(1);
  expect(segmentsOf("₱".repeat(71), 1).map(({ bytes }) => bytes.length)).toEqual([140, 14]);
});

test.each([
  ["+639171234567", { ton: 1, npi: 1, address: "639171234567" }],
  ["639171234567", { ton: 1, npi: 1, address: "639171234567" }],
  ["21594", { ton: 3, npi: 0, address: "21594" }],
  ["A Name", { ton: 5, npi: 0, address: "A Name" }],
])("%s is addressed as %j", (text, address) => {
  expect(addressOf(text)).toEqual(address);
});

test("R9 the SMSC may try for what is left of the text's time, rounded down, two days at most", () => {
  const now = new Date("2026-11-21T02:00:00.500Z");
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  expect(validityPeriod(after(300), now)).toBe("000000000500000R");
  expect(validityPeriod(after(299.9), now)).toBe("000000000459000R");
  expect(validityPeriod(after(90_061), now)).toBe("000001010101000R");
  expect(validityPeriod(after(30 * 86_400), now)).toBe("000002000000000R");
  expect(validityPeriod(after(0.9), now)).toBeUndefined();
  expect(validityPeriod(after(-5), now)).toBeUndefined();
});
