/** Letters and digits that are not taken for each other when they are read from paper: no I, L, O, U. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 80 bits: who has not seen the paper does not guess its code. */
export const PAPER_CODE_BYTES = 10;
/** 60 bits: the code of a receipt is shorter, it is read from a phone and often said aloud. */
const RECEIPT_CODE_SIGNS = 12;

/** Random bytes as the code that stands on a paper, without its dashes: five bits a sign. */
export function paperCode(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: bits.length / 5 }, (_, index) =>
    SIGNS.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  ).join("");
}

/** The code of a receipt, of as many random bytes. */
export const receiptCode = (bytes: Uint8Array): string =>
  paperCode(bytes).slice(0, RECEIPT_CODE_SIGNS);

/** In fours, as it is printed. */
export const printedPaperCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, "$&-");

/** A code as somebody read and typed it: small letters, spaces and dashes, O for 0, I and L for 1. */
export function readPaperCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}

/** Whether what was read has the form of a receipt's code. */
export const isReceiptCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code);

/** Whether what was read has the form of a statement's code. */
export const isPaperCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code);
