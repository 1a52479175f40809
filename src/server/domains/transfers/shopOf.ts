import { railText } from "#common/railText.ts";
import { type QrPh, readQrPh } from "#common/readQrPh.ts";
import type { KeptShop } from "#contract/paidShop.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { isScheduled, isToBank, payeeNameOf } from "./storedIntent.ts";
import { Refusal } from "#server/refusal.ts";
import { sha256 } from "#server/platform/base/tokens.ts";

type ToShop = TransferIntent & { qr: string };

/** Whether a shop is paid by its code. */
export const isToShop = (intent: TransferIntent): intent is ToShop =>
  "qr" in intent && intent.qr !== undefined;

/**
 * The shop that an order pays; null where it pays none. The code is read here again, as the portal read it: refuses
 * what is no code of a shop (shop_code_unreadable), an order that is not the code's (shop_code_differs, on the field
 * that is another), and one for another day (shop_code_later).
 * Whether the bank of the order takes payments for the shop, and whether a code for one payment was paid already, is
 * judged with the order (from_card_verdict).
 */
export function shopOf(intent: TransferIntent): KeptShop | null {
  if (!isToShop(intent)) return null;
  if (isScheduled(intent)) throw new Refusal("shop_code_later");
  const read = readQrPh(intent.qr);
  if ("refused" in read || read.shop === undefined) throw new Refusal("shop_code_unreadable");
  const param = differing(intent, read);
  if (param !== undefined) throw new Refusal("shop_code_differs", { param });
  const { bic: acquirer, reference } = read;
  const { isForOnePayment, ...says } = read.shop;
  const once = isForOnePayment ? sha256(intent.qr.trim()).toString("hex") : "";
  return { acquirer, reference, ...says, once };
}

/** The field of the order that is not as the code has it. */
function differing(intent: ToShop, { accountNumber, name, amount }: QrPh): string | undefined {
  if (!isToBank(intent) || intent.destination_account_number !== accountNumber)
    return "destination_account_number";
  if (railText(payeeNameOf(intent)) !== railText(name)) return "destination_account_name";
  return amount === undefined || amount === intent.amount ? undefined : "amount";
}

/** As the SQL functions take it. */
export function shopJson(intent: TransferIntent): string | null {
  const shop = shopOf(intent);
  return shop && JSON.stringify(shop);
}
