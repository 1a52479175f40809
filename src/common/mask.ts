/** '+639995551000' -> '+63******1000': the form on the one-time-password screens (row D01). */
export function maskMobile(mobileNumber: string): string {
  return `+63******${mobileNumber.slice(-4)}`;
}

/** 'ana.pena@example.ph' -> 'a******@example.ph'. */
export function maskEmail(address: string): string {
  const [first = ""] = Array.from(address);
  return address === "" ? "" : `${first}******${address.slice(address.lastIndexOf("@"))}`;
}

/** Last four digits: '1234' -> 'XXXX XXXX XXXX 1234'. Without digits it is the default of row M08. */
export function maskCardNumber(lastFour: string | undefined): string {
  return `XXXX XXXX XXXX ${lastFour ?? "XXXX"}`;
}
