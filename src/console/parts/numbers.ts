/** An amount without what is there for people: '₱1,250.50' becomes '1250.50'. What it is the contract says. */
export function pesosText(text: string): string {
  const bare = text.trim().replace(/^(?:₱|PHP)\s*/, "");
  return /^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(bare) ? bare.replaceAll(",", "") : bare;
}

/** A whole number as it was typed; what is none goes to the server as it is, which says so at the field. */
export function wholeNumber(text: string): number {
  const bare = text.trim();
  // The contract refuses a text where it wants a number.
  return /^\d{1,9}$/.test(bare) ? Number(bare) : (bare as unknown as number);
}
