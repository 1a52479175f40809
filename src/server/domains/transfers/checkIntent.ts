import { sql } from "kysely";
import { railText } from "#common/railText.ts";
import type { Means } from "#contract/approvalPolicy.ts";
import type { Language } from "#contract/refusals.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { scheduledPayee } from "#server/platform/messages/codeTexts.ts";
import {
  payeeTexts,
  shopTexts,
  shopWord,
  shortPayeeTexts,
  sourceTexts,
} from "#server/platform/messages/notices/transferTexts.ts";
import { whenTexts } from "#server/platform/messages/notices/scheduleTexts.ts";
import { shortDay } from "#server/platform/notifications/noticeDay.ts";
import type { App, Caller } from "#server/platform/app.ts";
import {
  isFromCard,
  isScheduled,
  isToBank,
  type OwnIntent,
  payeeNameOf,
  sourceOf,
  storedIntent,
} from "./storedIntent.ts";
import { type TransferVerdict, transferRefusal } from "./transferRefusal.ts";
import { checkFromCard } from "./checkFromCard.ts";
import { isToShop } from "./shopOf.ts";
import { requireDue } from "./dueDays.ts";

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
  if (isScheduled(intent)) await requireDue(app, caller, intent, "intent.first_on");
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
  const found = await judgeOwn(app.db, app, caller, { intent, means });
  if (found.verdict !== "ok") throw await transferRefusal(app, caller, found);
  return storedIntent(intent);
}

/** What stands against it; of what goes by a schedule, whatever its day decides aside. */
export async function judgeOwn(
  db: Db | Tx,
  app: App,
  { memberId }: Pick<Caller, "memberId">,
  { intent, means }: { intent: OwnIntent; means: Means },
): Promise<TransferVerdict> {
  const { rows } = await sql<TransferVerdict>`
    select verdict, available_centavos, load_left_centavos, own_centavos
    from check_own_transfer((select k from transfer_kind k where k.kind = ${intent.kind}), ${memberId}, ${intent.source_account},
      ${intent.destination_account}, ${intent.amount}, ${app.now()}::timestamptz,
      ${means}, ${intent.repeats ?? null}::text)
  `.execute(db);
  const found = rows[0];
  if (found === undefined) throw new Error("check_own_transfer answered nothing");
  return found;
}

/**
 * The payee as an SMS names it: by the last digits of the account, or a shop by its name; with those of the account that it leaves where that is
 * not the card, and when it is sent where that is not now.
 */
export function payeeText(intent: TransferIntent): Record<Language, string> {
  if (isToShop(intent) && isToBank(intent))
    return leaving(intent, shopTexts(shopWord(railText(payeeNameOf(intent)) ?? "")));
  const account = isToBank(intent) ? intent.destination_account_number : intent.destination_account;
  const { arrives } = TRANSFER_KINDS[intent.kind];
  const tail = account.slice(-4);
  const { repeats, first_on: firstOn } = intent;
  if (repeats === undefined || firstOn === undefined)
    return leaving(intent, payeeTexts[arrives](tail));
  const payee = leaving(intent, shortPayeeTexts[arrives](tail));
  // The first day is within a year: it needs no year, for which there is no room.
  return scheduledPayee(payee, whenTexts[repeats](shortDay(firstOn)));
}

function leaving(intent: TransferIntent, payee: Record<Language, string>) {
  const source = sourceOf(intent);
  if (source === null) return payee;
  const from = sourceTexts(source.slice(-4));
  return { en: `${payee.en} ${from.en}`, fil: `${payee.fil} ${from.fil}` };
}
