import { endOfManilaDay, endOfManilaMonth } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import { type RefusalCode, refusals } from "#contract/refusals.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { sessionRefusal } from "#server/platform/http/session.ts";
import { Refusal } from "#server/refusal.ts";

/** What the SQL rules answer; the figures are those that the refusal's text needs. */
export type TransferVerdict = {
  verdict: string;
  available_centavos: bigint | null;
  load_left_centavos?: bigint | null;
  fee_centavos?: bigint | null;
  most_centavos?: bigint | null;
  left_centavos?: bigint | null;
  payees_paused_until?: Date | null;
};

/** A rail that answers nothing is tried again after so long. */
const CLOSED_AGAIN_SECONDS = 60;

const SESSION_VERDICTS = new Set([
  "invalid_token",
  "other_device",
  "session_expired",
  "token_expired",
]);

/** The refusal for what a function that accepts orders said at `at`: of the session, or of the order. */
export function orderRefusal(found: TransferVerdict, at: Date): Refusal {
  return SESSION_VERDICTS.has(found.verdict)
    ? sessionRefusal(found.verdict)
    : transferRefusal(found, at);
}

/** The refusal for a verdict of the SQL rules at `at`, with the figures and moments its text needs. */
export function transferRefusal(found: TransferVerdict, at: Date): Refusal {
  if (!isRefusalCode(found.verdict)) throw new Error(`Unknown verdict ${found.verdict}`);
  return new Refusal(found.verdict, {
    ...(found.verdict === "instapay_closed" && { retryAfterSeconds: CLOSED_AGAIN_SECONDS }),
    values: {
      available: formatPesos(found.available_centavos ?? 0n),
      left: formatPesos(found.load_left_centavos ?? found.left_centavos ?? 0n),
      limit: formatPesos(found.most_centavos ?? 0n),
      fee: formatPesos(found.fee_centavos ?? 0n),
      from: found.payees_paused_until ? manilaMoment(found.payees_paused_until) : "",
      until: manilaMoment(
        found.verdict === "over_daily_limit" ? endOfManilaDay(at) : endOfManilaMonth(at),
      ),
    },
  });
}

function isRefusalCode(verdict: string): verdict is RefusalCode {
  return Object.hasOwn(refusals, verdict);
}
