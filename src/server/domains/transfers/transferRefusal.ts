import { endOfManilaDay, endOfManilaMonth } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import { type RefusalCode, refusals } from "#contract/refusals.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { suspendedRefusal } from "#server/domains/cards/state/cardRefusals.ts";
import { type Credentials, sessionRefusal } from "#server/platform/http/session.ts";
import { Refusal } from "#server/refusal.ts";

/** The verdict of the SQL rules, with the figures that the refusal's text needs. */
export type TransferVerdict = {
  verdict: string;
  available_centavos: bigint | null;
  load_left_centavos?: bigint | null;
  fee_centavos?: bigint | null;
  most_centavos?: bigint | null;
  left_centavos?: bigint | null;
  own_centavos?: bigint | null;
  paused_until?: Date | null;
};

/** What stands against an order until the day is over. */
const OF_A_DAY = new Set(["over_daily_limit", "over_own_daily_limit", "over_own_payee_limit"]);

/** When to try again with a rail that does not answer. */
const CLOSED_AGAIN_SECONDS = 60;

const SESSION_VERDICTS = new Set([
  "invalid_token",
  "other_device",
  "session_expired",
  "token_expired",
]);

/** The refusal for the verdict of a function that accepts orders: about the session, or about the order. */
export async function orderRefusal(
  app: App,
  { tokenHash }: Credentials,
  found: TransferVerdict,
): Promise<Refusal> {
  if (SESSION_VERDICTS.has(found.verdict)) return sessionRefusal(found.verdict);
  if (found.verdict !== "card_suspended") return plainRefusal(found, app.now());
  const ordered = await app.db
    .selectFrom("session as s")
    .innerJoin("card as c", "c.member_id", "s.member_id")
    .select("c.suspended_until")
    .where((is) =>
      is.or([is("s.token_hash", "=", tokenHash), is("s.previous_token_hash", "=", tokenHash)]),
    )
    .executeTakeFirst();
  return suspendedRefusal(ordered?.suspended_until ?? null);
}

/** The refusal for a verdict of the SQL rules about a member's order, with the figures and moments its text needs. */
export async function transferRefusal(
  app: App,
  { memberId }: Pick<Caller, "memberId">,
  found: TransferVerdict,
): Promise<Refusal> {
  if (found.verdict !== "card_suspended") return plainRefusal(found, app.now());
  const card = await app.db
    .selectFrom("card")
    .select("suspended_until")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return suspendedRefusal(card?.suspended_until ?? null);
}

function plainRefusal(found: TransferVerdict, at: Date): Refusal {
  if (!isRefusalCode(found.verdict)) throw new Error(`Unknown verdict ${found.verdict}`);
  return new Refusal(found.verdict, {
    ...(found.verdict === "instapay_closed" && { retryAfterSeconds: CLOSED_AGAIN_SECONDS }),
    values: {
      available: formatPesos(found.available_centavos ?? 0n),
      left: formatPesos(found.load_left_centavos ?? found.left_centavos ?? 0n),
      limit: formatPesos(found.most_centavos ?? 0n),
      own: formatPesos(found.own_centavos ?? 0n),
      fee: formatPesos(found.fee_centavos ?? 0n),
      from: found.paused_until ? manilaMoment(found.paused_until) : "",
      until: manilaMoment(OF_A_DAY.has(found.verdict) ? endOfManilaDay(at) : endOfManilaMonth(at)),
    },
  });
}

function isRefusalCode(verdict: string): verdict is RefusalCode {
  return Object.hasOwn(refusals, verdict);
}
