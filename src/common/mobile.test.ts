import fc from "fast-check";
import { expect, test } from "vitest";
import { isMobile, mobileOf, readMobile } from "./mobile.ts";

test.each([
  "09175551234",
  "639175551234",
  "+63 917 555 1234",
  "63-917-555-1234",
  "+63(0)917 555 1234",
  "+6309175551234",
  "9175551234",
  "0917-555-1234",
  "0917.555.1234",
  "(0917) 555 1234",
  "'09175551234",
  "’09175551234",
  "00639175551234",
  "tel:+639175551234",
  "TEL: +63 917 555 1234",
  "+63\u00a0917\u00a0555\u00a01234",
  "0917\u2011555\u20111234",
  "0917\u2013555\u20131234",
  "\u202a+639175551234\u202c",
  "\u200e0917\u200b5551234\ufeff",
])("S159 %j is +639175551234, however it was written", (text) => {
  expect(readMobile(text)).toEqual({ mobile: "+639175551234" });
});

test.each([
  ["0895 123 4567", "+638951234567"],
  ["0817 123 4567", "+638171234567"],
  ["+63 898 123 4567", "+638981234567"],
  ["0813 123 4567", "+638131234567"],
  ["0991 555 1234", "+639915551234"],
])("S159 %s is a mobile number of the numbering plan", (text, mobile) => {
  expect(readMobile(text)).toEqual({ mobile });
});

test.each([
  ["(02) 8888-1234", "landline"],
  ["028881234", "landline"],
  ["+63 2 8888 1234", "landline"],
  ["(032) 412-3456", "landline"],
  ["8888-1234", "landline"],
  ["+639175551234 / 09181112222", "two_numbers"],
  ["09175551234 or 09181112222", "two_numbers"],
  ["09175551234,09181112222", "two_numbers"],
  ["09175551234 09181112222", "two_numbers"],
  ["9.17556E+09", "spreadsheet"],
  ["9,17556E+09", "spreadsheet"],
  ["6.39176e+11", "spreadsheet"],
  ["9175551234.0", "spreadsheet"],
  ["", "not_mobile"],
  ["12345", "not_mobile"],
  ["0811 123 4567", "not_mobile"],
  ["0891 123 4567", "not_mobile"],
  ["0917 555 123", "not_mobile"],
  ["0917 555 12345", "not_mobile"],
  ["+65 9175 5512", "not_mobile"],
  ["０９１７５５５１２３４", "not_mobile"],
  ["0917 KULANG", "not_mobile"],
])("S159 %j is refused as %s", (text, fault) => {
  expect(readMobile(text)).toEqual({ fault });
});

test("what is kept is read as itself, and any text is read as a number of the plan or not at all", () => {
  const national = fc.oneof(
    fc.stringMatching(/^9\d{9}$/),
    fc.stringMatching(/^8(?:1[37]|9[5-8])\d{7}$/),
  );
  fc.assert(
    fc.property(national, (digits) => {
      expect(mobileOf(`+63${digits}`)).toBe(`+63${digits}`);
      expect(mobileOf(`0${digits}`)).toBe(`+63${digits}`);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()./-]{0,24}$/)), (text) => {
      const read = readMobile(text);
      expect("fault" in read || isMobile(read.mobile)).toBe(true);
    }),
  );
});
