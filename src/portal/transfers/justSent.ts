import type { TransferReceipt } from "#contract/transfers.ts";
import { makeStore } from "#ui/store.ts";

/**
 * The transfer that was just taken, until its result was seen: on the receipt a dialog says so. In memory
 * only, so that a receipt that is opened again does not say it again.
 */
export const justSent = makeStore<TransferReceipt | undefined>(undefined);
