import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isPaperCode,
  isReceiptCode,
  PAPER_CODE_BYTES,
  paperCode,
  printedPaperCode,
  readPaperCode,
  receiptCode,
} from "./paperCode.ts";

const anyBytes = fc.uint8Array({ minLength: PAPER_CODE_BYTES, maxLength: PAPER_CODE_BYTES });

test("each code is of its bytes, and is read however it was typed", () => {
  expect(paperCode(new Uint8Array(PAPER_CODE_BYTES))).toBe("0".repeat(16));
  expect(paperCode(new Uint8Array(PAPER_CODE_BYTES).fill(255))).toBe("Z".repeat(16));
  expect(printedPaperCode("0123456789ABCDEF")).toBe("0123-4567-89AB-CDEF");
  expect(readPaperCode(" oi23–4567 89ab—cdef ")).toBe("0123456789ABCDEF");
  for (const text of [
    "",
    "0123456789ABCDE",
    "0123456789ABCDEF0",
    "0123456789ABCDEU",
    "0123456789ABCDE*",
  ]) {
    expect(isPaperCode(text)).toBe(false);
  }
  fc.assert(
    fc.property(anyBytes, anyBytes, (one, other) => {
      const code = paperCode(one);
      expect([code.length, isPaperCode(code)]).toEqual([16, true]);
      expect(readPaperCode(printedPaperCode(code).toLowerCase())).toBe(code);
      expect(isReceiptCode(receiptCode(one))).toBe(true);
      expect([isReceiptCode(code), isPaperCode(receiptCode(one))]).toEqual([false, false]);
      const areSame = Buffer.from(one).equals(Buffer.from(other));
      expect(paperCode(other) === code).toBe(areSame);
    }),
  );
});
