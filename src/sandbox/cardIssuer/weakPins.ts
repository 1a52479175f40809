const RUN_UP = "01234567890123456789";

/**
 * True for a PIN that others guess first: a pattern of one, two or three digits repeated, a run up or
 * down, the birth date in any order of its parts, or the end of the mobile number.
 */
export function isWeakPin(
  pin: string,
  { birthDate, mobileNumber }: { birthDate: string; mobileNumber: string },
): boolean {
  return (
    /^(\d{1,3}?)\1+$/.test(pin) ||
    RUN_UP.includes(pin) ||
    RUN_UP.includes(Array.from(pin).toReversed().join("")) ||
    datesOf(birthDate).includes(pin) ||
    (mobileNumber.length >= pin.length && mobileNumber.endsWith(pin))
  );
}

/** '1980-06-02' as six digits, in the orders in which dates are written. */
function datesOf(birthDate: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  const short = year.slice(2);
  return [
    `${month}${day}${short}`,
    `${day}${month}${short}`,
    `${short}${month}${day}`,
    `${short}${day}${month}`,
    `${month}${year}`,
    `${year}${month}`,
  ];
}
