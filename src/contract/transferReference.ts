import { prefixPattern, TRANSFER_KIND_NAMES } from "./transferKinds.ts";

/** Of our own transfers; references that the card issuer gives look otherwise. */
const TRANSFER = new RegExp(`${prefixPattern(TRANSFER_KIND_NAMES)}\\d{6}-`);

/** Whether a reference of the card's history is that of a transfer, which has a receipt. */
export function isTransferReference(refNo: string): boolean {
  return TRANSFER.test(refNo);
}
