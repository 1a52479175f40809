import { sql } from "kysely";
import { formatPesos } from "#common/money.ts";
import type { Means } from "#contract/approvalPolicy.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import { keepOrUndo } from "#server/domains/otp/keepOrUndo.ts";
import { Refusal } from "#server/refusal.ts";
import { isRailOpen } from "#server/platform/status/readAway.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import {
  type FromCardIntent,
  isScheduled,
  isToBank,
  sourceOf,
  storedIntent,
} from "./storedIntent.ts";
import { shopJson } from "./shopOf.ts";
import { type TransferVerdict, transferRefusal } from "./transferRefusal.ts";

/** A member who tries more numbers than this that cannot receive is looking for numbers that can. */
const GUESSES_A_DAY = 20;
/** Verdicts that reveal something about another member's card. */
const TELLING = new Set(["destination_unknown", "destination_over_load_limit"]);

export type Checked = TransferVerdict & { intent: Record<string, string> };

/**
 * Checks whether this transfer could be made now, before a code is sent for it: refuses with the reason,
 * otherwise answers what the code approves, which is the whole order and its cost. The order is checked again,
 * by the same rule, in the transaction that posts it.
 */
export async function checkFromCard(
  app: App,
  caller: Caller,
  intent: FromCardIntent,
  means: Means,
): Promise<Record<string, string>> {
  const { arrives, rail } = TRANSFER_KINDS[intent.kind];
  // Whether the rail answers on a day to come nobody knows.
  const isOpen = rail === null || isScheduled(intent) || (await isRailOpen(app, rail));
  const found =
    arrives === "card"
      ? await checkCounted(app, caller, intent, means)
      : await judgeFromCard(app.db, app, caller, { intent, isOpen, means });
  if (found.verdict !== "ok") throw await transferRefusal(app, caller, found);
  refuseOtherFee(intent, found);
  return found.intent;
}

/** The code approves the fee too, so it must be the one that the member was shown. */
function refuseOtherFee(
  { shown_fee: shown }: FromCardIntent,
  { fee_centavos: fee }: Checked,
): void {
  if (shown === undefined || fee === null || fee === undefined || shown === fee) return;
  throw new Refusal("fee_changed", { values: { fee: formatPesos(fee) } });
}

/**
 * Counts before it checks, so that concurrent attempts learn no more than sequential ones; an attempt that
 * revealed nothing about another member's card is not counted. Refuses too_many_requests.
 */
async function checkCounted(
  app: App,
  caller: Caller,
  intent: FromCardIntent,
  means: Means,
): Promise<Checked> {
  return transact(app.db, async (tx) => {
    let found: Checked | undefined;
    await keepOrUndo(tx, async () => {
      await requireWithin(tx, {
        scope: "card_account",
        key: String(caller.memberId),
        limit: GUESSES_A_DAY,
        window: "1 day",
        at: app.now(),
      });
      found = await judgeFromCard(tx, app, caller, { intent, isOpen: true, means });
      return TELLING.has(found.verdict);
    });
    if (found === undefined) throw new Error("nothing was checked");
    return found;
  });
}

/** What stands against it; of what goes by a schedule, whatever its day decides aside. */
export async function judgeFromCard(
  db: Db | Tx,
  app: App,
  caller: Pick<Caller, "memberId">,
  { intent, isOpen, means }: { intent: FromCardIntent; isOpen: boolean; means: Means },
): Promise<Checked> {
  const bankId = isToBank(intent) ? intent.destination_bank : null;
  const destination = isToBank(intent)
    ? intent.destination_account_number
    : intent.destination_account;
  const { rows } = await sql<Checked>`
    select w.verdict, w.available_centavos, w.fee_centavos, w.most_centavos, w.left_centavos,
      w.own_centavos, w.paused_until,
      full_intent(${JSON.stringify(storedIntent(intent))}::jsonb, w.account_no, ${intent.amount}::bigint,
        w.fee_centavos) as intent
    from check_from_card((select k from transfer_kind k where k.kind = ${intent.kind}), ${caller.memberId}::bigint, ${bankId}::bigint,
      ${destination}, ${intent.amount}::bigint, ${app.now()}::timestamptz, ${isOpen}::boolean, ${means},
      ${intent.repeats ?? null}::text,
      ${sourceOf(intent)}, ${shopJson(intent)}::jsonb) w
  `.execute(db);
  const found = rows[0];
  if (found === undefined) throw new Error("check_from_card answered nothing");
  return found;
}
