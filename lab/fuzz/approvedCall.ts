import { randomUUID } from "node:crypto";
import { verifyOtp } from "#contract/auth.ts";
import { replaceLostCard } from "#contract/cardLoss.ts";
import { resetPin, revealCvv, setWithdrawalLimit } from "#contract/cardSettings.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { acceptLoanOffer } from "#contract/loans.ts";
import { releaseLock } from "#contract/moneyLock.ts";
import { setOwnLimit } from "#contract/ownLimits.ts";
import { orderCalls } from "#contract/transfers.ts";
import type { Known } from "./known.ts";
import type { PlannedCall } from "./planCalls.ts";
import type { Answer } from "./send.ts";

/** What a code of each kind of intent approves. */
const APPROVES: Record<string, Endpoint> = {
  ...orderCalls,
  raise_limit: setWithdrawalLimit,
  reveal_cvv: revealCvv,
  replace_card: replaceLostCard,
  reset_pin: resetPin,
  accept_loan: acceptLoanOffer,
  raise_own_limit: setOwnLimit,
  release_lock: releaseLock,
};

type Codes = { known: Known; watchCodes: () => Promise<() => Promise<string>> };

/**
 * To be called before a code is asked for: with the answer, the calls that follow it, the check of the code and
 * what it approves, with what was asked for. No call reaches an order without the code that was sent for it.
 */
export async function watchApproval(
  { known, watchCodes }: Codes,
  { body }: { body: unknown },
): Promise<(answer: Answer) => Promise<PlannedCall[]>> {
  const nextCode = await watchCodes();
  return async (answer) => {
    const { pinId, notice } = resultOf(answer);
    const { kind, ...order } = recordIn(body, "intent");
    const endpoint = typeof kind === "string" ? APPROVES[kind] : undefined;
    if (typeof pinId !== "string" || notice !== undefined || endpoint === undefined) return [];
    const good = known.resolve({ pick: `${endpoint.name} body`, nth: 0 }, "");
    const code = { pinId, pin: await nextCode() };
    const approved = {
      ...(typeof good === "object" ? good : {}),
      ...order,
      ...(kind === "raise_limit" ? { transaction_limit: order["amount"] } : {}),
      ...code,
    };
    const memberGuid = Reflect.get(Object(body), "memberGuid");
    return [
      callOf(verifyOtp, {}, { memberGuid, ...code }),
      callOf(
        endpoint,
        Object.fromEntries(Object.entries(order).filter(([name]) => name === "applicationNo")),
        approved,
      ),
    ];
  };
}

const callOf = (
  endpoint: Endpoint,
  params: Record<string, unknown>,
  body: unknown,
): PlannedCall => ({
  endpoint,
  who: "member",
  params,
  query: {},
  body,
  junk: undefined,
  contentType: undefined,
  key: randomUUID(),
});

const resultOf = ({ body }: Answer): Record<string, unknown> => recordIn(body, "result");

function recordIn(value: unknown, name: string): Record<string, unknown> {
  const one: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof one === "object" && one !== null ? Object.fromEntries(Object.entries(one)) : {};
}
