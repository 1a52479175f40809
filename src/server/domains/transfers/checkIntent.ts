import { sql } from "kysely";
import type { Means } from "#contract/approvalPolicy.ts";
import type { Language } from "#contract/refusals.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { payeeTexts } from "#server/platform/messages/notices/transferTexts.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { type FromCardIntent, isFromCard, isToBank, storedIntent } from "./storedIntent.ts";
import { type TransferVerdict, transferRefusal } from "./transferRefusal.ts";
import { checkFromCard } from "./checkFromCard.ts";

type OwnIntent = Exclude<TransferIntent, FromCardIntent>;

/**
 * Checks whether this transfer could be made now, before a code is sent for it: refuses with the reason,
 * otherwise answers what the code, or the passkey, approves. The order is checked again, by the same rule, in the transaction
 * that posts it.
 */
export async function checkIntent(
  app: App,
  caller: Caller,
  intent: TransferIntent,
  means: Means,
): Promise<Record<string, string>> {
  return isFromCard(intent)
    ? checkFromCard(app, caller, intent, means)
    : checkOwn(app, caller, intent, means);
}

async function checkOwn(
  app: App,
  caller: Caller,
  intent: OwnIntent,
  means: Means,
): Promise<Record<string, string>> {
  const { rows } = await sql<TransferVerdict>`
    select verdict, available_centavos, load_left_centavos, own_centavos
    from check_own_transfer((select k from transfer_kind k where k.kind = ${intent.kind}), ${caller.memberId}, ${intent.source_account},
      ${intent.destination_account}, ${intent.amount}, ${app.now()}::timestamptz,
      ${means})
  `.execute(app.db);
  const found = rows[0];
  if (found === undefined) throw new Error("check_own_transfer answered nothing");
  if (found.verdict !== "ok") throw await transferRefusal(app, caller, found);
  return storedIntent(intent);
}

/** The payee as an SMS names it: by the last digits of the account. */
export function payeeText(intent: TransferIntent): Record<Language, string> {
  const account = isToBank(intent) ? intent.destination_account_number : intent.destination_account;
  return payeeTexts[TRANSFER_KINDS[intent.kind].arrives](account.slice(-4));
}
