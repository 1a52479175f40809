import { randomInt } from "node:crypto";

/**
 * Six digits that a drill approves an order with. Never NO_CODE (contract/transfers.ts), which the bank sends
 * to nobody either: an order with it asks what became of an earlier one, and voids its code.
 */
export const codeOfDrill = (): string => String(randomInt(1, 1_000_000)).padStart(6, "0");
