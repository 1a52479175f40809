/** Of our own transfers; references that the card issuer gives look otherwise. */
const TRANSFER = /^(?:OT|CT|IP|PN)\d{6}-/;

/** Whether a reference of the card's history is that of a transfer, which has a receipt. */
export function isTransferReference(refNo: string): boolean {
  return TRANSFER.test(refNo);
}
