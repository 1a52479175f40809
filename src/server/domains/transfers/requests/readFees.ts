import { parsePesos } from "#common/money.ts";
import { AMOUNT_SETTINGS } from "#contract/staff/requestPayloads.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { readAmount } from "./transferSetting.ts";

/** Every fee and limit that a second person decides, in centavos, as it counts now. */
export async function readFees(app: App) {
  return transact(app.db, async (tx) => {
    const fees: { name: (typeof AMOUNT_SETTINGS)[number]; amount: bigint }[] = [];
    // One connection reads them one after the other.
    for (const name of AMOUNT_SETTINGS) {
      const { amount = "" } = await readAmount(tx, name);
      fees.push({ name, amount: parsePesos(amount.replaceAll(/[^\d.]/g, "")) ?? 0n });
    }
    return fees;
  });
}
