/** Appends the Luhn check digit (ISO/IEC 7812-1) to a string of digits. */
export function withCheckDigit(digits: string): string {
  return digits + checkDigit(digits);
}

/** True when the last digit is the Luhn check digit of those before it. */
export function hasValidCheckDigit(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** True for what could be the number of a card, however it is spaced (ISO/IEC 7812-1). */
export function isLikeCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s._:-]/g, "");
  return /^\d{12,19}$/.test(digits) && hasValidCheckDigit(digits);
}

function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, character, index) => {
      const doubled = Number(character) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}
