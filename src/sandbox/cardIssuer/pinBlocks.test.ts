import { createCipheriv, createDecipheriv } from "node:crypto";
import { expect, test } from "vitest";
import { readPinField } from "./pinBlocks.ts";
import { isWeakPin } from "./weakPins.ts";

const hex = (text: string) => Buffer.from(text, "hex");

/** ISO 9564-1 format 4: AES over the PIN field, the account's digits added, AES again. */
function formatFour(key: Buffer, pinField: Buffer, panField: Buffer): Buffer {
  const aes = (block: Buffer) => {
    const cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]);
  };
  const first = aes(pinField);
  return aes(Buffer.from(first.map((byte, place) => byte ^ (panField[place] ?? 0))));
}

function openFormatFour(key: Buffer, block: Buffer, panField: Buffer): Buffer {
  const aes = (sealed: Buffer) => {
    const decipher = createDecipheriv("aes-128-ecb", key, null).setAutoPadding(false);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  };
  const inner = aes(block);
  return aes(Buffer.from(inner.map((byte, place) => byte ^ (panField[place] ?? 0))));
}

// A published example of format 4: PIN 1234, account number 1234567890123456789, random half FF.
const VECTOR = {
  key: hex("00112233445566778899AABBCCDDEEFF"),
  pinField: hex("441234AAAAAAAAAAFFFFFFFFFFFFFFFF"),
  panField: hex("71234567890123456789000000000000"),
  block: hex("28B41FDDD29B743E93124BD8E32D921E"),
};

test("S078 a PIN field of ISO 9564 format 4 is read out of its enciphered block", () => {
  const { key, pinField, panField, block } = VECTOR;
  expect(formatFour(key, pinField, panField)).toEqual(block);
  expect(readPinField(openFormatFour(key, block, panField))).toBe("1234");
});

test.each([
  ["46907060aaaaaaaa0011223344556677", "907060"],
  ["4c123456789012aa0011223344556677", "123456789012"],
])("S078 the field %s holds %s", (field, pin) => {
  expect(readPinField(hex(field))).toBe(pin);
});

test.each([
  ["format 0", "06907060ffffffff0011223344556677"],
  ["a length too long", "47907060aaaaaaaa0011223344556677"],
  ["a length too short", "45907060aaaaaaaa0011223344556677"],
  ["three digits", "43907aaaaaaaaaaa0011223344556677"],
  ["a letter in the PIN", "4690706baaaaaaaa0011223344556677"],
  ["another filling", "46907060ffffffff0011223344556677"],
  ["one byte less", "46907060aaaaaaaa00112233445566"],
])("S078 %s is no PIN field", (_name, field) => {
  expect(readPinField(hex(field))).toBeUndefined();
});

const who = { birthDate: "1980-06-02", mobileNumber: "+639995551034" };

test.each([
  ["000000", "one digit"],
  ["121212", "two digits repeated"],
  ["907907", "three digits repeated"],
  ["123456", "a run up"],
  ["890123", "a run over nine"],
  ["654321", "a run down"],
  ["060280", "the birth date"],
  ["020680", "the birth date"],
  ["800602", "the birth date"],
  ["061980", "the birth month"],
  ["198006", "the birth month"],
  ["551034", "the end of the mobile"],
])("S079 %s is too easy: %s", (pin) => {
  expect(isWeakPin(pin, who)).toBe(true);
});

test.each(["907060", "112233", "135790", "551035", "062080"])("S079 %s is taken", (pin) => {
  expect(isWeakPin(pin, who)).toBe(false);
  expect(isWeakPin(pin, { birthDate: "", mobileNumber: "" })).toBe(false);
});
