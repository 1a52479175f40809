import { sql } from "kysely";
import { brand } from "#brand";
import { manilaMonth } from "#common/manila.ts";
import type { Language } from "#contract/refusals.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { bankPayee } from "#server/platform/messages/codeTexts.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { type FromCardIntent, isFromCard, storedIntent } from "./storedIntent.ts";
import { type TransferVerdict, transferRefusal } from "./transferRefusal.ts";
import { checkFromCard } from "./checkFromCard.ts";

type OwnIntent = Exclude<TransferIntent, FromCardIntent>;

/**
 * Whether this transfer could be made now, before a code is sent for it: refuses with what is wrong,
 * else answers what the code approves. The order itself is judged again, by the same rule, in the
 * transaction that posts it.
 */
export async function checkIntent(
  app: App,
  caller: Caller,
  intent: TransferIntent,
): Promise<Record<string, string>> {
  return isFromCard(intent) ? checkFromCard(app, caller, intent) : checkOwn(app, caller, intent);
}

async function checkOwn(
  app: App,
  caller: Caller,
  intent: OwnIntent,
): Promise<Record<string, string>> {
  const { rows } = await sql<TransferVerdict>`
    select verdict, available_centavos, load_left_centavos
    from check_own_transfer((select k from transfer_kind k where k.kind = ${intent.kind}), ${caller.memberId}, ${intent.source_account},
      ${intent.destination_account}, ${intent.amount}, ${manilaMonth(app.now())})
  `.execute(app.db);
  const found = rows[0];
  if (found === undefined) throw new Error("check_own_transfer answered nothing");
  if (found.verdict !== "ok") throw await transferRefusal(app, caller, found);
  return storedIntent(intent);
}

/** The payee as a text message names it: by the last digits of the account. */
export function payeeText(intent: TransferIntent): Record<Language, string> {
  switch (intent.kind) {
    case "own":
      return {
        en: `your ${brand.cardAccount} account ending ${tail(intent.destination_account)}`,
        fil: `inyong ${brand.cardAccount} account na nagtatapos sa ${tail(intent.destination_account)}`,
      };
    case "card":
      return {
        en: `the ${brand.cardAccount} account ending ${tail(intent.destination_account)}`,
        fil: `${brand.cardAccount} account na nagtatapos sa ${tail(intent.destination_account)}`,
      };
    case "instapay":
    case "pesonet":
      return bankPayee(tail(intent.destination_account_number));
  }
}

const tail = (account: string) => account.slice(-4);
