/** A whole number as it was typed; what is none goes to the server as it is, which says so at the field. */
export function wholeNumber(text: string): number {
  const bare = text.trim();
  // The contract refuses a text where it wants a number.
  return /^\d{1,9}$/.test(bare) ? Number(bare) : (bare as unknown as number);
}
